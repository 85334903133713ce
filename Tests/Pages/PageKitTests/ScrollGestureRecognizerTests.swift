// SPDX-License-Identifier: MIT

import Geometry
import PageKit
import Testing

@Suite("ScrollGestureRecognizer")
struct ScrollGestureRecognizerTests {
    private typealias Outcome = ScrollGestureRecognizer<Int>.Outcome

    private let context = PageContext(size: Size(width: 400, height: 500))

    /// A recognizer of 1000 pixels of content beyond its window.
    private func make() -> ScrollGestureRecognizer<Int> {
        var gesture = ScrollGestureRecognizer<Int>()
        gesture.scroller.resize(content: 1500, window: 500, now: 0)
        return gesture
    }

    /// Handles an event on a page with a target 1 above y = 100 and a chart below y = 400.
    private func handle(
        _ event: PagePointerEvent, _ gesture: inout ScrollGestureRecognizer<Int>, at time: UInt64 = 0
    ) -> Outcome {
        gesture.handle(
            event, context: context, now: time * millisecond, target: { $0.y < 100 ? 1 : nil },
            canScrub: { $0.y > 400 })
    }

    @Test func tapIsAPressAndAReleaseOnTheSameTarget() {
        var gesture = make()
        #expect(handle(.press(Point(x: 5, y: 50)), &gesture) == .changed)
        #expect(gesture.pressed == 1)
        #expect(handle(.move(Point(x: 10, y: 54)), &gesture) == .none)
        #expect(handle(.release(Point(x: 10, y: 54)), &gesture) == .tapped(1))
        #expect(gesture.pressed == nil)
        #expect(handle(.release(Point(x: 10, y: 54)), &gesture) == .none)
        _ = handle(.press(Point(x: 5, y: 97)), &gesture)
        #expect(handle(.release(Point(x: 5, y: 103)), &gesture) == .changed)
    }

    @Test func dragScrollsAndDiscardsThePressedTarget() {
        var gesture = make()
        _ = handle(.press(Point(x: 5, y: 90)), &gesture)
        #expect(!gesture.isDragging)
        #expect(handle(.move(Point(x: 5, y: 70)), &gesture, at: 10) == .changed)
        #expect(gesture.isDragging && gesture.pressed == nil)
        #expect(gesture.scroller.offset(at: 10 * millisecond) == 20)
        #expect(handle(.release(Point(x: 5, y: 70)), &gesture, at: 500) == .changed)
        #expect(!gesture.isDragging && !gesture.scroller.isMoving(at: 500 * millisecond))
    }

    @Test func pressThatStopsAFlingTapsNothing() {
        var gesture = make()
        _ = handle(.press(Point(x: 5, y: 300)), &gesture)
        for step in 1...5 {
            _ = handle(.move(Point(x: 5, y: 300 - Double(step) * 20)), &gesture, at: UInt64(step) * 10)
        }
        #expect(handle(.release(Point(x: 5, y: 200)), &gesture, at: 50) == .changed)
        #expect(gesture.scroller.isMoving(at: 60 * millisecond))
        #expect(handle(.press(Point(x: 5, y: 50)), &gesture, at: 60) == .changed)
        #expect(gesture.pressed == nil && !gesture.scroller.isMoving(at: 60 * millisecond))
        #expect(handle(.release(Point(x: 5, y: 50)), &gesture, at: 70) == .none)
    }

    @Test func cancelDiscardsTheTouch() {
        var gesture = make()
        #expect(handle(.cancel, &gesture) == .none)
        _ = handle(.press(Point(x: 5, y: 50)), &gesture)
        #expect(handle(.cancel, &gesture) == .changed)
        #expect(gesture.pressed == nil)
        #expect(handle(.release(Point(x: 5, y: 50)), &gesture) == .none)
    }

    @Test func horizontalMovementOnAChartScrubsAndVerticalMovementDrags() {
        var gesture = make()
        let start = Point(x: 100, y: 450)
        #expect(handle(.move(start), &gesture) == .scrubbed(start))
        #expect(handle(.move(Point(x: 100, y: 200)), &gesture) == .scrubbed(nil))
        #expect(handle(.leave, &gesture) == .scrubbed(nil))
        #expect(handle(.press(start), &gesture) == .scrubbed(start))
        let right = Point(x: 120, y: 455)
        #expect(handle(.move(right), &gesture) == .scrubbed(right))
        #expect(gesture.scroller.offset(at: 0) == 0)
        _ = handle(.cancel, &gesture)
        _ = handle(.press(start), &gesture)
        #expect(handle(.move(Point(x: 105, y: 430)), &gesture) == .scrubbed(nil))
        #expect(gesture.isDragging && gesture.scroller.offset(at: 0) == 20)
    }

    @Test func wheelScrollsUpToTheEnds() {
        var gesture = make()
        let up = PagePointerEvent.scroll(dy: -64, source: .wheel, isFinal: true)
        let down = PagePointerEvent.scroll(dy: 64, source: .wheel, isFinal: true)
        #expect(handle(up, &gesture) == .none)
        #expect(handle(down, &gesture) == .changed)
        #expect(gesture.scroller.offset(at: 1000 * millisecond) == 64)
        let fingers = PagePointerEvent.scroll(dy: 100, source: .finger, isFinal: false)
        #expect(handle(fingers, &gesture, at: 2000) == .changed)
        #expect(gesture.scroller.offset(at: 2000 * millisecond) == 164)
    }

    @Test func reducedMotionHasNoRubberBand() {
        var gesture = make()
        var context = context
        context.reducedMotion = true
        _ = gesture.handle(.press(Point(x: 5, y: 200)), context: context, now: 0)
        _ = gesture.handle(.move(Point(x: 5, y: 300)), context: context, now: 0)
        #expect(gesture.scroller.offset(at: 0) == 0)
        _ = gesture.handle(.scroll(dy: 64, source: .wheel, isFinal: true), context: context, now: 0)
        #expect(gesture.scroller.offset(at: 0) == 64)
    }
}
