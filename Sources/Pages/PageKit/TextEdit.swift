import Gestures

/// An edit of a text field with a keyboard or an input method; ``TextField/apply(_:)`` performs it.
public enum TextEdit: Equatable, Sendable {
    /// Inserts typed text.
    case insert(String)
    /// Deletes the character before the caret (Backspace).
    case deleteBackward
    /// Deletes the character after the caret (Delete).
    case deleteForward
    /// Deletes to the start of a word (Control+Backspace), or to the end of one.
    case deleteWordBackward
    case deleteWordForward
    case deleteSelection
    /// Moves the caret in visual order, with one end of the selection if it is extending (Shift).
    case move(TextMotion, extending: Bool)
    case selectAll
    /// Selects a range of Unicode scalars, and replaces it if there is a text.
    case replace(Range<Int>, with: String?)
    case undo
    case redo
    /// Performs one step of an input method, which replaces the previous preedit: deletes a number of bytes of UTF-8
    /// before and after the caret, inserts a text, and shows a preedit at the caret, not yet part of the field's text.
    case compose(deletingBefore: Int, after: Int, inserting: String, preedit: TextField.Preedit?)
}

extension TextEdit {
    /// The edit of a surface's event; nil for one that concerns the clipboard.
    init?(_ event: TextEvent) {
        switch event {
        case .insert(let text): self = .insert(text)
        case .deleteBackward: self = .deleteBackward
        case .deleteForward: self = .deleteForward
        case .deleteWordBackward: self = .deleteWordBackward
        case .deleteWordForward: self = .deleteWordForward
        case .move(let motion, let extending): self = .move(motion, extending: extending)
        case .selectAll: self = .selectAll
        case .undo: self = .undo
        case .redo: self = .redo
        case .compose(let step):
            self = .compose(
                deletingBefore: step.deletedBefore, after: step.deletedAfter, inserting: step.committed,
                preedit: TextField.Preedit(step.preedit, cursor: step.cursor))
        case .copy, .cut, .paste, .pastePrimary: return nil
        }
    }

    /// True for typed text, which is undone word by word.
    var isTyping: Bool {
        switch self {
        case .insert(let text): text.count == 1
        case .compose(0, 0, let text, _): text.count == 1
        default: false
        }
    }
}
