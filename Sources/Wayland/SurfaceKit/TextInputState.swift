import Geometry

/// The state of the field with the text focus, for input methods.
public struct TextInputState: Equatable, Sendable {
    public enum Purpose: Sendable {
        /// Sentences.
        case prose
        case search
        /// A web address.
        case url
    }

    /// The field's text, without a preedit.
    public var text: String
    /// The caret in the text, bytes of UTF-8.
    public var caret: Int
    /// The other end of the selection, bytes of UTF-8; the caret's without one.
    public var anchor: Int
    /// The caret's rectangle on the surface, logical pixels.
    public var cursor: Rect
    public var purpose: Purpose

    public init(text: String, caret: Int, anchor: Int? = nil, cursor: Rect, purpose: Purpose) {
        self.text = text
        self.caret = caret
        self.anchor = anchor ?? caret
        self.cursor = cursor
        self.purpose = purpose
    }
}
