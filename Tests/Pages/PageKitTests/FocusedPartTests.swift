import Canvas
import EventLoop
import FakeCompositor
import Geometry
import Gestures
import PageTestSupport
import ScreenClient
import StageTestSupport
import Testing

@testable import PageKit
@testable import ShellModel

/// A page with a text field above a list.
private final class NotePage: TextPage {
    var interaction = PartInteraction()
    var field = TextField()

    func parts(in context: PageContext, now: UInt64) -> [Part] {
        interaction.resize(content: 2000, context, now: now)
        let rows = (0..<20).map { row in
            Part(
                .button, "Row \(row)", id: "row/\(row)",
                in: Rect(x: 0, y: 100 + 60 * Double(row), width: 300, height: 60),
                press: { .redraw })
        }
        return [
            Part(.textInput, "Note", id: "note", value: field.text, in: Rect(x: 0, y: 0, width: 300, height: 40)) {
                canvas, state in
                if state.isFocused { canvas.fill(Rect(x: 5, y: 5, width: 2, height: 20), .black) }
            } press: { [self] in
                interaction.focus("note")
                return .redraw
            }, Part(.list, "Rows", id: "rows", children: rows),
        ]
    }

    func textFocus(in context: PageContext, now: UInt64) -> TextFocus? {
        interaction.focused == "note" ? TextFocus(field, caret: Rect(x: 5, y: 5, width: 2, height: 20)) : nil
    }

    func text(_ edit: TextEdit, context: PageContext, now: UInt64) -> PageReaction {
        field.apply(edit) ? .redraw : .none
    }
}

/// The part with the ring or the caret, in the tree and in the picture.
@Suite struct FocusedPartTests {
    private let page = NotePage()
    private let keyboard = InputSource.keyboard(seat: 1)

    private func host() throws -> PageHost {
        let host = PageHost(page, .started(), on: try LocalSession())
        host.resize(Size(width: 400, height: 600), scale: 1, insets: .zero)
        host.appear(at: 0)
        return host
    }

    private func focused(_ host: PageHost) -> [AccessibilityNode] {
        host.accessibilityNode(at: MonotonicClock.now).all.filter(\.isFocused)
    }

    @Test func focusedPartIsInTheTreeAlsoWhereItIsScrolledAway() throws {
        let host = try host()
        #expect(focused(host).isEmpty)
        for id in ["note", "row/0"] {
            host.handle(.key(.tab), from: keyboard)
            #expect(focused(host).map(\.id) == [id])
        }
        #expect(host.accessibilityNode(at: 0).lines.contains { $0.contains(#"button "Row 0" focused, click"#) })
        host.handle(.scroll(dx: 0, dy: 500, isFinal: true), from: .pointer(seat: 1))
        let row = try #require(focused(host).first)
        #expect(row.id == "row/0" && row.bounds.map { $0.maxY < 0 } == true)
        #expect(host.accessibilityNode(at: 0).node("row/1") == nil)
        host.handle(.key(.escape), from: keyboard)
        #expect(focused(host).isEmpty)
    }

    /// A screen reader writes in the field, which gets the focus.
    @Test func fieldIsEditedByPositionsInScalars() throws {
        let host = try host()
        func edit(_ start: Int, _ end: Int, _ text: String?) -> PressOutcome {
            host.edit("note", AccessibilityEdit(start: start, end: end, text: text), at: 0)
        }
        #expect(edit(0, 0, "a\u{301}b\n🙂") == .done && page.interaction.focused == "note")
        #expect(page.field.text == "a\u{301}b 🙂")
        #expect(edit(2, 3, "cd") == .done && page.field.text == "a\u{301}cd 🙂")
        #expect(edit(0, 4, nil) == .done && page.field.selectedText == "a\u{301}cd")
        #expect(edit(4, 6, "") == .done && page.field.text == "a\u{301}cd" && page.field.caretBytes == 5)
        host.handle(.text(.undo), from: keyboard)
        #expect(page.field.text == "a\u{301}cd 🙂")
        #expect(edit(0, 7, "") == .failed("its text has 6 characters"))
        #expect(edit(3, 2, "") == .failed("its text has 6 characters"))
        #expect(host.edit("row/0", AccessibilityEdit(start: 0, end: 0), at: 0) == .failed("it is not a text field"))
        #expect(edit(6, 6, nil) == .done && !page.field.hasSelection)
        host.handle(.text(.compose(TextInputUpdate(preedit: "x"))), from: keyboard)
        #expect(edit(0, 0, "y") == .moving("an input method is writing in it"))
        #expect(page.field.text == "a\u{301}cd 🙂" && page.field.preedit?.text == "x")
    }

    @Test func editedFieldHasItsTextAndItsCaretInScalars() throws {
        let host = try host()
        let note = { [host] in host.accessibilityNode(at: 0).node("note") }
        #expect(note()?.value == "" && note()?.textSelection == nil)
        #expect(host.press("note", at: 0) == .done)
        // A flag of two scalars, a letter with a mark, and a preedit, which is not yet text.
        for text in ["🇩🇪", "e\u{301}", "x"] { host.handle(.text(.insert(text)), from: keyboard) }
        #expect(note()?.value == "🇩🇪e\u{301}x" && note()?.textSelection == .init(anchor: 5, focus: 5))
        host.handle(.text(.compose(TextInputUpdate(preedit: "zi"))), from: keyboard)
        for _ in 0..<2 { host.handle(.text(.move(.left, extending: true)), from: keyboard) }
        let node = try #require(note())
        #expect(node.value == "🇩🇪e\u{301}x" && node.textSelection == .init(anchor: 5, focus: 2))
        #expect(node.lines[0].hasPrefix(#"textInput "Note" value "🇩🇪éx" focused, selection 5–2, click"#))
        let cut = node.limited(nodes: 1, depth: 1, textBytes: 7)
        #expect(cut.value == "…" && cut.textSelection == .init(anchor: 1, focus: 1))
        host.disappear(at: 0)
        #expect(note()?.textSelection == nil && focused(host).isEmpty)
    }

    /// A seat without a keyboard has a text input.
    @Test(arguments: [7, 4] as [UInt32])
    func ringAndCaretGoWithTheKeyboard(capabilities: UInt32) throws {
        let local = try LocalSession(versions: ["zwp_text_input_manager_v3": 1]) { $0.setCapabilities(capabilities) }
        let view = try PageHost(page, .started(), on: local).show(on: local)
        view.update(.started())
        try local.rest()
        let fake = try #require(local.fakes.first)
        func picture() throws -> [UInt8] {
            try local.rest()
            return page.picture(view.host.context, at: 0)
        }
        let plain = try picture()
        var pictures: [[UInt8]] = []
        for presses in [{ view.host.press("note", at: 0) == .done }, { view.host.handle(.key(.tab), from: keyboard) }] {
            #expect(presses() && focused(view.host).isEmpty)
            #expect(try picture() == plain)
            for _ in 0..<2 {
                let frames = fake.frameCount
                local.compositor.keyboardEnters(fake)
                pictures.append(try picture())
                #expect(fake.frameCount > frames)
                #expect(focused(view.host).map(\.id) == [page.interaction.focused])
                local.compositor.keyboardLeaves(fake)
                #expect(try picture() == plain && focused(view.host).isEmpty)
            }
        }
        #expect(pictures[0] == pictures[1] && pictures[2] == pictures[3] && Set(pictures + [plain]).count == 3)
        view.hideImmediately()
    }
}
