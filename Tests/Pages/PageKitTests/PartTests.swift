import Canvas
import Geometry
import PageKit
import PageTestSupport
import Testing

/// A page of parts, whose presses are counted.
private final class PartsPage: Page {
    var interaction = PartInteraction()
    var content: [Part] = []
    var height = 2000.0
    private(set) var presses: [String] = []

    func button(_ id: String, _ frame: Rect?) -> Part {
        Part(.button, id, id: id, in: frame) { canvas, state in
            if let frame { canvas.fill(frame, state.isPressed ? .black : Color(rgb: 0xFF0000)) }
        } press: { [unowned self] in
            presses.append(id)
            return .redraw
        }
    }

    func parts(in context: PageContext, now: UInt64) -> [Part] {
        interaction.resize(content: height, context, now: now)
        return content
    }
}

/// The behaviour that the parts of a page imply.
@Suite struct PartTests {
    private let page = PartsPage()
    private let context = PageContext(size: Size(width: 400, height: 600), reducedMotion: true)

    private func rect(_ x: Double, _ y: Double, _ width: Double = 100, _ height: Double = 50) -> Rect {
        Rect(x: x, y: y, width: width, height: height)
    }

    private func tap(_ x: Double, _ y: Double) -> PageReaction { page.tap(Point(x: x, y: y), context, at: 0) }

    private func scroll(to offset: Double) {
        _ = page.pointer(.scroll(dy: offset, source: .wheel, isFinal: true), context: context, now: 0)
    }

    @Test func laterPartWinsAndAFingertipHitsBesideASmallOne() {
        page.content = [
            page.button("under", rect(0, 0)), page.button("over", rect(50, 0)),
            page.button("small", rect(200, 100, 10, 10)), page.button("next", rect(212, 100, 50, 10)),
        ]
        _ = tap(20, 20)
        _ = tap(60, 20)
        // Beside the small one, exactly on the next, and too far from both.
        _ = tap(190, 90)
        _ = tap(213, 105)
        #expect(tap(205, 160) == .none)
        #expect(page.presses == ["under", "over", "small", "next"])
    }

    @Test func disabledAndCoveredPartsTakeNoPress() {
        page.content = [
            page.button("off", rect(0, 0)).with { $0.node.isDisabled = true },
            page.button("behind", rect(0, 100)),
            Part(.status, "message", in: rect(0, 100)).with { $0.isOpaque = true },
        ]
        #expect(tap(20, 20) == .none && tap(20, 120) == .none)
        #expect(page.key(.tab, context: context, now: 0) == .redraw && page.interaction.focused == "behind")
    }

    @Test func scrolledPartsMoveAndFixedOnesStay() throws {
        page.content = [
            Part(.group, id: "bar", children: [page.button("fixed", rect(0, 0))]).with { $0.isFixed = true },
            page.button("far", rect(0, 900)),
        ]
        scroll(to: 500)
        _ = tap(20, 20)
        _ = tap(20, 420)
        #expect(page.presses == ["fixed", "far"])
        #expect(page.tree(context).node("far")?.bounds == rect(0, 400))
        #expect(page.tree(context).node("fixed")?.bounds == rect(0, 0))
        #expect(page.scrollOffset(at: 0, context: context) == 500)
    }

    /// Beyond the column of a list, its items are neither drawn nor pressed nor named.
    @Test func partsBeyondTheirClipAreNotThere() {
        let column = rect(0, 100, 400, 500)
        let items = (0..<20).map { page.button("\($0)", rect(0, 100 + 50 * Double($0))) }
        page.content = [Part(.list, id: "list", children: items).with { $0.clip = column }]
        scroll(to: 60)
        #expect(tap(20, 50) == .none)
        #expect(tap(20, 110) == .redraw && page.presses == ["1"])
        let named = page.tree(context).node("list")?.children.map(\.label)
        #expect(named == (1...10).map(String.init))
        let bitmap = Bitmap(format: .argb32, width: 400, height: 600)
        page.draw(on: Canvas(bitmap: bitmap, scale: 1), context: context, now: 0)
        let reds = bitmap.packedRows.enumerated().filter { $0.offset % 4 == 2 && $0.element > 0 }.map {
            $0.offset / 1600
        }
        #expect(reds.min() == 100)
    }

    @Test func keysMoveTheFocusAndRevealIt() throws {
        page.content = [
            page.button("one", rect(0, 0)), page.button("two", rect(0, 1000)),
            page.button("mute", rect(0, 60)).with { $0.takesFocus = false }, Part(.label, "text", in: rect(0, 300)),
        ]
        #expect(
            page.key(.activate, context: context, now: 0) == nil && page.key(.escape, context: context, now: 0) == nil)
        for focus in ["one", "two", "one"] {
            #expect(page.key(.tab, context: context, now: 0) == .redraw)
            #expect(page.interaction.focused == focus)
            let bounds = try #require(page.tree(context).node(focus)?.bounds)
            #expect(bounds.y >= 0 && bounds.maxY <= 600)
        }
        #expect(page.key(.backtab, context: context, now: 0) == .redraw && page.interaction.focused == "two")
        #expect(page.key(.activate, context: context, now: 0) == .redraw && page.presses == ["two"])
        #expect(page.key(.escape, context: context, now: 0) == .redraw && page.interaction.focused == nil)
        // Without a focus, the first part not above the visible content.
        #expect(page.key(.tab, context: context, now: 0) == .redraw && page.interaction.focused == "two")
        // A press takes the focus away, and is seen to.
        #expect(page.pointer(.press(Point(x: 300, y: 300)), context: context, now: 0) == .redraw)
        #expect(page.interaction.focused == nil)
    }

    @Test func pageWithoutPartsForKeysTakesNone() {
        page.content = [Part(.label, "text", in: rect(0, 0))]
        for key in [PageKey.tab, .backtab, .left, .right, .activate, .escape, .menu] {
            #expect(page.key(key, context: context, now: 0) == nil)
        }
        #expect(page.key(.home, context: context, now: 0) == PageReaction.none)
        #expect(page.key(.end, context: context, now: 0) == .redraw && page.interaction.offset(at: 0) == 1400)
        #expect(page.reselected(context: context, now: 0) == .redraw && page.interaction.offset(at: 0) == 0)
        #expect(page.reselected(context: context, now: 0) == .none)
    }

    @Test func pressAndFocusAreDrawn() {
        page.content = [page.button("a", rect(20, 20))]
        let rest = page.picture(context, at: 0)
        _ = page.pointer(.press(Point(x: 30, y: 30)), context: context, now: 0)
        let pressed = page.picture(context, at: 0)
        _ = page.pointer(.cancel, context: context, now: 0)
        #expect(pressed != rest && page.picture(context, at: 0) == rest && page.presses == [])
        _ = page.key(.tab, context: context, now: 0)
        #expect(page.picture(context, at: 0) != rest)
        page.leave(at: 0)
        #expect(page.picture(context, at: 0) == rest)
    }

    /// Only parts near the changed area are drawn.
    @Test func drawingIsLimitedToTheChangedArea() {
        var drawn: [Int] = []
        page.content = (0..<12).map { index in
            Part(.label, in: rect(0, 50 * Double(index))) { _, _ in drawn.append(index) }
        }
        _ = page.picture(context, at: 0, clip: rect(0, 200, 400, 50))
        #expect(drawn == [3, 4, 5])
    }

    @Test func treeSaysWhatThePartsSay() {
        page.content = [
            Part(.heading, "Title", id: "title", level: 1, in: rect(0, 0)),
            Part(id: "decoration", in: rect(0, 0)) { _, _ in },
            Part(.group, "Choice", children: ["a", "b"].map { page.button($0, rect(0, 100)) }.numbered),
            page.button("off", nil).with { $0.node.isDisabled = true },
        ]
        #expect(
            page.tree(context).outline == """
                tabPanel
                  heading "Title" level 1
                  group "Choice"
                    button "a" 1 of 2, click
                    button "b" 2 of 2, click
                  button "off" disabled, click

                """)
        #expect(page.tree(context).node("title")?.bounds == rect(0, 0))
    }

    /// A finger on a chart reads values to the side, and scrolls up and down.
    @Test func chartFollowsThePointerUntilItLeaves() {
        var readings: [Double?] = []
        page.content = [
            Part(id: "chart", in: rect(0, 300, 400, 200)).with {
                $0.scrub = { point in
                    readings.append(point?.y)
                    return .redraw
                }
            }
        ]
        scroll(to: 100)
        func send(_ event: PagePointerEvent) -> PageReaction { page.pointer(event, context: context, now: 0) }
        #expect(send(.move(Point(x: 50, y: 50))) == .none && readings == [])
        #expect(send(.move(Point(x: 50, y: 250))) == .redraw && readings == [350])
        #expect(send(.leave) == .redraw && readings == [350, nil])
        #expect(send(.leave) == .none)
        #expect(send(.press(Point(x: 50, y: 250))) == .redraw)
        #expect(send(.move(Point(x: 80, y: 250))) == .redraw)
        // Beyond the chart it still follows the finger.
        #expect(send(.move(Point(x: 80, y: 550))) == .redraw && readings.last == 650)
        #expect(send(.release(Point(x: 80, y: 550))) == .none && page.interaction.offset(at: 0) == 100)
        // A movement down scrolls, and each of its steps is drawn.
        _ = send(.move(Point(x: 50, y: 550)))
        #expect(send(.press(Point(x: 50, y: 250))) == .redraw)
        for y in [230.0, 220, 210] { #expect(send(.move(Point(x: 50, y: y))) == .redraw, "\(y)") }
        #expect(page.interaction.offset(at: 0) == 140 && readings.last == .some(nil))
    }

    /// An on-screen keyboard comes and goes with the focus, so that a drag must not take it away.
    @Test func textFieldKeepsTheFocusUntilATapElsewhere() {
        page.content = [
            Part(
                .textInput, "Note", id: "note", in: rect(0, 0),
                press: { [unowned page] in
                    page.interaction.focus("note")
                    return .redraw
                }),
            page.button("button", rect(0, 100)),
        ]
        _ = tap(20, 20)
        #expect(page.interaction.focused == "note")
        _ = page.pointer(.press(Point(x: 300, y: 300)), context: context, now: 0)
        _ = page.pointer(.move(Point(x: 300, y: 200)), context: context, now: 0)
        _ = page.pointer(.release(Point(x: 300, y: 200)), context: context, now: 0)
        #expect(page.interaction.focused == "note" && page.interaction.offset(at: 0) == 100)
        scroll(to: -100)
        #expect(tap(300, 300) == .redraw && page.interaction.focused == nil)
        _ = tap(20, 20)
        #expect(tap(20, 120) == .redraw && page.interaction.focused == nil && page.presses == ["button"])
    }
}
