public import Canvas
public import Geometry
public import PangoText

/// The layout of a text field on a page; its line is scrolled so that the caret is visible.
public struct TextFieldLayout {
    private static let caretWidth = 2.0
    private static let selectionOpacity = 0.25

    /// The frame of the field.
    public let area: Rect
    /// The visible area of the line within the frame.
    public let textArea: Rect
    /// The frame of the caret.
    public let caret: Rect
    public let isFocused: Bool
    private let field: TextField
    private let line: TextLayout
    private let lineOrigin: Point
    private let isMirrored: Bool

    init(_ field: TextField, line: TextLayout, in area: Rect, textArea: Rect, isFocused: Bool, isMirrored: Bool) {
        (self.field, self.line, self.area, self.textArea) = (field, line, area, textArea)
        (self.isFocused, self.isMirrored) = (isFocused, isMirrored)
        var place = line.caret(at: field.displayCaret ?? field.caretBytes)
        if isMirrored { place.x = line.size.width - place.x - Self.caretWidth }
        let isTrailing = field.isRightToLeft != isMirrored
        let excess = line.size.width + Self.caretWidth - textArea.width
        // During editing, the text on both sides of the caret is visible.
        let shift =
            excess > 0 && isFocused ? min(max(place.x - textArea.width / 2, 0), excess) : isTrailing ? excess : 0
        lineOrigin = Point(x: textArea.x - shift, y: area.center.y - line.size.height / 2)
        caret = Rect(
            x: min(max(lineOrigin.x + place.x, textArea.x), max(textArea.maxX - Self.caretWidth, textArea.x)),
            y: lineOrigin.y + place.y, width: Self.caretWidth, height: place.height)
    }

    /// Returns the caret's position in the text for a press at a point, bytes of UTF-8.
    public func caretOffset(at point: Point) -> Int {
        let x = point.x - lineOrigin.x
        return line.caretOffset(at: Point(x: isMirrored ? line.size.width - x : x, y: line.size.height / 2))
    }

    /// Draws the line and the caret, or a placeholder. A blinking caret would keep waking the program.
    public func draw(_ placeholder: TextLayout, on canvas: Canvas, theme: Theme) {
        let bounds = Rect(x: textArea.x, y: area.y, width: textArea.width, height: area.height)
        guard canvas.clipBounds.intersection(bounds) != nil else { return }
        canvas.withClip(to: [bounds]) {
            if field.isEmpty {
                // Clear of the caret.
                let left = textArea.x + Self.caretWidth + 1
                placeholder.draw(on: canvas, at: Point(x: left, y: area.center.y - placeholder.size.height / 2))
            } else {
                line.draw(on: canvas, at: lineOrigin)
            }
            if isFocused, let selection = field.displaySelection {
                for range in line.horizontalRanges(of: selection) {
                    let start = isMirrored ? line.size.width - range.upperBound : range.lowerBound
                    let part = Rect(
                        x: lineOrigin.x + start, y: caret.y, width: range.upperBound - range.lowerBound,
                        height: caret.height)
                    canvas.fill(canvas.snapped(part), theme.accentText.opacity(Self.selectionOpacity))
                }
                return
            }
            guard isFocused, field.displayCaret != nil else { return }
            canvas.fillRoundedRect(canvas.snapped(caret), radius: Self.caretWidth / 2, theme.accentText)
        }
    }
}

extension PagePainter {
    /// Returns the layout of a field in a frame with insets of its line, mirrored on a page from right to left.
    public func field(
        _ field: TextField, in area: Rect, leading: Double, trailing: Double, size: Double, isFocused: Bool,
        theme: Theme, isMirrored: Bool = false
    ) -> TextFieldLayout {
        var style = TextStyle(size: size, weight: .medium, color: theme.ink)
        style.tracking = -0.012 * size
        let textArea = Rect(
            x: area.x + leading, y: area.y, width: max(area.width - leading - trailing, 1), height: area.height)
        return TextFieldLayout(
            field, line: line(of: field, style), in: area, textArea: textArea, isFocused: isFocused,
            isMirrored: isMirrored)
    }

    /// Returns the displayed text of a field, with the preedit underlined.
    private func line(of field: TextField, _ style: TextStyle) -> TextLayout {
        // Not from the cache, which treats two spellings of one text as equal: their characters begin at different places.
        guard let preedit = field.preedit else { return TextLayout(field.text, style: style) }
        var begun = TextSpan(preedit.text)
        begun.isUnderlined = true
        let text = field.text.utf8
        let caret = text.index(text.startIndex, offsetBy: field.caretBytes)
        return TextLayout(
            [TextSpan(String(field.text[..<caret])), begun, TextSpan(String(field.text[caret...]))], style: style)
    }
}
