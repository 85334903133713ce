// SPDX-License-Identifier: MIT
import CXkbcommon
import Glibc

/// A keyboard layout and the state of its modifiers. It takes a megabyte, so it is made only for a keyboard in use.
///
/// Keys are given by their codes in Linux's input events.
public final class Keymap {
    /// The modifier masks and the layout group of `wl_keyboard.modifiers`.
    public typealias Modifiers = (depressed: UInt32, latched: UInt32, locked: UInt32, group: UInt32)

    /// A modifier by the name that keymaps give it.
    public enum Modifier: String, Sendable {
        case shift = "Shift"
        case control = "Control"
        case alt = "Mod1"
        case logo = "Mod4"
    }

    /// X11 key codes, which XKB uses, are 8 above Linux's.
    private static let codeOffset: UInt32 = 8

    private let context: OpaquePointer
    private let keymap: OpaquePointer
    private let state: OpaquePointer

    /// - Parameters:
    ///   - descriptor: a file that holds the keymap as text (XKB version 1).
    ///   - size: the text's length with its terminating zero, bytes.
    /// - Returns: nil if the text cannot be read or parsed.
    public init?(descriptor: Int32, size: Int) {
        guard size > 0, let text = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), text != MAP_FAILED else {
            return nil
        }
        defer { munmap(text, size) }
        guard let context = xkb_context_new(XKB_CONTEXT_NO_DEFAULT_INCLUDES) else { return nil }
        let keymap = xkb_keymap_new_from_buffer(
            context, text.assumingMemoryBound(to: CChar.self), strnlen(text, size), XKB_KEYMAP_FORMAT_TEXT_V1,
            XKB_KEYMAP_COMPILE_NO_FLAGS)
        guard let keymap, let state = xkb_state_new(keymap) else {
            xkb_keymap_unref(keymap)
            xkb_context_unref(context)
            return nil
        }
        self.context = context
        self.keymap = keymap
        self.state = state
    }

    deinit {
        xkb_state_unref(state)
        xkb_keymap_unref(keymap)
        xkb_context_unref(context)
    }

    public func update(_ modifiers: Modifiers) {
        xkb_state_update_mask(
            state, modifiers.depressed, modifiers.latched, modifiers.locked, 0, 0, modifiers.group)
    }

    /// The keysym (`XKB_KEY_…`) of a key in the current state.
    public func symbol(for code: UInt32) -> UInt32 {
        xkb_state_key_get_one_sym(state, code &+ Self.codeOffset)
    }

    /// The text of a key in the current state; nil for none and for control characters.
    public func text(for code: UInt32) -> String? {
        String(xkb: { xkb_state_key_get_utf8(state, code &+ Self.codeOffset, $0, $1) })
    }

    /// True if the keymap lets a key repeat while it is held.
    public func repeats(_ code: UInt32) -> Bool {
        xkb_keymap_key_repeats(keymap, code &+ Self.codeOffset) != 0
    }

    /// True if a modifier is in effect.
    public func isActive(_ modifier: Modifier) -> Bool {
        xkb_state_mod_name_is_active(state, modifier.rawValue, XKB_STATE_MODS_EFFECTIVE) > 0
    }

    /// True if the keymap itself uses a modifier to choose a key's symbol.
    public func isConsumed(_ modifier: Modifier, by code: UInt32) -> Bool {
        let index = xkb_keymap_mod_get_index(keymap, modifier.rawValue)
        return xkb_state_mod_index_is_consumed(state, code &+ Self.codeOffset, index) > 0
    }
}
