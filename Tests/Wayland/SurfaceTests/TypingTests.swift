import FakeCompositor
import Geometry
import Gestures
import StageTestSupport
import TestSupport
import Testing

@testable import SurfaceKit
import Xkbcommon

/// A session with a surface with the keyboard, and a text field on it.
private final class TypingSession {
    let local: LocalSession
    let surface: Surface
    let fake: FakeSurface
    private let content: PlainContent
    /// The typed text; the caret is at its end.
    private(set) var text = ""
    private(set) var preedit = ""
    /// The commands of keys, in their order.
    private(set) var commands: [InputEvent] = []

    init(versions: [String: UInt32] = ["zwp_text_input_manager_v3": 1], hasField: Bool = true) throws {
        (local, surface, fake, content) = try LocalSession.showing(as: .overlay(namespace: "sheet"), versions: versions)
        {
            $0.setCapabilities(7)
        }
        content.onEvent = { [unowned self] in take($0) }
        surface.prepareTextInput()
        try local.settle()
        try compositor.setKeymap(of: client)
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

    /// Sends an update of the input method, see ``FakeCompositor/compose(_:preedit:deletes:serial:client:)``.
    func compose(
        _ commit: String? = nil, preedit: (text: String, begin: Int32, end: Int32)? = nil,
        deletes: (before: UInt32, after: UInt32)? = nil, serial: UInt32? = nil
    ) throws {
        compositor.compose(commit, preedit: preedit, deletes: deletes, serial: serial, client: client)
        try local.settle()
    }

    private func take(_ event: InputEvent) {
        switch event {
        case .text(.insert(let typed)): text += typed
        case .text(.deleteBackward): _ = text.popLast()
        case .text(.compose(let step)):
            text = String(decoding: text.utf8.dropLast(step.deletedBefore), as: UTF8.self) + step.committed
            preedit = step.preedit
        case .text, .clipboard: commands.append(event)
        default: break
        }
        focus(true)
    }

    static let (a, o, e, space, back, delete, left, enter, escape, dead, compose):
        (
            UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32
        ) = (30, 24, 18, 57, 14, 111, 105, 28, 1, 40, 127)
}

@Suite struct TypingTests {
    @Test func keysWriteOnlyWithTextFocus() throws {
        let session = try TypingSession()
        try session.type(TypingSession.a, TypingSession.space, TypingSession.back, TypingSession.o)
        try session.type(TypingSession.a, modifiers: 1)
        #expect(session.text == "aoA")
        try session.type(TypingSession.delete, TypingSession.left, TypingSession.enter, TypingSession.escape)
        #expect(
            session.events.suffix(4) == [.text(.deleteForward), .key(.left), .key(.activate), .key(.escape)])
        session.focus(false)
        let count = session.events.count
        try session.type(TypingSession.a, TypingSession.back, TypingSession.space)
        #expect(session.events.dropFirst(count) == [.key(.activate)])
    }

    @Test func keymapMayChange() throws {
        let session = try TypingSession()
        try session.type(TypingSession.a)
        try session.compositor.setKeymap(
            FakeCompositor.keymap.replacing("[ e ]", with: "[ eacute, E ]"), of: session.client)
        try session.type(TypingSession.e, TypingSession.a)
        #expect(session.text == "aéa")
        // The modifiers belong to the keyboard, and may arrive before its first key.
        try session.compositor.setKeymap(of: session.client)
        try session.type(TypingSession.a, modifiers: 1)
        #expect(session.text == "aéaA")
        // A malformed keymap is ignored.
        try session.compositor.setKeymap("nonsense", of: session.client)
        try session.type(TypingSession.a, TypingSession.enter)
        // So is one whose file is shorter than announced: reading beyond its end fails.
        for text in ["", String(repeating: " ", count: 4095)] {
            try session.compositor.setKeymap(text, size: 1 << 20, of: session.client)
            try session.type(TypingSession.a)
        }
        try session.compositor.setKeymap(of: session.client)
        try session.type(TypingSession.a)
        #expect(session.text == "aéaAa")
    }

    @Test func commandsOfATextField() throws {
        let session = try TypingSession()
        try session.type(TypingSession.a, TypingSession.back, TypingSession.delete, TypingSession.left, modifiers: 4)
        try session.type(TypingSession.left, TypingSession.delete, modifiers: 1)
        try session.type(TypingSession.left, modifiers: 5)
        #expect(
            session.commands == [
                .text(.selectAll), .text(.deleteWordBackward), .text(.deleteWordForward),
                .text(.move(.wordLeft, extending: false)), .text(.move(.left, extending: true)), .clipboard(.cut),
                .text(.move(.wordLeft, extending: true)),
            ])
        #expect(session.text == "")
        // In a layout of another script, the key's place counts.
        try session.compositor.setKeymap(
            FakeCompositor.keymap.replacing("[ a, A ]", with: "[ Cyrillic_ef, Cyrillic_EF ]"), of: session.client)
        try session.type(TypingSession.a, modifiers: 4)
        #expect(session.commands.last == .text(.selectAll) && session.commands.count == 8)
        // Also where Shift gives such a key a Latin sign (Arabic), but not in a Latin layout (Dvorak).
        for (key, count) in [("Arabic_zain, asciitilde", 9), ("semicolon, colon", 9)] {
            try session.compositor.setKeymap(
                FakeCompositor.keymap.replacing("[ a, A ]", with: "[ \(key) ]"), of: session.client)
            try session.type(TypingSession.a, modifiers: 5)
            #expect(session.commands.last == .text(.selectAll) && session.commands.count == count)
        }
    }

    @Test func commandsWriteNothing() throws {
        let session = try TypingSession()
        for modifiers in [8, 64, 12] as [UInt32] {
            try session.type(TypingSession.a, TypingSession.back, modifiers: modifiers)
        }
        #expect(session.events == [])
        try session.type(TypingSession.o, modifiers: 8)
        #expect(session.text == "ø")
    }

    @Test func composeSequencesWrite() throws {
        let session = try TypingSession(hasField: false)
        var count = 0
        session.local.connection.makeCompose = {
            count += 1
            return ComposeState(table: "<dead_acute> <e> : \"é\" eacute\n<Multi_key> <o> <e> : \"œ\"\n")
        }
        try session.type(TypingSession.dead, TypingSession.e)
        #expect(count == 0 && session.events == [])
        session.focus(true)
        try session.type(
            TypingSession.dead, TypingSession.e, TypingSession.e, TypingSession.compose, TypingSession.o,
            TypingSession.e)
        #expect(session.text == "éeœ" && count == 1)
        // An incomplete sequence writes nothing; Escape only ends it.
        try session.type(TypingSession.dead, TypingSession.a, TypingSession.dead, TypingSession.escape)
        #expect(session.text == "éeœ" && session.preedit == "")
        // The sequence is shown until it ends.
        try session.type(TypingSession.dead)
        #expect(session.preedit == "´")
        try session.type(TypingSession.escape)
        #expect(session.preedit == "")
        try session.type(TypingSession.compose, TypingSession.o)
        #expect(session.preedit == "·o")
        // So does Return, once: the next one is the field's.
        try session.type(TypingSession.enter)
        #expect(session.preedit == "" && session.text == "éeœ" && !session.events.contains(.key(.activate)))
        try session.type(TypingSession.enter)
        #expect(session.events.last == .key(.activate))
        // A sequence does not continue in another field.
        try session.type(TypingSession.dead)
        session.focus(false)
        session.focus(true)
        try session.type(TypingSession.e)
        session.compositor.type(TypingSession.dead, client: session.client)
        session.compositor.keyboardLeaves(session.fake)
        session.compositor.keyboardEnters(session.fake)
        try session.type(TypingSession.e)
        #expect(session.text == "éeœee" && session.preedit == "")
    }

    @Test func missingComposeTableIsIgnored() throws {
        let session = try TypingSession()
        session.local.connection.makeCompose = { nil }
        try session.type(TypingSession.e, TypingSession.dead, TypingSession.e)
        #expect(session.text == "ee")
        #expect(ComposeState(table: "<dead_acute <e : \u{1}") == nil || ComposeState(table: "") != nil)
        #expect(ComposeState(locale: "xx_XX.nothing")?.feed(0x61) ?? .nothing == .nothing)
    }

    @Test func localeTableHasDeadKeys() throws {
        guard let compose = ComposeState(locale: "en_US.UTF-8") else { return }
        #expect(compose.feed(0xFE51) == .swallowed)
        #expect(compose.feed(0x65) == .text("é"))
        #expect(compose.feed(0x65) == .nothing)
    }

    @Test(arguments: 0...5)
    func heldKeyRepeatsUntilReleased(end: Int) throws {
        let session = try TypingSession()
        session.compositor.setRepeat(rate: 500, delay: 1, of: session.client)
        session.compositor.key(TypingSession.a, isPressed: true, client: session.client)
        try session.local.waitUntil("repetitions") { session.text.count > 3 }
        switch end {
        case 0: session.compositor.key(TypingSession.a, isPressed: false, client: session.client)
        case 1: session.compositor.keyboardLeaves(session.fake)
        case 2: session.focus(false)
        case 3: session.surface.destroy()
        case 4: session.compositor.setRepeat(rate: 0, delay: 0, of: session.client)
        default: session.compositor.setCapabilities(5)
        }
        try session.local.settle()
        let text = session.text
        try session.local.pass(30_000_000)
        #expect(session.text == text)
    }

    @Test func otherKeysEndTheRepetition() throws {
        let session = try TypingSession(hasField: false)
        session.compositor.setRepeat(rate: 500, delay: 1, of: session.client)
        session.compositor.key(TypingSession.a, isPressed: true, client: session.client)
        try session.local.settle()
        session.focus(true)
        session.compositor.key(TypingSession.enter, isPressed: true, client: session.client)
        try session.local.settle()
        try session.local.pass(20_000_000)
        #expect(session.events == [.key(.activate)])
        session.compositor.key(TypingSession.a, isPressed: true, client: session.client)
        session.compositor.key(TypingSession.e, isPressed: true, client: session.client)
        try session.local.waitUntil("repetitions") { session.text.hasSuffix("eeee") }
        // Releasing the first key changes nothing.
        session.compositor.key(TypingSession.a, isPressed: false, client: session.client)
        try session.local.settle()
        let count = session.text.count
        try session.local.waitUntil("more") { session.text.count > count + 3 }
        #expect(!session.text.contains("ea"))
    }
}

@Suite struct InputMethodTests {
    @Test func stateIsSentWhileAFieldHasFocus() throws {
        let session = try TypingSession(hasField: false)
        let method = try #require(session.method)
        #expect(method.journal == [])
        session.focus(true)
        try session.local.settle()
        #expect(method.state.isEnabled && method.serial == 1)
        #expect(method.state.cursor == [10, 20, 2, 16])
        #expect(method.state.hint == 7 && method.state.purpose == 0)
        #expect(method.journal.last == "commit")
        try session.type(TypingSession.a)
        #expect(method.state.text == "a" && method.state.caret == 1 && method.state.cause == 1)
        #expect(method.serial == 2)
        // Unchanged state is not sent.
        session.focus(true)
        try session.local.settle()
        #expect(method.serial == 2)
        session.focus(false)
        try session.local.settle()
        #expect(!method.state.isEnabled && method.serial == 3)
    }

    @Test func programsWithoutFieldsDoNotBindIt() throws {
        let (local, _, _, _) = try LocalSession.showing(versions: ["zwp_text_input_manager_v3": 1]) {
            $0.setCapabilities(7)
        }
        #expect(local.client.objects("zwp_text_input_manager_v3").isEmpty)
    }

    @Test func keyboardWritesWithoutAnInputMethod() throws {
        let session = try TypingSession(versions: [:])
        try session.type(TypingSession.a)
        #expect(session.text == "a" && session.method == nil)
    }

    @Test func updatesEditTheField() throws {
        let session = try TypingSession()
        let method = try #require(session.method)
        try session.compose(preedit: ("に", 3, 3))
        #expect(session.preedit == "に" && session.text == "")
        var step = TextInputUpdate()
        (step.preedit, step.cursor) = ("に", 3..<3)
        #expect(session.events == [.text(.compose(step))])
        // A preedit is not part of the surrounding text, so nothing is sent.
        #expect(method.serial == 1)
        try session.compose("日本")
        #expect(session.text == "日本" && session.preedit == "")
        #expect(method.serial == 2 && method.state.text == "日本" && method.state.caret == 6 && method.state.cause == 0)
        try session.compose("!", preedit: ("?", -1, -1), deletes: (3, 0))
        #expect(session.text == "日!" && session.preedit == "?")
        #expect(method.state.text == "日!" && method.serial == 3)
        // A `done` alone removes the preedit; another changes nothing.
        for _ in 0..<2 { session.compositor.compose(client: session.client) }
        try session.local.settle()
        #expect(session.preedit == "" && session.events.count == 4 && method.serial == 3)
    }

    @Test func staleUpdateIsNotAnswered() throws {
        let session = try TypingSession()
        let method = try #require(session.method)
        try session.type(TypingSession.a)
        #expect(method.serial == 2)
        try session.compose("x", serial: 1)
        #expect(session.text == "ax")
        #expect(method.serial == 2 && method.state.text == "a")
        try session.compose(serial: 2)
        #expect(method.serial == 3 && method.state.text == "ax")
        // Serials never sent.
        try session.compose("y", serial: .max)
        #expect(session.text == "axy" && method.serial == 3)
    }

    @Test func compositionEndsWithTheFocus() throws {
        let session = try TypingSession()
        let method = try #require(session.method)
        try session.compose(preedit: ("abc", 0, 3))
        #expect(session.preedit == "abc")
        let told = method.journal.count
        session.compositor.keyboardLeaves(session.fake)
        try session.compose("late", serial: method.serial)
        #expect(session.preedit == "" && session.text == "" && method.journal.dropFirst(told) == ["disable", "commit"])
        session.compositor.keyboardEnters(session.fake)
        session.focus(false)
        try session.compose("late", serial: method.serial)
        #expect(session.text == "")
        session.focus(true)
        session.surface.destroy()
        try session.compose("late", serial: method.serial)
        #expect(session.text == "")
    }

    /// The input method composes in a field again after the keyboard was elsewhere, whichever commits the compositor counts.
    @Test(arguments: [true, false]) func compositionReturnsWithTheFocus(countsEachCommit: Bool) throws {
        let session = try TypingSession()
        let method = try #require(session.method)
        method.countsEachCommit = countsEachCommit
        for text in ["a", "ab", "abc"] {
            session.compositor.keyboardLeaves(session.fake)
            try session.local.settle()
            session.compositor.keyboardEnters(session.fake)
            try session.local.settle()
            #expect(method.isActive)
            let letter = String(try #require(text.last))
            try session.compose(preedit: (letter, 1, 1))
            #expect(session.preedit == letter)
            try session.compose(letter)
            #expect(session.text == text && method.state.text == text && method.state.cause == 0)
        }
    }

    /// The field is left and edited, its surface loses the keyboard to another one, which is destroyed: in any order, and
    /// with answers that are late.
    @Test(arguments: 0..<16 as Range<UInt64>)
    func compositionFollowsTheFieldInAnyOrder(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let session = try TypingSession()
        let method = try #require(session.method)
        method.countsEachCommit = seed % 2 == 0
        var (isEdited, hasKeys) = (true, true)
        for _ in 0..<40 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1:
                hasKeys.toggle()
                let compositor = session.compositor
                (hasKeys ? compositor.keyboardEnters : compositor.keyboardLeaves)(session.fake)
            case 2, 3:
                isEdited.toggle()
                session.focus(isEdited)
            case 4:
                var state = session.surface.textInput
                state?.cursor.y += 1
                session.surface.setTextInput(state)
            case 5: session.compositor.compose("b", preedit: ("c", 1, 1), client: session.client)
            case 6 where isEdited: session.compositor.compose("d", serial: method.serial &- 1, client: session.client)
            case 7:
                let (other, fake) = try session.local.surface(.overlay(namespace: "other"), PlainContent())
                if hasKeys { session.compositor.keyboardLeaves(session.fake) }
                session.compositor.keyboardEnters(fake)
                other.setTextInput(session.surface.textInput)
                if Bool.random(using: &random) { try session.local.settle() }
                other.destroy()
                if hasKeys { session.compositor.keyboardEnters(session.fake) }
            default: break
            }
            guard Bool.random(using: &random) else { continue }
            try session.local.settle()
            #expect(method.isActive == (isEdited && hasKeys))
        }
        if !hasKeys { session.compositor.keyboardEnters(session.fake) }
        session.focus(true)
        try session.local.settle()
        #expect(method.isActive)
        for text in ["e", "f"] { try session.compose(text) }
        #expect(session.text.hasSuffix("ef") && method.state.text == session.text && session.preedit == "")
    }

    @Test func surroundingTextIsCutAtCharacters() {
        func told(_ text: String, _ caret: Int, anchor: Int? = nil) -> (text: String, caret: Int, anchor: Int) {
            TextInputDevice.surroundingText(
                of: TextInputState(
                    text: text, caret: caret, anchor: anchor, cursor: Rect(x: 0, y: 0, width: 0, height: 0),
                    purpose: .prose))
        }
        #expect(told("abc", 2) == ("abc", 2, 2))
        #expect(told("abc", 9, anchor: 1) == ("abc", 3, 1))
        let long = String(repeating: "日", count: 3000)
        for caret in [0, 3, 4500, 8997, 9000] {
            let (text, place, anchor) = told(long, caret, anchor: 0)
            #expect(anchor == 0)
            #expect(text.utf8.count <= 4000 && text.utf8.count > 3990 && text.allSatisfy { $0 == "日" })
            #expect(place % 3 == 0 && place <= text.utf8.count)
            #expect(caret > 2000 || place == caret)
            #expect(caret < 9000 || place == text.utf8.count)
        }
    }

    /// A finished reader is released with its descriptor, not at the next paste.
    @Test func pasteKeepsNothing() throws {
        final class Token {}
        let session = try TypingSession()
        try session.compositor.copy("two", to: session.client)
        try session.local.settle()
        var pasted: String?
        weak var reader: Token?
        do {
            let token = Token()
            reader = token
            let seat = try #require(session.local.connection.firstSeat?.id)
            session.surface.read(.clipboard, from: .keyboard(seat: seat)) { [token] text in
                withExtendedLifetime(token) { pasted = text }
            }
        }
        #expect(reader != nil)
        try session.local.waitUntil("the text") { pasted == "two" }
        #expect(reader == nil)
    }
}
