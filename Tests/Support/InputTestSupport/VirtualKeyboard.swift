import Foundation
import TestSupport
import WaylandProtocols
import WaylandClient

/// A virtual keyboard whose keys write the characters that a test needs.
public final class VirtualKeyboard {
    /// Keys by name; the codes are Linux's.
    public enum Key: UInt32 {
        case escape = 1
        case backspace = 14
        case tab = 15
        case enter = 28
        case home = 102
        case up = 103
        case left = 105
        case right = 106
        case end = 107
        case down = 108
        case menu = 127
    }

    /// The code of the first key that writes.
    private static let first: UInt32 = 30

    private let seat: TestSeat
    private let keyboard: ZwpVirtualKeyboardV1
    private let characters: [Unicode.Scalar]
    private var time: UInt32 = 0

    /// Creates a keyboard on a headless compositor, with a key for each of the characters.
    public init(_ sway: HeadlessSway, characters: String) throws {
        var known: [Unicode.Scalar] = []
        for scalar in characters.unicodeScalars where !known.contains(scalar) { known.append(scalar) }
        self.characters = known
        seat = try TestSeat(sway)
        keyboard = try seat.bind(ZwpVirtualKeyboardManagerV1.self, version: 1)
            .createVirtualKeyboard(seat: seat.seat())
        let layout = Self.layout(known)
        let file = try TemporaryDirectory()
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file.write(layout + "\0", to: "keymap")))
        keyboard.keymap(
            format: WlKeyboard.KeymapFormat.xkbV1, fd: handle.fileDescriptor, size: UInt32(layout.utf8.count + 1))
        try seat.display.roundtrip()
    }

    /// Presses a key per character.
    public func write(_ text: String) throws {
        for scalar in text.unicodeScalars {
            guard let index = characters.firstIndex(of: scalar) else { throw SystemError("no key for \(scalar)") }
            try press(code: Self.first + UInt32(index))
        }
    }

    /// Presses a key that writes nothing.
    public func press(_ key: Key) throws { try press(code: key.rawValue) }

    /// The modifiers' bits.
    public static let (shift, control): (UInt32, UInt32) = (1, 4)

    public func press(_ key: Key, modifiers: UInt32) throws {
        try hold(modifiers) { try press(key) }
    }

    public func write(_ character: String, modifiers: UInt32) throws {
        try hold(modifiers) { try write(character) }
    }

    private func hold(_ modifiers: UInt32, _ body: () throws -> Void) throws {
        keyboard.modifiers(modsDepressed: modifiers, modsLatched: 0, modsLocked: 0, group: 0)
        try body()
        keyboard.modifiers(modsDepressed: 0, modsLatched: 0, modsLocked: 0, group: 0)
        try seat.display.roundtrip()
    }

    private func press(code: UInt32) throws {
        for state in [WlKeyboard.KeyState.pressed, .released] {
            time += 1
            keyboard.key(time: time, key: code, state: state)
        }
        try seat.display.roundtrip()
    }

    private static func layout(_ characters: [Unicode.Scalar]) -> String {
        let named = [
            (Key.escape, "Escape"), (.backspace, "BackSpace"), (.tab, "Tab"), (.enter, "Return"), (.home, "Home"),
            (.up, "Up"), (.left, "Left"), (.right, "Right"), (.end, "End"), (.down, "Down"), (.menu, "Menu"),
        ]
        var keys = named.map { ($0.rawValue, $1) }
        // The keysym of a scalar is its number with a marker bit.
        keys += characters.enumerated().map { (first + UInt32($0), "U\(String($1.value, radix: 16, uppercase: true))") }
        let codes = keys.map { "<K\($0.0)> = \($0.0 + 8);" }.joined(separator: " ")
        let symbols = keys.map { "key <K\($0.0)> { [ \($0.1) ] };" }.joined(separator: " ")
        return """
            xkb_keymap {
            xkb_keycodes { minimum = 8; maximum = 255; \(codes) };
            xkb_types { virtual_modifiers None; type "ONE_LEVEL" { modifiers = none; level_name[Level1] = "Any"; }; };
            xkb_compatibility { };
            xkb_symbols { \(symbols) };
            };
            """
    }
}
