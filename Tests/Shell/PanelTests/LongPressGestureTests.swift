// SPDX-License-Identifier: MIT

import Geometry
import SurfaceKit
import Testing

@testable import Panel

@Suite struct LongPressGestureTests {
    private let finger = InputSource.touch(seat: 1, id: 0)
    private let place = Point(x: 100, y: 20)

    private func held() -> LongPressGesture {
        var gesture = LongPressGesture()
        _ = gesture.handle(.press(place), from: finger)
        let point = gesture.becomeLong()
        #expect(point == place && gesture.isLong)
        return gesture
    }

    @Test func tapIsNotLong() {
        var gesture = LongPressGesture()
        #expect(gesture.handle(.press(place), from: finger) == .pressed(place))
        #expect(gesture.handle(.release(place), from: finger) == .failed)
        #expect(gesture.becomeLong() == nil && !gesture.isLong)
    }

    @Test(arguments: [(7.9, false), (8.1, true)])
    func fingerThatMovesIsNotHeld(distance: Double, fails: Bool) {
        var gesture = LongPressGesture()
        _ = gesture.handle(.press(place), from: finger)
        let outcome = gesture.handle(.move(Point(x: 100, y: 20 - distance)), from: finger)
        #expect(outcome == (fails ? .failed : .none))
        #expect((gesture.becomeLong() == nil) == fails)
    }

    @Test func longPressFollowsTheFinger() {
        var gesture = held()
        let other = Point(x: 300, y: -90)
        #expect(gesture.handle(.move(other), from: finger) == .moved(other))
        #expect(gesture.handle(.release(other), from: finger) == .ended)
        #expect(gesture.handle(.release(other), from: finger) == .none)
    }

    @Test(arguments: [InputEvent.cancel, .leave])
    func longPressIsCancelled(event: InputEvent) {
        var gesture = held()
        #expect(gesture.handle(event, from: finger) == .cancelled)
        #expect(gesture.source == nil)
    }

    @Test func otherFingersAreNotHeld() {
        var gesture = held()
        let second = InputSource.touch(seat: 1, id: 1)
        for event in [InputEvent.press(place), .move(Point(x: 0, y: 0)), .release(place), .cancel] {
            #expect(gesture.handle(event, from: second) == .none)
        }
        #expect(gesture.isLong)
    }
}
