// SPDX-License-Identifier: MIT

import Geometry
import SurfaceKit
import Testing

@testable import Panel

@Suite struct TouchExplorationTests {
    private static let millisecond: UInt64 = 1_000_000
    private let finger = InputSource.touch(seat: 1, id: 0)
    private let place = Point(x: 100, y: 20)
    private let other = Point(x: 300, y: 30)

    private func tap(_ gesture: inout TouchExploration, _ point: Point, at time: UInt64, for duration: UInt64 = 80)
        -> TouchExploration.Outcome
    {
        #expect(gesture.handle(.press(point), from: finger, at: time * Self.millisecond) == .none)
        return gesture.handle(.release(point), from: finger, at: (time + duration) * Self.millisecond)
    }

    @Test func slidingFingerHearsWhatIsUnderIt() {
        var gesture = TouchExploration()
        #expect(gesture.handle(.press(place), from: finger, at: 0) == .none)
        #expect(gesture.handle(.move(Point(x: 107, y: 20)), from: finger, at: 1) == .none)
        #expect(gesture.handle(.move(Point(x: 109, y: 20)), from: finger, at: 2) == .explored(Point(x: 109, y: 20)))
        #expect(gesture.handle(.move(other), from: finger, at: 3) == .explored(other))
        #expect(gesture.deadline == nil)
        #expect(gesture.handle(.release(other), from: finger, at: 4) == .lifted)
        #expect(gesture == TouchExploration())
    }

    @Test func restingFingerHearsWhatIsUnderIt() {
        var gesture = TouchExploration()
        _ = gesture.handle(.press(place), from: finger, at: 0)
        #expect(gesture.deadline == 200 * Self.millisecond)
        #expect(gesture.timePassed(to: 199 * Self.millisecond) == .none)
        #expect(gesture.timePassed(to: 200 * Self.millisecond) == .explored(place))
        #expect(gesture.handle(.release(place), from: finger, at: 900 * Self.millisecond) == .lifted)
    }

    @Test func singleTapIsHeardLater() {
        var gesture = TouchExploration()
        #expect(tap(&gesture, place, at: 0) == .none)
        #expect(gesture.deadline == 380 * Self.millisecond)
        #expect(gesture.timePassed(to: 380 * Self.millisecond) == .explored(place))
        #expect(gesture == TouchExploration())
        // A slow one is a finger that rested, even if the timer is late.
        #expect(tap(&gesture, place, at: 1000, for: 200) == .explored(place))
    }

    @Test func twoTapsAnywhereActivate() {
        var gesture = TouchExploration()
        #expect(tap(&gesture, place, at: 0) == .none)
        #expect(tap(&gesture, other, at: 380) == .activated)
        #expect(gesture == TouchExploration())
        // Too late, the second is another first one.
        #expect(tap(&gesture, place, at: 1000) == .none)
        #expect(tap(&gesture, other, at: 1381) == .none)
        #expect(gesture.deadline == 1761 * Self.millisecond)
    }

    @Test func secondTapThatMovesOrRestsExplores() {
        var gesture = TouchExploration()
        #expect(tap(&gesture, place, at: 0) == .none)
        _ = gesture.handle(.press(place), from: finger, at: 100 * Self.millisecond)
        #expect(gesture.handle(.move(other), from: finger, at: 110 * Self.millisecond) == .explored(other))
        #expect(gesture.handle(.release(other), from: finger, at: 120 * Self.millisecond) == .lifted)
        #expect(tap(&gesture, place, at: 1000) == .none)
        #expect(tap(&gesture, other, at: 1200, for: 300) == .explored(other))
    }

    @Test func cancelledTouchIsNone() {
        var gesture = TouchExploration()
        _ = gesture.handle(.press(place), from: finger, at: 0)
        #expect(gesture.handle(.cancel, from: finger, at: 1) == .none)
        #expect(gesture == TouchExploration())
    }

    @Test func otherFingersAndPointersAreNotItsOwn() {
        var gesture = TouchExploration()
        let second = InputSource.touch(seat: 1, id: 1)
        // A finger that was down before speech was on ends its press.
        #expect(gesture.handle(.release(place), from: finger, at: 0) == .ignored)
        #expect(gesture.handle(.press(place), from: .pointer(seat: 1), at: 0) == .ignored)
        _ = gesture.handle(.press(place), from: finger, at: 0)
        #expect(gesture.handle(.press(other), from: second, at: 1) == .none)
        #expect(gesture.handle(.move(place), from: second, at: 2) == .none)
        #expect(gesture.handle(.release(other), from: second, at: 3) == .none)
        #expect(gesture.handle(.move(other), from: finger, at: 4) == .explored(other))
    }
}
