// SPDX-License-Identifier: MIT

import Geometry
import Gestures
import Testing

@testable import TabBar

@Suite struct TouchExplorationTests {
    private static let millisecond: UInt64 = 1_000_000
    private let finger = InputSource.touch(seat: 1, id: 0)
    private let place = Point(x: 100, y: 20)
    private let other = Point(x: 300, y: 30)
    private let field: BarField
    private var arena = GestureArena<BarField, BarGesture>()

    init() {
        var field = BarField(Scene(items: []))
        field.isExplored = true
        self.field = field
    }

    private func phases(_ gestures: [BarGesture]) -> [ExplorationPhase] {
        gestures.compactMap { if case .explore(let phase) = $0, phase != .touched { phase } else { nil } }
    }

    private mutating func handle(_ event: InputEvent, at time: UInt64, from source: InputSource? = nil)
        -> [ExplorationPhase]
    {
        phases(arena.handle(event, from: source ?? finger, at: time * Self.millisecond, in: field) ?? [])
    }

    private mutating func timePassed(to time: UInt64) -> [ExplorationPhase] {
        phases(arena.update(at: time * Self.millisecond, in: field))
    }

    private mutating func tap(_ point: Point, at time: UInt64, for duration: UInt64 = 80) -> [ExplorationPhase] {
        handle(.press(point), at: time) + handle(.release(point), at: time + duration)
    }

    @Test mutating func slidingFingerHearsWhatIsUnderIt() {
        #expect(handle(.press(place), at: 0) == [])
        #expect(handle(.move(Point(x: 107, y: 20)), at: 1) == [])
        let near = Point(x: 109, y: 20)
        #expect(handle(.move(near), at: 2) == [.explored(near, isDown: true)])
        #expect(handle(.move(other), at: 3) == [.explored(other, isDown: true)])
        #expect(arena.deadline == nil)
        #expect(handle(.release(other), at: 4) == [.lifted])
    }

    @Test mutating func restingFingerHearsWhatIsUnderIt() {
        _ = handle(.press(place), at: 0)
        #expect(arena.deadline == 200 * Self.millisecond)
        #expect(timePassed(to: 199) == [])
        #expect(timePassed(to: 200) == [.explored(place, isDown: true)])
        #expect(handle(.release(place), at: 900) == [.lifted])
    }

    @Test mutating func singleTapIsHeardLater() {
        #expect(tap(place, at: 0) == [])
        #expect(arena.deadline == 380 * Self.millisecond)
        #expect(timePassed(to: 380) == [.explored(place, isDown: false)])
        #expect(arena.deadline == nil)
        // A slow one is a finger that rested, even if the timer is late.
        #expect(tap(place, at: 1000, for: 200) == [.explored(place, isDown: false)])
    }

    @Test mutating func twoTapsAnywhereActivate() {
        #expect(tap(place, at: 0) == [])
        #expect(tap(other, at: 380) == [.activated])
        #expect(arena.deadline == nil)
        // Too late, the second is another first one.
        #expect(tap(place, at: 1000) == [])
        #expect(tap(other, at: 1381) == [])
        #expect(arena.deadline == 1761 * Self.millisecond)
    }

    @Test mutating func secondTapThatMovesOrRestsExplores() {
        #expect(tap(place, at: 0) == [])
        _ = handle(.press(place), at: 100)
        #expect(handle(.move(other), at: 110) == [.explored(other, isDown: true)])
        #expect(handle(.release(other), at: 120) == [.lifted])
        #expect(tap(place, at: 1000) == [])
        #expect(tap(other, at: 1200, for: 300) == [.explored(other, isDown: false)])
    }

    @Test mutating func cancelledTouchIsNone() {
        _ = handle(.press(place), at: 0)
        #expect(handle(.cancel, at: 1) == [])
        #expect(arena.deadline == nil)
    }

    @Test mutating func otherFingersAndPointersAreNotItsOwn() {
        let second = InputSource.touch(seat: 1, id: 1)
        #expect(handle(.press(place), at: 0, from: .pointer(seat: 1)) == [])
        #expect(arena.deadline == nil)
        _ = handle(.press(place), at: 0)
        #expect(handle(.press(other), at: 1, from: second) == [])
        #expect(handle(.move(place), at: 2, from: second) == [])
        #expect(handle(.release(other), at: 3, from: second) == [])
        #expect(handle(.move(other), at: 4) == [.explored(other, isDown: true)])
    }
}
