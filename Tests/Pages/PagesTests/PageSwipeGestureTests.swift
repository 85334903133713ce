// SPDX-License-Identifier: MIT

import Geometry
@testable import PageKit
import SurfaceKit
import Testing

/// Swipes on a page that is 400 px wide.
@Suite struct PageSwipeGestureTests {
    private let finger = InputSource.touch(seat: 1, id: 0)

    private func outcomes(_ events: [InputEvent], from source: InputSource? = nil) -> [PageSwipeGesture.Outcome] {
        var gesture = PageSwipeGesture()
        return events.map { gesture.handle($0, from: source ?? finger, width: 400) }
    }

    private func point(_ x: Double, _ y: Double = 200) -> Point { Point(x: x, y: y) }

    @Test func fingerFromTheLeadingEdgeGoesBack() {
        #expect(
            outcomes([.press(point(10)), .move(point(15)), .move(point(50)), .move(point(30)), .release(point(30))])
                == [.none, .none, .began(-0.1), .moved(-0.05), .ended])
    }

    @Test func fingerFromTheTrailingEdgeGoesOn() {
        #expect(
            outcomes([.press(point(390)), .move(point(190)), .move(point(390)), .cancel])
                == [.none, .began(0.5), .moved(0), .cancelled])
    }

    @Test(arguments: [200.0, 30, 370]) func fingerOnThePageDoesNot(x: Double) {
        #expect(outcomes([.press(point(x)), .move(point(x + 90)), .release(point(x))]) == [.none, .none, .none])
    }

    @Test func movementAlongTheEdgeAndOutwardsDoesNot() {
        #expect(
            outcomes([.press(point(10)), .move(point(20, 260)), .move(point(200, 260)), .release(point(200))])
                == [.none, .none, .none, .none])
        #expect(outcomes([.press(point(20)), .move(point(2)), .move(point(200))]) == [.none, .none, .none])
    }

    @Test func pointerFromAnEdgeDoesNot() {
        #expect(outcomes([.press(point(10)), .move(point(200))], from: .pointer(seat: 1)) == [.none, .none])
    }

    @Test func touchpadSwipesHorizontally() {
        func scroll(_ dx: Double, _ dy: Double = 0, isFinal: Bool = false) -> InputEvent {
            .scroll(dx: dx, dy: dy, isFinal: isFinal)
        }
        #expect(
            outcomes([scroll(6), scroll(19, 2), scroll(25, 40), scroll(0, 0, isFinal: true), scroll(6)])
                == [.none, .moved(0.05), .moved(0.1), .ended, .none])
        // One that began vertically scrolls the page until its end.
        #expect(
            outcomes([scroll(6, 9), scroll(4, 9), scroll(90), scroll(0, 0, isFinal: true), scroll(90)])
                == [.none, .none, .none, .none, .moved(0.18)])
        #expect(outcomes([scroll(50), .leave, .leave]) == [.moved(0.1), .ended, .none])
    }
}
