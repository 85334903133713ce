// SPDX-License-Identifier: MIT

public import Canvas
public import Geometry
public import PangoText

/// The layout of a text field on a page; its line is scrolled so that the caret is visible.
public struct TextFieldLayout {
    /// The caret's width, logical pixels.
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

    /// - Parameters:
    ///   - line: the layout of the displayed text.
    ///   - isMirrored: true on a page that is laid out from right to left.
    init(
        _ field: TextField, line: TextLayout, in area: Rect, textArea: Rect, isFocused: Bool, isMirrored: Bool = false
    ) {
        self.field = field
        self.line = line
        self.area = area
        self.textArea = textArea
        self.isFocused = isFocused
        self.isMirrored = isMirrored
        var place = line.caret(at: field.displayCaret ?? field.caretBytes)
        if isMirrored { place.x = line.size.width - place.x - Self.caretWidth }
        let isTrailing = field.isRightToLeft != isMirrored
        let excess = line.size.width + Self.caretWidth - textArea.width
        let shift: Double =
            if excess <= 0 {
                isTrailing ? excess : 0
            } else if isFocused {
                // The text on both sides of the caret is visible, as far as there is any.
                min(max(place.x - textArea.width / 2, 0), excess)
            } else {
                isTrailing ? excess : 0
            }
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

    /// Draws the line and the caret, or a placeholder in an empty field. The caret does not blink, which would keep waking
    /// the program.
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
    /// Returns the layout of a text field in a frame.
    ///
    /// - Parameters:
    ///   - leading: the inset of the line from the leading edge, logical pixels.
    ///   - trailing: the inset of the line from the trailing edge, logical pixels.
    ///   - isMirrored: true on a page that is laid out from right to left.
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
        // Not from the cache, to which two spellings of one text are the same: they differ in where characters begin.
        guard let preedit = field.preedit else { return TextLayout(field.text, style: style) }
        var begun = TextSpan(preedit.text)
        begun.isUnderlined = true
        let text = field.text.utf8
        let caret = text.index(text.startIndex, offsetBy: field.caretBytes)
        return TextLayout(
            [TextSpan(String(field.text[..<caret])), begun, TextSpan(String(field.text[caret...]))], style: style)
    }
}
