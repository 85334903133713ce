import CXkbcommon
import Gestures
import Xkbcommon

extension Keymap {
    func key(for code: UInt32) -> Key? {
        switch Int32(bitPattern: symbol(for: code)) {
        case XKB_KEY_Left, XKB_KEY_KP_Left: .left
        case XKB_KEY_Right, XKB_KEY_KP_Right: .right
        case XKB_KEY_Up, XKB_KEY_KP_Up: .up
        case XKB_KEY_Down, XKB_KEY_KP_Down: .down
        case XKB_KEY_Home, XKB_KEY_KP_Home: .home
        case XKB_KEY_End, XKB_KEY_KP_End: .end
        case XKB_KEY_Page_Up, XKB_KEY_KP_Page_Up: .pageUp
        case XKB_KEY_Page_Down, XKB_KEY_KP_Page_Down: .pageDown
        // Some layouts give Tab with Shift its own symbol, others do not.
        case XKB_KEY_Tab, XKB_KEY_KP_Tab: isActive(.shift) ? .backtab : .tab
        case XKB_KEY_ISO_Left_Tab: .backtab
        case XKB_KEY_Return, XKB_KEY_KP_Enter, XKB_KEY_ISO_Enter, XKB_KEY_space, XKB_KEY_KP_Space: .activate
        case XKB_KEY_Escape: .escape
        case XKB_KEY_Menu: .menu
        default: nil
        }
    }

    /// The text that a key types, if any; nil with Control, Alt or Super.
    func character(for code: UInt32) -> String? { hasCommandModifier(for: code) ? nil : text(for: code) }

    /// The effect of a key on a text field, if any; nil with Control, Alt or Super.
    func textInputEvent(for code: UInt32, compose: ComposeState?) -> InputEvent? {
        let symbol = symbol(for: code)
        if let command = textCommand(for: code, symbol) { return command }
        guard !hasCommandModifier(for: code) else { return nil }
        let isComposing = compose?.pending.isEmpty == false
        switch compose?.feed(symbol) {
        case .text(let text): return .text(isComposing ? .compose(TextInputUpdate(committed: text)) : .insert(text))
        case .swallowed: return .text(.compose(TextInputUpdate(preedit: compose?.pending ?? "")))
        case .nothing, nil: break
        }
        switch Int32(bitPattern: symbol) {
        case XKB_KEY_BackSpace: return .text(.deleteBackward)
        case XKB_KEY_Delete, XKB_KEY_KP_Delete: return .text(.deleteForward)
        default: return text(for: code).map { .text(.insert($0)) } ?? key(for: code).map { .key($0) }
        }
    }

    /// The command of a key with Control or Shift in a text field, if any.
    private func textCommand(for code: UInt32, _ symbol: UInt32) -> InputEvent? {
        let (control, shift) = (isActive(.control), isActive(.shift))
        guard control || shift, !isActive(.alt), !isActive(.logo) else { return nil }
        switch Int32(bitPattern: symbol) {
        case XKB_KEY_Left, XKB_KEY_KP_Left: return .text(.move(control ? .wordLeft : .left, extending: shift))
        case XKB_KEY_Right, XKB_KEY_KP_Right: return .text(.move(control ? .wordRight : .right, extending: shift))
        case XKB_KEY_Home, XKB_KEY_KP_Home: return .text(.move(.start, extending: shift))
        case XKB_KEY_End, XKB_KEY_KP_End: return .text(.move(.end, extending: shift))
        case XKB_KEY_BackSpace where control: return .text(.deleteWordBackward)
        case XKB_KEY_Delete where control, XKB_KEY_KP_Delete where control: return .text(.deleteWordForward)
        case XKB_KEY_Delete where shift, XKB_KEY_KP_Delete where shift: return .clipboard(.cut)
        case XKB_KEY_Insert where control: return .clipboard(.copy)
        case XKB_KEY_Insert where shift: return .clipboard(.paste)
        default: break
        }
        guard control else { return nil }
        return switch latinLetter(for: code, symbol) {
        case "a": .text(.selectAll)
        case "c": .clipboard(.copy)
        case "x": .clipboard(.cut)
        case "v": .clipboard(.paste)
        case "z": .text(shift ? .redo : .undo)
        case "y": .text(.redo)
        default: nil
        }
    }

    /// The letter of a command: the layout's or, in a layout of another script, the one at the key's place (evdev).
    private func latinLetter(for code: UInt32, _ symbol: UInt32) -> Character? {
        switch Int32(bitPattern: symbol) {
        case XKB_KEY_a...XKB_KEY_z: Character(Unicode.Scalar(UInt8(symbol)))
        case XKB_KEY_A...XKB_KEY_Z: Character(Unicode.Scalar(UInt8(symbol) + 32))
        // Also for a Latin sign with Shift, as in the Arabic layout.
        case let symbol where symbol > 0xFF || baseSymbol(for: code) > 0xFF:
            [30: "a", 46: "c", 45: "x", 47: "v", 44: "z", 21: "y"][code]
        default: nil
        }
    }

    /// True if a modifier makes a command of a key. A layout may use Alt and Super to choose letters: these do not count.
    private func hasCommandModifier(for code: UInt32) -> Bool {
        isActive(.control) || [.alt, .logo].contains { isActive($0) && !isConsumed($0, by: code) }
    }
}
