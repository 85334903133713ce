import Geometry
import PageKit
import Testing

@Suite("ScrollGestureRecognizer")
struct ScrollGestureRecognizerTests {
    private typealias Outcome = ScrollGestureRecognizer<Int>.Outcome

    /// A page with 1000 pixels of content beyond its window, a target 1 above y = 100 and a chart below y = 400.
    private final class Stage {
        var gesture = ScrollGestureRecognizer<Int>()
        var context = PageContext(size: Size(width: 400, height: 500))

        init() { gesture.scroller.resize(content: 1500, window: 500, now: 0) }
    }

    private let stage = Stage()
    private var gesture: ScrollGestureRecognizer<Int> { stage.gesture }

    private func handle(_ event: PagePointerEvent, at time: UInt64 = 0) -> Outcome {
        stage.gesture.handle(
            event, context: stage.context, now: time * millisecond, target: { $0.y < 100 ? 1 : nil },
            canScrub: { $0.y > 400 })
    }

    @Test func tapIsAPressAndAReleaseOnTheSameTarget() {
        #expect(handle(.press(Point(x: 5, y: 50))) == .changed)
        #expect(gesture.pressed == 1)
        #expect(handle(.move(Point(x: 10, y: 54))) == .none)
        #expect(handle(.release(Point(x: 10, y: 54))) == .tapped(1))
        #expect(gesture.pressed == nil)
        #expect(handle(.release(Point(x: 10, y: 54))) == .none)
        _ = handle(.press(Point(x: 5, y: 97)))
        #expect(handle(.release(Point(x: 5, y: 103))) == .changed)
    }

    @Test func dragScrollsAndDiscardsThePressedTarget() {
        _ = handle(.press(Point(x: 5, y: 90)))
        #expect(!gesture.isDragging)
        #expect(handle(.move(Point(x: 5, y: 70)), at: 10) == .changed)
        #expect(gesture.isDragging && gesture.pressed == nil)
        #expect(gesture.scroller.offset(at: 10 * millisecond) == 20)
        #expect(handle(.release(Point(x: 5, y: 70)), at: 500) == .changed)
        #expect(!gesture.isDragging && !gesture.scroller.isMoving(at: 500 * millisecond))
    }

    @Test func pressThatStopsAFlingTapsNothing() {
        _ = handle(.press(Point(x: 5, y: 300)))
        for step in 1...5 {
            _ = handle(.move(Point(x: 5, y: 300 - Double(step) * 20)), at: UInt64(step) * 10)
        }
        #expect(handle(.release(Point(x: 5, y: 200)), at: 50) == .changed)
        #expect(gesture.scroller.isMoving(at: 60 * millisecond))
        #expect(handle(.press(Point(x: 5, y: 50)), at: 60) == .changed)
        #expect(gesture.pressed == nil && !gesture.scroller.isMoving(at: 60 * millisecond))
        #expect(handle(.release(Point(x: 5, y: 50)), at: 70) == .none)
    }

    @Test func cancelDiscardsTheTouch() {
        #expect(handle(.cancel) == .none)
        _ = handle(.press(Point(x: 5, y: 50)))
        #expect(handle(.cancel) == .changed)
        #expect(gesture.pressed == nil)
        #expect(handle(.release(Point(x: 5, y: 50))) == .none)
    }

    @Test func horizontalMovementOnAChartScrubsAndVerticalMovementDrags() {
        let start = Point(x: 100, y: 450)
        #expect(handle(.move(start)) == .scrubbed(start))
        #expect(handle(.move(Point(x: 100, y: 200))) == .scrubbed(nil))
        #expect(handle(.leave) == .scrubbed(nil))
        #expect(handle(.press(start)) == .scrubbed(start))
        let right = Point(x: 120, y: 455)
        #expect(handle(.move(right)) == .scrubbed(right))
        #expect(gesture.scroller.offset(at: 0) == 0)
        _ = handle(.cancel)
        _ = handle(.press(start))
        #expect(handle(.move(Point(x: 105, y: 430))) == .scrubbed(nil))
        #expect(gesture.isDragging && gesture.scroller.offset(at: 0) == 20)
    }

    @Test func wheelScrollsUpToTheEnds() {
        let up = PagePointerEvent.scroll(dy: -64, source: .wheel, isFinal: true)
        let down = PagePointerEvent.scroll(dy: 64, source: .wheel, isFinal: true)
        #expect(handle(up) == .none)
        #expect(handle(down) == .changed)
        #expect(gesture.scroller.offset(at: 1000 * millisecond) == 64)
        let fingers = PagePointerEvent.scroll(dy: 100, source: .finger, isFinal: false)
        #expect(handle(fingers, at: 2000) == .changed)
        #expect(gesture.scroller.offset(at: 2000 * millisecond) == 164)
    }

    @Test func reducedMotionHasNoRubberBand() {
        stage.context.reducedMotion = true
        _ = handle(.press(Point(x: 5, y: 200)))
        _ = handle(.move(Point(x: 5, y: 300)))
        #expect(gesture.scroller.offset(at: 0) == 0)
        _ = handle(.scroll(dy: 64, source: .wheel, isFinal: true))
        #expect(gesture.scroller.offset(at: 0) == 64)
    }
}
