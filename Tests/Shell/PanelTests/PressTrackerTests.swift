// SPDX-License-Identifier: MIT

import Geometry
import SurfaceKit
import Testing

@testable import Panel
@testable import TabBar

@Suite struct PressTrackerTests {
    private static let finger = InputSource.touch(seat: 1, id: 0)
    private static let pointer = InputSource.pointer(seat: 1)

    /// Two tabs of 46 px with a gap of 80 px, a round one above the bar, and an action.
    private let scene = Scene(
        items: [],
        hitRegions: [
            HitRegion(target: .tab("a"), rect: Rect(x: 100, y: 20, width: 46, height: 46)),
            HitRegion(target: .tab("b"), rect: Rect(x: 226, y: 20, width: 46, height: 46)),
            HitRegion(target: .tab("round"), rect: Rect(x: 400, y: 0, width: 60, height: 60), isRound: true),
            HitRegion(target: .action("ring"), rect: Rect(x: 600, y: 0, width: 44, height: 44)),
        ])
    private var tracker = PressTracker()

    private mutating func outcomes(_ events: [InputEvent], from source: InputSource) -> [PressTracker.Outcome] {
        events.map { tracker.handle($0, from: source, on: scene) }.filter { $0 != .none }
    }

    private static func point(_ x: Double, _ y: Double = 40) -> Point { Point(x: x, y: y) }

    @Test mutating func fingerMayLeaveATabBy44Pixels() {
        let inside: [InputEvent] = [.press(Self.point(123)), .move(Self.point(189)), .release(Self.point(189))]
        #expect(outcomes(inside, from: Self.finger) == [.pressed(.tab("a")), .activated(.tab("a"))])
        let outside: [InputEvent] = [.press(Self.point(123)), .move(Self.point(191)), .release(Self.point(191))]
        #expect(outcomes(outside, from: Self.finger) == [.pressed(.tab("a")), .cancelled(.tab("a"))])
        // Above the bar, too.
        let above: [InputEvent] = [.press(Self.point(123)), .move(Self.point(123, -23)), .move(Self.point(123, -25))]
        #expect(outcomes(above, from: Self.finger) == [.pressed(.tab("a")), .cancelled(.tab("a"))])
    }

    @Test mutating func slidingBackRestoresThePress() {
        let events: [InputEvent] = [
            .press(Self.point(123)), .move(Self.point(250)), .move(Self.point(180)), .release(Self.point(180)),
        ]
        #expect(
            outcomes(events, from: Self.finger) == [
                .pressed(.tab("a")), .cancelled(.tab("a")), .pressed(.tab("a")), .activated(.tab("a")),
            ])
    }

    @Test mutating func pointerLeavesAtTheEdge() {
        let events: [InputEvent] = [.press(Self.point(123)), .move(Self.point(147)), .release(Self.point(147))]
        #expect(outcomes(events, from: Self.pointer) == [.pressed(.tab("a")), .cancelled(.tab("a"))])
    }

    @Test mutating func roundTabHasARoundTolerance() {
        let near: [InputEvent] = [
            .press(Self.point(430, 30)), .move(Self.point(503, 30)), .release(Self.point(503, 30)),
        ]
        #expect(outcomes(near, from: Self.finger) == [.pressed(.tab("round")), .activated(.tab("round"))])
        let corner: [InputEvent] = [.press(Self.point(430, 30)), .move(Self.point(490, 90))]
        #expect(outcomes(corner, from: Self.finger) == [.pressed(.tab("round")), .cancelled(.tab("round"))])
    }

    /// Actions of a menu are side by side, and a finger may be meant for the next one.
    @Test mutating func actionIsLeftAtTheEdge() {
        let events: [InputEvent] = [.press(Self.point(620, 20)), .move(Self.point(650, 20))]
        #expect(outcomes(events, from: Self.finger) == [.pressed(.action("ring")), .cancelled(.action("ring"))])
    }

    /// Two fingers on a tab are one press, which ends with the last of them.
    @Test mutating func twoFingersAreOnePress() {
        let other = InputSource.touch(seat: 1, id: 1)
        #expect(tracker.handle(.press(Self.point(110)), from: Self.finger, on: scene) == .pressed(.tab("a")))
        #expect(tracker.handle(.press(Self.point(130)), from: other, on: scene) == .none)
        #expect(tracker.handle(.release(Self.point(110)), from: Self.finger, on: scene) == .none)
        #expect(tracker.handle(.release(Self.point(130)), from: other, on: scene) == .activated(.tab("a")))
    }
}
