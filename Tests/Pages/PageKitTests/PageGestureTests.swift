import Geometry
import Gestures
import Testing

@testable import PageKit

/// Swipes on a page that is 400 px wide, and drags of a sheet's card.
@Suite struct PageGestureTests {
    private let finger = InputSource.touch(seat: 1, id: 0)

    /// The gestures of events, and the page's events.
    private func run(
        _ events: [InputEvent], from source: InputSource? = nil, field: PageField = PageField(swipeWidth: 400)
    ) -> (gestures: [PageGesture], passed: [InputEvent]) {
        var arena = GestureArena<PageField, PageGesture>()
        let all = events.flatMap { arena.handle($0, from: source ?? finger, at: 0, in: field) ?? [] }
        let passed: [InputEvent?] = all.map { if case .page(let event, _) = $0 { event } else { nil } }
        return (zip(all, passed).filter { $1 == nil }.map(\.0), passed.compactMap(\.self))
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
        let (gestures, passed) = run(events)
        #expect(gestures == swipe(point(10), point(50), point(30)) + [.swipe(.ended, scrolls: false)])
        #expect(passed == [.press(point(10)), .move(point(15)), .cancel], "a swipe presses nothing")
    }

    @Test func fingerFromTheTrailingEdgeGoesOn() {
        #expect(
            run([.press(point(390)), .move(point(190)), .move(point(390)), .cancel]).gestures
                == swipe(point(390), point(190), point(390)) + [.swipe(.cancelled, scrolls: false)])
    }

    @Test(arguments: [200.0, 30, 370]) func fingerOnThePageDoesNot(x: Double) {
        let events: [InputEvent] = [.press(point(x)), .move(point(x + 90)), .release(point(x))]
        let (gestures, passed) = run(events)
        #expect(gestures == [] && passed == events)
    }

    @Test func movementAlongTheEdgeAndOutwardsDoesNot() {
        #expect(
            run([.press(point(10)), .move(point(20, 260)), .move(point(200, 260)), .release(point(200))]).gestures == []
        )
        #expect(run([.press(point(20)), .move(point(2)), .move(point(200))]).gestures == [])
    }

    @Test func pointerFromAnEdgeDoesNot() {
        #expect(run([.press(point(10)), .move(point(200))], from: .pointer(seat: 1)).gestures == [])
    }

    @Test func touchpadSwipesHorizontally() {
        func scroll(_ dx: Double, _ dy: Double = 0, isFinal: Bool = false) -> InputEvent {
            .scroll(dx: dx, dy: dy, isFinal: isFinal)
        }
        func moved(_ from: Point, _ to: Point) -> PageGesture { .swipe(.moved(from: from, to: to), scrolls: true) }
        let began = PageGesture.swipe(.began(.zero), scrolls: true)
        let swiped = [scroll(6), scroll(19, 2), scroll(25, 40), scroll(0, 0, isFinal: true), scroll(6)]
        #expect(
            run(swiped).gestures == [
                began, moved(.zero, point(25, 2)), moved(point(25, 2), point(50, 42)),
                .swipe(.ended, scrolls: true),
            ])
        #expect(
            run(swiped).passed == [scroll(6), scroll(0, 0, isFinal: true), scroll(6)], "the page's own scroll ends")
        // One that began vertically scrolls the page until its end.
        #expect(
            run([scroll(6, 9), scroll(4, 9), scroll(90), scroll(0, 0, isFinal: true), scroll(90)]).gestures
                == [began, moved(.zero, point(90, 0))])
        #expect(
            run([scroll(50), .leave, .leave]).gestures == [
                began, moved(.zero, point(50, 0)), .swipe(.ended, scrolls: true),
            ])
    }

    @Test func pageThatNothingSwipesGetsEverything() {
        let events: [InputEvent] = [.press(point(10)), .move(point(300)), .release(point(300))]
        #expect(run(events, field: PageField()) == ([], events))
    }

    // MARK: - Sheets

    private let sheet = PageField(card: Rect(x: 20, y: 100, width: 360, height: 500))

    @Test func cardIsDraggedByItsUpperEdge() {
        let points = [point(200, 105), point(200, 112), point(200, 114)]
        let events: [InputEvent] = [.press(points[0]), .move(points[1]), .move(points[2]), .release(points[2])]
        let (gestures, passed) = run(events, field: sheet)
        #expect(
            gestures == [.sheet(.began(points[0])), .sheet(.moved(from: points[0], to: points[2])), .sheet(.ended)])
        #expect(passed == [.press(points[0]), .move(points[1]), .cancel])
        let below: [InputEvent] = [.press(point(200, 300)), .move(point(200, 400)), .release(point(200, 400))]
        #expect(run(below, field: sheet) == ([], below))
    }

    @Test func pressBesideTheCardIsNotThePages() {
        let events: [InputEvent] = [.press(point(200, 50)), .move(point(200, 300)), .release(point(200, 300))]
        let (gestures, passed) = run(events, field: sheet)
        #expect(gestures.first == .outside(.began(point(200, 50))) && passed == [])
    }
}
