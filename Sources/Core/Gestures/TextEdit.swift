/// An edit of a text field with a keyboard or an input method.
public enum TextEdit: Equatable, Sendable {
    /// Inserts typed text, without control characters.
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
    /// Performs one step of an input method.
    case compose(TextInputUpdate)
}

/// A command of a key or a button between a text field and the selections of the desktop.
public enum ClipboardCommand: Sendable {
    case copy
    case cut
    case paste
    /// Pastes the primary selection (the middle button).
    case pastePrimary
}

/// A movement of a caret, in visual order.
public enum TextMotion: Sendable {
    case left, right, wordLeft, wordRight, start, end
}

/// One update of an input method (zwp_text_input_v3 up to `done`): it replaces the preedit, in the properties' order.
public struct TextInputUpdate: Equatable, Sendable {
    /// The lengths deleted before and after the caret, bytes of UTF-8.
    public var deletedBefore = 0
    public var deletedAfter = 0
    /// The text inserted at the caret.
    public var committed = ""
    /// The preedit: text at the caret, not yet part of the field.
    public var preedit = ""
    /// The caret or the selection in the preedit, bytes of UTF-8; nil hides the caret.
    public var cursor: Range<Int>?

    /// An update by a compose sequence, at its end or before. Without texts it only removes the preedit.
    public init(committed: String = "", preedit: String = "") {
        self.committed = committed
        self.preedit = preedit
        if !preedit.isEmpty { cursor = preedit.utf8.count..<preedit.utf8.count }
    }
}
