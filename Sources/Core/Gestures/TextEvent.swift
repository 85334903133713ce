/// An edit by a keyboard or an input method to the field with the text focus.
public enum TextEvent: Equatable, Sendable {
    /// Typed text, without control characters.
    case insert(String)
    case deleteBackward
    case deleteForward
    case deleteWordBackward
    case deleteWordForward
    /// An arrow key, Home or End with Control or Shift; with Shift it extends the selection.
    case move(TextMotion, extending: Bool)
    case selectAll
    case undo
    case redo
    case copy
    case cut
    case paste
    /// Pastes the primary selection (the middle button).
    case pastePrimary
    /// A change by an input method.
    case compose(TextInputUpdate)
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
