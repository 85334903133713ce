// SPDX-License-Identifier: MIT

import Geometry
import Gestures
import Testing

@testable import PageKit

/// Swipes on a page that is 400 px wide, and drags of a sheet's card.
@Suite struct PageGestureTests {
    private let finger = InputSource.touch(seat: 1, id: 0)

    /// The gestures but for what the page gets.
    private func gestures(_ events: [InputEvent], from source: InputSource? = nil, field: PageField? = nil)
        -> [PageGesture]
    {
        all(events, from: source, field: field).filter { if case .page = $0 { false } else { true } }
    }

    /// What the page gets.
    private func passed(_ events: [InputEvent], from source: InputSource? = nil, field: PageField? = nil)
        -> [InputEvent]
    {
        all(events, from: source, field: field).compactMap { if case .page(let event, _) = $0 { event } else { nil } }
    }

    private func all(_ events: [InputEvent], from source: InputSource?, field: PageField?) -> [PageGesture] {
        var arena = GestureArena<PageField, PageGesture>()
        return events.flatMap {
            arena.handle($0, from: source ?? finger, at: 0, in: field ?? PageField(swipeWidth: 400)) ?? []
        }
    }

    private func point(_ x: Double, _ y: Double = 200) -> Point { Point(x: x, y: y) }

    private func swipe(_ points: Point...) -> [PageGesture] {
        [.swipe(.began(points[0]), scrolls: false)]
            + zip(points, points.dropFirst()).map { .swipe(.moved(from: $0, to: $1), scrolls: false) }
    }

    @Test func fingerFromTheLeadingEdgeGoesBack() {
        let events: [InputEvent] = [
            .press(point(10)), .move(point(15)), .move(point(50)), .move(point(30)), .release(point(30)),
        ]
        #expect(gestures(events) == swipe(point(10), point(50), point(30)) + [.swipe(.ended, scrolls: false)])
        #expect(passed(events) == [.press(point(10)), .move(point(15)), .cancel], "a swipe presses nothing")
    }

    @Test func fingerFromTheTrailingEdgeGoesOn() {
        #expect(
            gestures([.press(point(390)), .move(point(190)), .move(point(390)), .cancel])
                == swipe(point(390), point(190), point(390)) + [.swipe(.cancelled, scrolls: false)])
    }

    @Test(arguments: [200.0, 30, 370]) func fingerOnThePageDoesNot(x: Double) {
        let events: [InputEvent] = [.press(point(x)), .move(point(x + 90)), .release(point(x))]
        #expect(gestures(events) == [] && passed(events) == events)
    }

    @Test func movementAlongTheEdgeAndOutwardsDoesNot() {
        #expect(
            gestures([.press(point(10)), .move(point(20, 260)), .move(point(200, 260)), .release(point(200))]) == [])
        #expect(gestures([.press(point(20)), .move(point(2)), .move(point(200))]) == [])
    }

    @Test func pointerFromAnEdgeDoesNot() {
        #expect(gestures([.press(point(10)), .move(point(200))], from: .pointer(seat: 1)) == [])
    }

    @Test func touchpadSwipesHorizontally() {
        func scroll(_ dx: Double, _ dy: Double = 0, isFinal: Bool = false) -> InputEvent {
            .scroll(dx: dx, dy: dy, isFinal: isFinal)
        }
        func moved(_ from: Point, _ to: Point) -> PageGesture { .swipe(.moved(from: from, to: to), scrolls: true) }
        let began = PageGesture.swipe(.began(.zero), scrolls: true)
        let swiped = [scroll(6), scroll(19, 2), scroll(25, 40), scroll(0, 0, isFinal: true), scroll(6)]
        #expect(
            gestures(swiped) == [
                began, moved(.zero, point(25, 2)), moved(point(25, 2), point(50, 42)),
                .swipe(.ended, scrolls: true),
            ])
        #expect(passed(swiped) == [scroll(6), scroll(0, 0, isFinal: true), scroll(6)], "the page's own scroll ends")
        // One that began vertically scrolls the page until its end.
        #expect(
            gestures([scroll(6, 9), scroll(4, 9), scroll(90), scroll(0, 0, isFinal: true), scroll(90)])
                == [began, moved(.zero, point(90, 0))])
        #expect(
            gestures([scroll(50), .leave, .leave]) == [
                began, moved(.zero, point(50, 0)), .swipe(.ended, scrolls: true),
            ])
    }

    @Test func pageThatNothingSwipesGetsEverything() {
        let events: [InputEvent] = [.press(point(10)), .move(point(300)), .release(point(300))]
        #expect(gestures(events, field: PageField()) == [] && passed(events, field: PageField()) == events)
    }

    // MARK: - Sheets

    private let sheet = PageField(card: Rect(x: 20, y: 100, width: 360, height: 500))

    @Test func cardIsDraggedByItsUpperEdge() {
        let points = [point(200, 105), point(200, 112), point(200, 114)]
        let events: [InputEvent] = [.press(points[0]), .move(points[1]), .move(points[2]), .release(points[2])]
        #expect(
            gestures(events, field: sheet)
                == [.sheet(.began(points[0])), .sheet(.moved(from: points[0], to: points[2])), .sheet(.ended)])
        #expect(passed(events, field: sheet) == [.press(points[0]), .move(points[1]), .cancel])
        let below: [InputEvent] = [.press(point(200, 300)), .move(point(200, 400)), .release(point(200, 400))]
        #expect(gestures(below, field: sheet) == [] && passed(below, field: sheet) == below)
    }

    @Test func pressBesideTheCardIsNotThePages() {
        let events: [InputEvent] = [.press(point(200, 50)), .move(point(200, 300)), .release(point(200, 300))]
        #expect(gestures(events, field: sheet).first == .outside(.began(point(200, 50))))
        #expect(passed(events, field: sheet) == [])
    }
}
