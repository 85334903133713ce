// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Wayland

/// A keyboard of a compositor's own making, whose keys write what a test wants written.
final class VirtualKeyboard {
    /// Keys by what they are called; the codes are Linux's.
    enum Key: UInt32 {
        case escape = 1
        case backspace = 14
        case tab = 15
        case enter = 28
    }

    /// The code of the first key that writes.
    private static let first: UInt32 = 30

    private let display: Display
    private let keyboard: ZwpVirtualKeyboardV1
    private let characters: [Unicode.Scalar]
    private var time: UInt32 = 0

    /// - Parameter characters: what can be written: one key each.
    init(_ sway: HeadlessSway, characters: String) throws {
        var known: [Unicode.Scalar] = []
        for scalar in characters.unicodeScalars where !known.contains(scalar) { known.append(scalar) }
        self.characters = known
        display = try Display.connect(to: "\(sway.runtimeDirectory)/\(sway.display)")
        let registry = display.registry()
        var found: [String: (name: UInt32, version: UInt32)] = [:]
        registry.onEvent = { event in
            if case .global(let name, let interface, let version) = event { found[interface] = (name, version) }
        }
        try display.roundtrip()
        guard let manager = found[ZwpVirtualKeyboardManagerV1.interface.name],
            let seat = found[WlSeat.interface.name]
        else { throw SystemError("the compositor has no virtual keyboards") }
        keyboard = registry.bind(ZwpVirtualKeyboardManagerV1.self, name: manager.name, version: 1)
            .createVirtualKeyboard(seat: registry.bind(WlSeat.self, name: seat.name, version: min(seat.version, 5)))
        let layout = Self.layout(known)
        let file = try TemporaryDirectory()
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file.write(layout + "\0", to: "keymap")))
        keyboard.keymap(
            format: WlKeyboard.KeymapFormat.xkbV1, fd: handle.fileDescriptor, size: UInt32(layout.utf8.count + 1))
        try display.roundtrip()
    }

    deinit { display.disconnect() }

    func write(_ text: String) throws {
        for scalar in text.unicodeScalars {
            guard let index = characters.firstIndex(of: scalar) else { throw SystemError("no key for \(scalar)") }
            try press(code: Self.first + UInt32(index))
        }
    }

    func press(_ key: Key) throws { try press(code: key.rawValue) }

    private func press(code: UInt32) throws {
        for state in [WlKeyboard.KeyState.pressed, .released] {
            time += 1
            keyboard.key(time: time, key: code, state: state)
        }
        try display.roundtrip()
    }

    private static func layout(_ characters: [Unicode.Scalar]) -> String {
        let named = [(Key.escape, "Escape"), (.backspace, "BackSpace"), (.tab, "Tab"), (.enter, "Return")]
        var keys = named.map { ($0.rawValue, $1) }
        // The symbol of any scalar: Unicode's number, and a bit that says so.
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
