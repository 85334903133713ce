/// A change of a text field by a screen reader.
public struct AccessibilityEdit: Equatable, Sendable {
    /// The ends of the range in the field's text, Unicode scalars.
    public var start: Int
    public var end: Int
    /// The text that replaces the range; nil to select it, or to place the caret if it is empty.
    public var text: String?

    public init(start: Int, end: Int, text: String? = nil) {
        (self.start, self.end, self.text) = (start, end, text)
    }
}
