import CXkbcommon
import Glibc

/// A keyboard layout and the state of its modifiers. It takes a megabyte, so it is made only for a keyboard in use.
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

    /// The largest keymap, bytes; every known layout has less than 100 KiB.
    private static let maximumSize = 1 << 20

    /// Reads a text keymap (XKB version 1) of a size in bytes, including the final zero; nil if unreadable or invalid.
    public init?(descriptor: Int32, size: Int) {
        guard let text = Self.text(descriptor: descriptor, size: size),
            let context = xkb_context_new(XKB_CONTEXT_NO_DEFAULT_INCLUDES)
        else { return nil }
        // A rejection would print the text's lines to standard error.
        xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
        let length = text.firstIndex(of: 0) ?? text.count
        let keymap = xkb_keymap_new_from_buffer(
            context, text, length, XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
        guard let keymap, let state = xkb_state_new(keymap) else {
            xkb_keymap_unref(keymap)
            xkb_context_unref(context)
            return nil
        }
        self.context = context
        self.keymap = keymap
        self.state = state
    }

    /// Reads the text. It is not mapped, since reading beyond the end of a mapped file kills the process.
    private static func text(descriptor: Int32, size: Int) -> [CChar]? {
        guard size > 0, size <= maximumSize else { return nil }
        var text = [CChar](repeating: 0, count: size)
        var count = 0
        while count < size {
            let part = text.withUnsafeMutableBytes { bytes in
                pread(descriptor, bytes.baseAddress.map { $0 + count }, size - count, off_t(count))
            }
            if part < 0, errno == EINTR { continue }
            guard part > 0 else { break }
            count += part
        }
        return count > 0 ? text : nil
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

    /// The keysym of a key without modifiers, in the current layout.
    public func baseSymbol(for code: UInt32) -> UInt32 {
        let key = code &+ Self.codeOffset
        var symbols: UnsafePointer<xkb_keysym_t>?
        let count = xkb_keymap_key_get_syms_by_level(keymap, key, xkb_state_key_get_layout(state, key), 0, &symbols)
        return count > 0 ? symbols?.pointee ?? 0 : 0
    }

    /// The text of a key in the current state; nil without one and for control characters.
    public func text(for code: UInt32) -> String? {
        String(xkb: { xkb_state_key_get_utf8(state, code &+ Self.codeOffset, $0, $1) })
    }

    /// True if the keymap repeats a held key.
    public func repeats(_ code: UInt32) -> Bool {
        xkb_keymap_key_repeats(keymap, code &+ Self.codeOffset) != 0
    }

    public func isActive(_ modifier: Modifier) -> Bool {
        xkb_state_mod_name_is_active(state, modifier.rawValue, XKB_STATE_MODS_EFFECTIVE) > 0
    }

    /// True if the keymap itself uses a modifier to choose a key's symbol.
    public func isConsumed(_ modifier: Modifier, by code: UInt32) -> Bool {
        let index = xkb_keymap_mod_get_index(keymap, modifier.rawValue)
        return xkb_state_mod_index_is_consumed(state, code &+ Self.codeOffset, index) > 0
    }
}
