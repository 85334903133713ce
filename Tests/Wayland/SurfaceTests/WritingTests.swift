// SPDX-License-Identifier: MIT

import FakeCompositor
import Geometry
import TestSupport
import Testing

@testable import SurfaceKit
import Xkbcommon

/// A session with one surface that has the keyboard, and a field that takes what is written.
private final class Desk {
    let local: LocalSession
    let surface: Surface
    let fake: FakeSurface
    private let content = PlainContent()
    /// What was written; its caret is at its end.
    private(set) var text = ""
    private(set) var preedit = ""

    init(versions: [String: UInt32] = ["zwp_text_input_manager_v3": 1], hasField: Bool = true) throws {
        local = try LocalSession(versions: versions) { $0.setCapabilities(7) }
        (surface, fake) = try local.surface(.overlay(namespace: "sheet"), content)
        surface.input = content
        content.onEvent = { [unowned self] in take($0) }
        surface.prepareTextInput()
        try local.rest()
        try compositor.setKeymap(Self.keymap, of: client)
        compositor.keyboardEnters(fake)
        if hasField { focus(true) }
        try local.settle()
    }

    var compositor: FakeCompositor { local.compositor }
    var client: FakeClient { local.client }
    var method: FakeTextInput? { compositor.textInput(of: client) }
    var events: [InputEvent] { content.events }

    func focus(_ hasFocus: Bool) {
        let cursor = Rect(x: 10.4 + Double(text.utf8.count), y: 20, width: 2, height: 16)
        surface.setTextInput(
            hasFocus
                ? TextInputState(text: text, caret: text.utf8.count, cursor: cursor, purpose: .prose) : nil)
    }

    func type(_ codes: UInt32..., modifiers: UInt32 = 0) throws {
        for code in codes { compositor.type(code, modifiers: modifiers, client: client) }
        try local.settle()
    }

    private func take(_ event: InputEvent) {
        guard case .text(let edit) = event else { return }
        switch edit {
        case .insert(let typed): text += typed
        case .deleteBackward: _ = text.popLast()
        case .deleteForward: break
        case .compose(let step):
            text = String(decoding: text.utf8.dropLast(step.deletedBefore), as: UTF8.self) + step.committed
            preedit = step.preedit
        }
        focus(true)
    }

    static let (a, o, e, space, back, delete, left, enter, escape, dead, compose):
        (
            UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32
        ) = (30, 24, 18, 57, 14, 111, 105, 28, 1, 40, 127)

    static let keymap = """
        xkb_keymap {
        xkb_keycodes {
            minimum = 8; maximum = 255;
            <ESC> = 9; <BKSP> = 22; <AD03> = 26; <AD09> = 32; <RTRN> = 36; <AC01> = 38; <AC11> = 48; <LFSH> = 50;
            <LCTL> = 37; <LALT> = 64; <SPCE> = 65; <LEFT> = 113; <DELE> = 119; <LWIN> = 133; <COMP> = 135;
        };
        xkb_types {
            type "ONE_LEVEL" { modifiers = none; level_name[Level1] = "Any"; };
            type "TWO_LEVEL" {
                modifiers = Shift; map[Shift] = Level2; level_name[Level1] = "Base"; level_name[Level2] = "Shift";
            };
            type "ALT" {
                modifiers = Mod1; map[Mod1] = Level2; level_name[Level1] = "Base"; level_name[Level2] = "Alt";
            };
        };
        xkb_compatibility { interpret Any + AnyOf(all) { action = SetMods(modifiers = modMapMods); }; };
        xkb_symbols {
            key <ESC> { [ Escape ] }; key <BKSP> { [ BackSpace ] }; key <DELE> { [ Delete ] };
            key <AC01> { type = "TWO_LEVEL", [ a, A ] }; key <AD03> { [ e ] }; key <AD09> { type = "ALT", [ o, oslash ] };
            key <AC11> { [ dead_acute ] }; key <COMP> { [ Multi_key ] }; key <SPCE> { [ space ] };
            key <RTRN> { [ Return ] }; key <LEFT> { [ Left ] };
            key <LFSH> { [ Shift_L ] }; key <LCTL> { [ Control_L ] }; key <LALT> { [ Alt_L ] }; key <LWIN> { [ Super_L ] };
            modifier_map Shift { <LFSH> }; modifier_map Control { <LCTL> }; modifier_map Mod1 { <LALT> };
            modifier_map Mod4 { <LWIN> };
        };
        };
        """
}

@Suite("Writing on a surface")
struct WritingTests {
    @Test("keys write what the layout says while a field has the focus, and are keys else")
    func keys() throws {
        let desk = try Desk()
        try desk.type(Desk.a, Desk.space, Desk.back, Desk.o)
        try desk.type(Desk.a, modifiers: 1)
        #expect(desk.text == "aoA")
        try desk.type(Desk.delete, Desk.left, Desk.enter, Desk.escape)
        #expect(
            desk.events.suffix(4) == [.text(.deleteForward), .key(.left), .key(.activate), .key(.escape)])
        desk.focus(false)
        let count = desk.events.count
        try desk.type(Desk.a, Desk.back, Desk.space)
        #expect(desk.events.dropFirst(count) == [.key(.activate)])
        #expect(desk.compositor.violations == [])
    }

    @Test("the layout may change while a surface has the focus, with another keyboard of the seat")
    func otherLayout() throws {
        let desk = try Desk()
        try desk.type(Desk.a)
        try desk.compositor.setKeymap(Desk.keymap.replacing("[ e ]", with: "[ eacute, E ]"), of: desk.client)
        try desk.type(Desk.e, Desk.a)
        #expect(desk.text == "aéa")
        // Which modifiers are held is told of the keyboard, and may be told before its first key.
        try desk.compositor.setKeymap(Desk.keymap, of: desk.client)
        try desk.type(Desk.a, modifiers: 1)
        #expect(desk.text == "aéaA")
        // What cannot be understood is no layout, and does no harm.
        try desk.compositor.setKeymap("nonsense", of: desk.client)
        try desk.type(Desk.a, Desk.enter)
        try desk.compositor.setKeymap(Desk.keymap, of: desk.client)
        try desk.type(Desk.a)
        #expect(desk.text == "aéaAa")
    }

    @Test("a command is no text, unless the layout makes a letter of it")
    func commands() throws {
        let desk = try Desk()
        for modifiers in [4, 8, 64, 5] as [UInt32] { try desk.type(Desk.a, Desk.back, modifiers: modifiers) }
        #expect(desk.events == [])
        try desk.type(Desk.o, modifiers: 8)
        #expect(desk.text == "ø")
    }

    @Test("sequences of the compose table write, which is read for whoever writes only")
    func compose() throws {
        let desk = try Desk(hasField: false)
        var count = 0
        desk.local.connection.makeCompose = {
            count += 1
            return ComposeState(table: "<dead_acute> <e> : \"é\" eacute\n<Multi_key> <o> <e> : \"œ\"\n")
        }
        try desk.type(Desk.dead, Desk.e)
        #expect(count == 0 && desk.events == [])
        desk.focus(true)
        try desk.type(Desk.dead, Desk.e, Desk.e, Desk.compose, Desk.o, Desk.e)
        #expect(desk.text == "éeœ" && count == 1)
        // A sequence that leads nowhere writes nothing; Escape only ends it.
        try desk.type(Desk.dead, Desk.a, Desk.dead, Desk.escape)
        #expect(desk.events.count == 3)
        // Nor does one go on in another field.
        try desk.type(Desk.dead)
        desk.focus(false)
        desk.focus(true)
        try desk.type(Desk.e)
        desk.compositor.type(Desk.dead, client: desk.client)
        desk.compositor.keyboardLeaves(desk.fake)
        desk.compositor.keyboardEnters(desk.fake)
        try desk.type(Desk.e)
        #expect(desk.text == "éeœee")
        #expect(desk.compositor.violations == [])
    }

    @Test("without a table one writes without it; a bad one is none")
    func noTable() throws {
        let desk = try Desk()
        desk.local.connection.makeCompose = { nil }
        try desk.type(Desk.e, Desk.dead, Desk.e)
        #expect(desk.text == "ee")
        #expect(ComposeState(table: "<dead_acute <e : \u{1}") == nil || ComposeState(table: "") != nil)
        #expect(ComposeState(locale: "xx_XX.nothing")?.feed(0x61) ?? .nothing == .nothing)
    }

    @Test("the table of a language has its dead keys, where it is installed")
    func languageTable() throws {
        guard let compose = ComposeState(locale: "en_US.UTF-8") else { return }
        #expect(compose.feed(0xFE51) == .swallowed)
        #expect(compose.feed(0x65) == .text("é"))
        #expect(compose.feed(0x65) == .nothing)
    }

    @Test("a key that is held writes on, until it is let go or what it writes in is gone", arguments: 0...5)
    func repetition(end: Int) throws {
        let desk = try Desk()
        desk.compositor.setRepeat(rate: 500, delay: 1, of: desk.client)
        desk.compositor.key(Desk.a, isPressed: true, client: desk.client)
        try desk.local.waitUntil("repetitions") { desk.text.count > 3 }
        switch end {
        case 0: desk.compositor.key(Desk.a, isPressed: false, client: desk.client)
        case 1: desk.compositor.keyboardLeaves(desk.fake)
        case 2: desk.focus(false)
        case 3: desk.surface.destroy()
        case 4: desk.compositor.setRepeat(rate: 0, delay: 0, of: desk.client)
        default: desk.compositor.setCapabilities(5)
        }
        try desk.local.settle()
        let text = desk.text
        let later = Monotonic.now + 30_000_000
        try desk.local.waitUntil("time for more") { Monotonic.now > later }
        #expect(desk.text == text)
        #expect(desk.compositor.violations == [])
    }

    @Test("what ends a field is not done again, nor what was pressed before it, and another key takes over")
    func noRepetition() throws {
        let desk = try Desk(hasField: false)
        desk.compositor.setRepeat(rate: 500, delay: 1, of: desk.client)
        desk.compositor.key(Desk.a, isPressed: true, client: desk.client)
        try desk.local.settle()
        desk.focus(true)
        desk.compositor.key(Desk.enter, isPressed: true, client: desk.client)
        try desk.local.settle()
        let later = Monotonic.now + 20_000_000
        try desk.local.waitUntil("time for more") { Monotonic.now > later }
        #expect(desk.events == [.key(.activate)])
        desk.compositor.key(Desk.a, isPressed: true, client: desk.client)
        desk.compositor.key(Desk.e, isPressed: true, client: desk.client)
        try desk.local.waitUntil("repetitions") { desk.text.hasSuffix("eeee") }
        // Letting go of the first one changes nothing.
        desk.compositor.key(Desk.a, isPressed: false, client: desk.client)
        try desk.local.settle()
        let count = desk.text.count
        try desk.local.waitUntil("more") { desk.text.count > count + 3 }
        #expect(!desk.text.contains("ea"))
    }
}

@Suite("An input method")
struct InputMethodTests {
    @Test("is asked for by whoever has a field, and told of it while it has the focus")
    func told() throws {
        let desk = try Desk(hasField: false)
        let method = try #require(desk.method)
        #expect(method.journal == [])
        desk.focus(true)
        try desk.local.settle()
        #expect(method.state.isEnabled && method.serial == 1)
        #expect(method.state.cursor == [10, 20, 2, 16])
        #expect(method.state.hint == 7 && method.state.purpose == 0)
        #expect(method.journal.last == "commit")
        try desk.type(Desk.a)
        #expect(method.state.text == "a" && method.state.caret == 1 && method.state.cause == 1)
        #expect(method.serial == 2)
        // What has not changed is not told.
        desk.focus(true)
        try desk.local.settle()
        #expect(method.serial == 2)
        desk.focus(false)
        try desk.local.settle()
        #expect(!method.state.isEnabled && method.serial == 3)
        #expect(desk.compositor.violations == [])
    }

    @Test("is neither bound nor made for a program without fields")
    func lazy() throws {
        let local = try LocalSession(versions: ["zwp_text_input_manager_v3": 1]) { $0.setCapabilities(7) }
        _ = try local.surface(.overlay(namespace: "menu"), PlainContent())
        try local.rest()
        #expect(local.client.objects("zwp_text_input_manager_v3").isEmpty)
    }

    @Test("keyboards write where there is none")
    func none() throws {
        let desk = try Desk(versions: [:])
        try desk.type(Desk.a)
        #expect(desk.text == "a" && desk.method == nil)
    }

    @Test("writes, begins and deletes; its words are answered with the field's new state")
    func writes() throws {
        let desk = try Desk()
        let method = try #require(desk.method)
        desk.compositor.compose(preedit: ("に", 3, 3), client: desk.client)
        try desk.local.settle()
        #expect(desk.preedit == "に" && desk.text == "")
        var step = TextInputUpdate()
        (step.preedit, step.cursor) = ("に", 3..<3)
        #expect(desk.events == [.text(.compose(step))])
        // A preedit is no part of the surrounding text: there is nothing to tell.
        #expect(method.serial == 1)
        desk.compositor.compose("日本", client: desk.client)
        try desk.local.settle()
        #expect(desk.text == "日本" && desk.preedit == "")
        #expect(method.serial == 2 && method.state.text == "日本" && method.state.caret == 6 && method.state.cause == 0)
        desk.compositor.compose("!", preedit: ("?", -1, -1), deletes: (3, 0), client: desk.client)
        try desk.local.settle()
        #expect(desk.text == "日!" && desk.preedit == "?")
        #expect(method.state.text == "日!" && method.serial == 3)
        // A `done` by itself takes the preedit away; another one changes nothing.
        for _ in 0..<2 { desk.compositor.compose(client: desk.client) }
        try desk.local.settle()
        #expect(desk.preedit == "" && desk.events.count == 4 && method.serial == 3)
        #expect(desk.compositor.violations == [])
    }

    @Test("one that has not heard of our latest word is not answered until it has")
    func staleSerial() throws {
        let desk = try Desk()
        let method = try #require(desk.method)
        try desk.type(Desk.a)
        #expect(method.serial == 2)
        desk.compositor.compose("x", serial: 1, client: desk.client)
        try desk.local.settle()
        #expect(desk.text == "ax")
        #expect(method.serial == 2 && method.state.text == "a")
        desk.compositor.compose(serial: 2, client: desk.client)
        try desk.local.settle()
        #expect(method.serial == 3 && method.state.text == "ax")
        // Numbers that never were.
        desk.compositor.compose("y", serial: .max, client: desk.client)
        try desk.local.settle()
        #expect(desk.text == "axy" && method.serial == 3)
        #expect(desk.compositor.violations == [])
    }

    @Test("what it has begun goes with the focus, and comes to nobody without a field")
    func focus() throws {
        let desk = try Desk()
        let method = try #require(desk.method)
        desk.compositor.compose(preedit: ("abc", 0, 3), client: desk.client)
        try desk.local.settle()
        #expect(desk.preedit == "abc")
        let told = method.journal.count
        desk.compositor.keyboardLeaves(desk.fake)
        desk.compositor.compose("late", client: desk.client)
        try desk.local.settle()
        #expect(desk.preedit == "" && desk.text == "" && method.journal.count == told)
        // The state is gone with the focus, and is told anew.
        desk.compositor.keyboardEnters(desk.fake)
        try desk.local.settle()
        #expect(method.state.isEnabled && method.journal.filter { $0 == "enable" }.count == 2)
        desk.focus(false)
        desk.compositor.compose("late", client: desk.client)
        try desk.local.settle()
        #expect(desk.text == "")
        desk.focus(true)
        desk.surface.destroy()
        desk.compositor.compose("late", client: desk.client)
        try desk.local.settle()
        #expect(desk.text == "")
    }

    @Test("is told of a long text what is round the caret, in whole letters")
    func surroundings() {
        func told(_ text: String, _ caret: Int) -> (text: String, caret: Int) {
            TextInputDevice.surroundingText(
                of: TextInputState(
                    text: text, caret: caret, cursor: Rect(x: 0, y: 0, width: 0, height: 0), purpose: .prose))
        }
        #expect(told("abc", 2) == ("abc", 2))
        #expect(told("abc", 9) == ("abc", 3))
        let long = String(repeating: "日", count: 3000)
        for caret in [0, 3, 4500, 8997, 9000] {
            let (text, place) = told(long, caret)
            #expect(text.utf8.count <= 4000 && text.utf8.count > 3990 && text.allSatisfy { $0 == "日" })
            #expect(place % 3 == 0 && place <= text.utf8.count)
            #expect(caret > 2000 || place == caret)
            #expect(caret < 9000 || place == text.utf8.count)
        }
    }
}
