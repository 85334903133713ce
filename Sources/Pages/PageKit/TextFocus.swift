public import Geometry
public import SurfaceKit

/// The edited text field of a page, as input methods and on-screen keyboards see it.
public struct TextFocus: Equatable, Sendable {
    /// The purpose of a field, for suggestions and corrections of on-screen keyboards.
    public typealias Purpose = TextInputState.Purpose

    public var field: TextField
    /// The caret's frame on the page, logical pixels; suggestions are shown beside it.
    public var caret: Rect
    public var purpose: Purpose

    public init(_ field: TextField, caret: Rect, purpose: Purpose = .prose) {
        (self.field, self.caret, self.purpose) = (field, caret, purpose)
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
