// SPDX-License-Identifier: MIT
import CXkbcommon
import Glibc
import Wayland

/// A keyboard layout, and which of its modifiers are held. It costs a megabyte, so it is made only for a keyboard that
/// is used on one of our surfaces.
final class Keymap {
    /// Which modifiers are held or locked, and which of its groups the layout is in, as a compositor tells it.
    struct Modifiers {
        var depressed: UInt32
        var latched: UInt32
        var locked: UInt32
        var group: UInt32
    }

    private let context: OpaquePointer
    private let keymap: OpaquePointer
    private let state: OpaquePointer

    /// - Parameters:
    ///   - descriptor: a file that holds the layout as text (XKB version 1).
    ///   - size: of the text, its terminating zero included.
    /// - Returns: nil when the text cannot be read or understood.
    init?(descriptor: Int32, size: Int) {
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

    func update(_ modifiers: Modifiers) {
        xkb_state_update_mask(
            state, modifiers.depressed, modifiers.latched, modifiers.locked, 0, 0, modifiers.group)
    }

    /// What a key means now, by the code of Linux's input events.
    func key(_ code: UInt32) -> Key? {
        // X11's key codes, which XKB keeps, are 8 above Linux's.
        switch Int32(bitPattern: xkb_state_key_get_one_sym(state, code &+ 8)) {
        case XKB_KEY_Left, XKB_KEY_KP_Left: .left
        case XKB_KEY_Right, XKB_KEY_KP_Right: .right
        case XKB_KEY_Up, XKB_KEY_KP_Up: .up
        case XKB_KEY_Down, XKB_KEY_KP_Down: .down
        case XKB_KEY_Home, XKB_KEY_KP_Home: .home
        case XKB_KEY_End, XKB_KEY_KP_End: .end
        case XKB_KEY_Page_Up, XKB_KEY_KP_Page_Up: .pageUp
        case XKB_KEY_Page_Down, XKB_KEY_KP_Page_Down: .pageDown
        // Layouts differ in whether Shift makes another key of it.
        case XKB_KEY_Tab, XKB_KEY_KP_Tab: isShifted ? .backtab : .tab
        case XKB_KEY_ISO_Left_Tab: .backtab
        case XKB_KEY_Return, XKB_KEY_KP_Enter, XKB_KEY_ISO_Enter, XKB_KEY_space, XKB_KEY_KP_Space: .activate
        case XKB_KEY_Escape: .escape
        default: nil
        }
    }

    /// What a key does to a field of text now; nil for nothing, as with Control, Alt or Super held.
    func typed(_ code: UInt32, compose: ComposeState?) -> InputEvent? {
        guard !isChord(code) else { return nil }
        let symbol = xkb_state_key_get_one_sym(state, code &+ 8)
        switch compose?.feed(symbol) {
        case .text(let text): return .text(.insert(text))
        case .swallowed: return nil
        case .nothing, nil: break
        }
        switch Int32(bitPattern: symbol) {
        case XKB_KEY_BackSpace: return .text(.deleteBackward)
        case XKB_KEY_Delete, XKB_KEY_KP_Delete: return .text(.deleteForward)
        default:
            let text = String(xkb: { xkb_state_key_get_utf8(state, code &+ 8, $0, $1) })
            return text.map { .text(.insert($0)) } ?? key(code).map { .key($0) }
        }
    }

    /// Whether the layout lets a key repeat while it is held.
    func repeats(_ code: UInt32) -> Bool {
        xkb_keymap_key_repeats(keymap, code &+ 8) != 0
    }

    /// Whether a modifier is held that makes a command of a key. A layout may use Alt and Super for letters of its own.
    private func isChord(_ code: UInt32) -> Bool {
        func isActive(_ name: String) -> Bool {
            xkb_state_mod_name_is_active(state, name, XKB_STATE_MODS_EFFECTIVE) > 0
        }
        func isUsedUp(_ name: String) -> Bool {
            xkb_state_mod_index_is_consumed(state, code &+ 8, xkb_keymap_mod_get_index(keymap, name)) > 0
        }
        return isActive(XKB_MOD_NAME_CTRL)
            || [XKB_MOD_NAME_ALT, XKB_MOD_NAME_LOGO].contains { isActive($0) && !isUsedUp($0) }
    }

    private var isShifted: Bool {
        xkb_state_mod_name_is_active(state, XKB_MOD_NAME_SHIFT, XKB_STATE_MODS_EFFECTIVE) > 0
    }
}
