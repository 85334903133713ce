// SPDX-License-Identifier: MIT
import Geometry

/// What a keyboard or an input method does to the field that has a surface's text focus.
public enum TextEvent: Equatable, Sendable {
    /// Text was typed; it holds no control characters.
    case insert(String)
    /// Backspace.
    case deleteBackward
    /// Delete.
    case deleteForward
    /// An input method wrote.
    case compose(TextInputUpdate)
}

/// One step of an input method. What it says is done in the order of the properties, in place of the preedit of the
/// step before.
public struct TextInputUpdate: Equatable, Sendable {
    /// How much goes away on either side of the caret, bytes of UTF-8.
    public var deletedBefore = 0
    public var deletedAfter = 0
    /// What is inserted for good.
    public var committed = ""
    /// What is shown at the caret but is not yet part of the text.
    public var preedit = ""
    /// The caret in the preedit, or what is marked there, bytes of UTF-8; nil hides the caret.
    public var cursor: Range<Int>?

    /// A step that only takes the preedit away.
    public init() {}
}

/// A field that has the text focus of its surface, as input methods see it.
public struct TextInputState: Equatable, Sendable {
    /// What is written in it.
    public enum Purpose: Sendable {
        /// Sentences.
        case prose
        /// Words to search for.
        case search
    }

    /// The field's text, without a preedit.
    public var text: String
    /// The caret in the text, bytes of UTF-8.
    public var caret: Int
    /// Where the caret is on the surface, logical pixels.
    public var cursor: Rect
    public var purpose: Purpose

    public init(text: String, caret: Int, cursor: Rect, purpose: Purpose) {
        self.text = text
        self.caret = caret
        self.cursor = cursor
        self.purpose = purpose
    }
}
