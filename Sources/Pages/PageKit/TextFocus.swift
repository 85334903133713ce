// SPDX-License-Identifier: MIT

public import Geometry
import SurfaceKit

/// The field of a page that the user writes in, as the page's program tells input methods and on-screen keyboards of it.
public struct TextFocus: Equatable, Sendable {
    /// What a field is for; on-screen keyboards suggest and correct accordingly.
    public enum Purpose: Sendable {
        /// Sentences.
        case prose
        /// Words to search for.
        case search
    }

    /// What is written.
    public var field: TextField
    /// Where the caret is on the page, logical pixels; suggestions are shown beside it.
    public var caret: Rect
    public var purpose: Purpose

    /// A field with its caret at a place of the page.
    public init(_ field: TextField, caret: Rect, purpose: Purpose = .prose) {
        self.field = field
        self.caret = caret
        self.purpose = purpose
    }
}

extension TextInputState {
    /// - Parameter origin: where the page begins on its surface, logical pixels.
    init(_ focus: TextFocus, origin: Point) {
        let purpose: Purpose =
            switch focus.purpose {
            case .prose: .prose
            case .search: .search
            }
        self.init(
            text: focus.field.text, caret: focus.field.caretBytes,
            cursor: focus.caret.offset(x: origin.x, y: origin.y), purpose: purpose)
    }
}
