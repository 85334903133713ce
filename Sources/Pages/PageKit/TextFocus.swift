// SPDX-License-Identifier: MIT

public import Geometry
public import SurfaceKit

/// The text field of a page that is edited, as input methods and on-screen keyboards see it.
public struct TextFocus: Equatable, Sendable {
    /// The purpose of a field, by which on-screen keyboards suggest and correct.
    public typealias Purpose = TextInputState.Purpose

    /// The field.
    public var field: TextField
    /// The caret's frame on the page, logical pixels; suggestions are shown beside it.
    public var caret: Rect
    /// The field's purpose.
    public var purpose: Purpose

    /// The focus of a field with its caret at a position of the page.
    public init(_ field: TextField, caret: Rect, purpose: Purpose = .prose) {
        self.field = field
        self.caret = caret
        self.purpose = purpose
    }
}

extension TextInputState {
    /// - Parameter origin: the page's origin on its surface, logical pixels.
    init(_ focus: TextFocus, origin: Point) {
        self.init(
            text: focus.field.text, caret: focus.field.caretBytes, anchor: focus.field.anchorBytes,
            cursor: focus.caret.offset(x: origin.x, y: origin.y), purpose: focus.purpose)
    }
}
