import Canvas
import FakeCompositor
import Geometry
import Gestures
import ScreenClient
import StageTestSupport
import Testing

@testable import PageKit
@testable import ShellModel
@testable import SurfaceKit

/// A page with one field: a press focuses it, Escape ends it.
private final class FieldPage: TextPage {
    private(set) var field = TextField()
    private var isWriting = false

    var interaction = PartInteraction()
    func parts(in context: PageContext, now: UInt64) -> [Part] { [] }

    func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction {
        guard case .press = event else { return .none }
        isWriting = true
        return .redraw
    }

    func key(_ key: PageKey, context: PageContext, now: UInt64) -> PageReaction? {
        guard isWriting, key == .escape else { return nil }
        isWriting = false
        return .redraw
    }

    func textFocus(in context: PageContext, now: UInt64) -> TextFocus? {
        isWriting ? TextFocus(field, caret: Rect(x: 30, y: 40, width: 2, height: 20), purpose: .search) : nil
    }

    func text(_ edit: TextEdit, context: PageContext, now: UInt64) -> PageReaction {
        field.apply(edit) ? .redraw : .none
    }
}

/// The page of the only tab on a compositor, with a pointer, a keyboard and a touch screen.
private final class FieldScreen {
    let local: LocalSession
    let view: PageView
    private var state: ShellState
    let page = FieldPage()
    private var options = ShellOptions()

    init(versions: [String: UInt32] = [:]) throws {
        local = try LocalSession(versions: versions) { $0.setCapabilities(7) }
        state = .started()
        options.reducedMotion = true
        view = try PageHost(page, state, options, on: local).show(on: local)
    }

    /// Applies a change of the shell's state to the page.
    func update(_ change: (inout ShellState) -> Void) throws {
        change(&state)
        view.update(state, options)
        try local.rest()
    }
}

@Suite struct FieldPageTests {
    @Test func coveredPageGetsTheKeyboardWhenItIsPressed() throws {
        let screen = try FieldScreen()
        let (local, view) = (screen.local, screen.view)
        func cover(_ isCovered: Bool?) throws { try screen.update { $0.selection?.isCovered = isCovered } }
        try cover(nil)
        let fake = try #require(local.fakes.first)
        #expect(fake.layer?.keyboardInteractivity == 2)
        try cover(false)
        #expect(fake.layer?.keyboardInteractivity == 1)
        local.compositor.keyboardEnters(fake)
        // The window in front gets the keyboard first.
        try cover(true)
        #expect(fake.layer?.keyboardInteractivity == 0)
        local.compositor.keyboardLeaves(fake)
        try local.rest()
        #expect(fake.layer?.keyboardInteractivity == 2)
        // No window is left: nothing needs the page's keyboard.
        try cover(false)
        local.compositor.keyboardEnters(fake)
        try cover(nil)
        #expect(fake.layer?.keyboardInteractivity == 2)
        view.hideImmediately()
    }

    /// sway and labwc give an on-demand surface below the windows the keyboard by a click, and not by a finger.
    @Test(arguments: [true, false]) func fieldAsksForTheKeyboardAfterATouch(isTouch: Bool) throws {
        let screen = try FieldScreen()
        let (local, view) = (screen.local, screen.view)
        var requests: [PageRequest] = []
        view.host.onRequest = { requests.append($0) }
        func update(_ focus: BarFocus?) throws { try screen.update { $0.bar.focus = focus } }
        try update(nil)
        let fake = try #require(local.fakes.first)
        let source: InputSource = isTouch ? .touch(seat: 1, id: 0) : .pointer(seat: 1)
        view.handle(.press(Point(x: 5, y: 5)), from: source)
        view.handle(.release(Point(x: 5, y: 5)), from: source)
        #expect(requests == (isTouch ? [.focusField] : []))
        guard isTouch else { return view.hideImmediately() }
        // The daemon's answer raises the page above the windows, where it has the keyboard.
        try update(BarFocus("a", isPage: true, isField: true))
        #expect(fake.layer?.keyboardInteractivity == 1 && fake.layer?.layer == 2)
        view.handle(.key(.escape), from: .keyboard(seat: 1))
        #expect(requests == [.focusField, .leaveFocus])
        try update(nil)
        #expect(fake.layer?.keyboardInteractivity == 2 && fake.layer?.layer == 1)
        view.hideImmediately()
    }

    @Test(arguments: [3, 4] as [UInt32])
    func focusedFieldTakesTheKeyboard(version: UInt32) throws {
        let screen = try FieldScreen(versions: ["zwlr_layer_shell_v1": version, "zwp_text_input_manager_v3": 1])
        let (local, view, page) = (screen.local, screen.view, screen.page)
        try screen.update { _ in }
        let fake = try #require(local.fakes.first)
        // Before version 4, a surface below the windows that has the keyboard is focused as a window.
        let usual = version >= 4 ? 2 : 1
        #expect(fake.layer?.keyboardInteractivity == usual)

        view.handle(.press(Point(x: 5, y: 5)), from: .pointer(seat: 1))
        local.compositor.keyboardEnters(fake)
        try local.rest()
        #expect(fake.layer?.keyboardInteractivity == usual)
        let said = fake.journal.filter { $0 == "set_keyboard_interactivity" }.count
        let method = try #require(local.compositor.textInput(of: local.client))
        #expect(method.state.isEnabled && method.state.cursor == [30, 40, 2, 20] && method.state.hint == 1)
        // Likewise while the pointer is still down.
        for text in ["a", "b"] {
            local.compositor.compose(text, client: local.client)
            try local.rest()
        }
        view.handle(.release(Point(x: 5, y: 5)), from: .pointer(seat: 1))
        #expect(page.field.text == "ab" && method.state.text == "ab")
        #expect(fake.journal.filter { $0 == "set_keyboard_interactivity" }.count == said)

        view.handle(.key(.escape), from: .keyboard(seat: 1))
        try local.rest()
        #expect(fake.layer?.keyboardInteractivity == usual && !method.state.isEnabled)
        local.compositor.compose("late", client: local.client)
        try local.rest()
        #expect(page.field.text == "ab")
        view.hideImmediately()
    }
}
