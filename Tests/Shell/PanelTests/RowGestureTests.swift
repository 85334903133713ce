// SPDX-License-Identifier: MIT

import Geometry
import SurfaceKit
import Testing

@testable import Panel

@Suite struct RowGestureTests {
    private let finger = InputSource.touch(seat: 1, id: 0)

    private func outcomes(_ events: [InputEvent]) -> [RowGesture.Outcome] {
        var gesture = RowGesture()
        return events.map { gesture.handle($0, from: finger) }
    }

    private func point(_ x: Double, _ y: Double = 20) -> Point { Point(x: x, y: y) }

    @Test func fingerDragsAfterEightPixels() {
        let events: [InputEvent] = [
            .press(point(100)), .move(point(95)), .move(point(90)), .move(point(94)), .release(point(94)),
            .press(point(50)), .release(point(50)),
        ]
        #expect(outcomes(events) == [.none, .none, .dragged(-10), .dragged(4), .ended, .none, .none])
    }

    @Test func movementAcrossTheRowIsNone() {
        #expect(
            outcomes([.press(point(100)), .move(point(100, 60)), .release(point(100, 60))]) == [.none, .none, .none])
    }

    @Test func fingerDragsAlongARail() {
        var gesture = RowGesture()
        let events: [InputEvent] = [
            .press(point(20, 100)), .move(point(60, 98)), .move(point(60, 80)), .release(point(60, 80)),
        ]
        let outcomes = events.map { gesture.handle($0, from: finger, isVertical: true) }
        #expect(outcomes == [.none, .none, .dragged(-20), .ended])
    }

    @Test func secondFingerDoesNotDrag() {
        var gesture = RowGesture()
        let second = InputSource.touch(seat: 1, id: 1)
        let outcomes = [
            gesture.handle(.press(point(100)), from: finger), gesture.handle(.press(point(200)), from: second),
            gesture.handle(.move(point(300)), from: second), gesture.handle(.move(point(80)), from: finger),
        ]
        #expect(outcomes == [.none, .none, .none, .dragged(-20)])
    }

    @Test func touchpadScrollsInEitherDirection() {
        let pad: [InputEvent] = [
            .scroll(dx: 3, dy: 1, isFinal: false), .scroll(dx: 0, dy: -7, isFinal: false),
            .scroll(dx: 0, dy: 0, isFinal: true),
        ]
        #expect(outcomes(pad) == [.scrolled(3), .scrolled(-7), .ended])
    }

    @Test func fingerThatStopsTheRowPressesNothing() {
        var gesture = RowGesture()
        let outcomes = [
            gesture.handle(.press(point(100)), from: finger, holdingRow: { true }),
            gesture.handle(.move(point(99)), from: finger), gesture.handle(.release(point(99)), from: finger),
        ]
        #expect(outcomes == [.held, .dragged(-1), .ended])
    }

    @Test func touchpadEndsWhenThePointerLeaves() {
        #expect(
            outcomes([.leave, .scroll(dx: 3, dy: 1, isFinal: false), .leave, .leave]) == [
                .none, .scrolled(3), .ended, .none,
            ])
    }

    @Test func cancelledDragIsCancelled() {
        #expect(outcomes([.press(point(9)), .move(point(30)), .cancel]) == [.none, .dragged(21), .cancelled])
    }

    @Test func pressThatIsNoDragStaysAPress() {
        var gesture = RowGesture()
        let events: [InputEvent] = [.press(point(100)), .move(point(300)), .release(point(300))]
        #expect(events.allSatisfy { gesture.handle($0, from: finger, isDraggable: { $0.x > 100 }) == .none })
        // Another finger may drag meanwhile.
        let second = InputSource.touch(seat: 1, id: 1)
        #expect(gesture.handle(.press(point(120)), from: second, isDraggable: { $0.x > 100 }) == .none)
        #expect(gesture.handle(.move(point(140)), from: second) == .dragged(20))
    }
}
