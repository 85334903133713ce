public import Canvas
public import Geometry
internal import Pango

/// A piece of text laid out in a style: measured once, drawn any number of times. Lengths are logical pixels.
public final class TextLayout {
    private let layout: PangoTextLayout
    private let color: Color
    private let alignment: TextStyle.Alignment
    /// The width in which lines are aligned.
    private let width: Double
    /// True if Pango aligns a line at another edge than the style, as with a right-to-left script.
    private let isRealigned: Bool
    public let size: Size
    /// From the top to the first line's baseline.
    public let baseline: Double
    /// The leading edge of the text's box, from the edge of the style's width: more than 0 if lines are not aligned there.
    public let left: Double

    public convenience init(_ text: String, style: TextStyle) {
        self.init([TextSpan(text)], style: style)
    }

    /// Lays out a text of spans, which may differ from its style.
    public init(_ spans: [TextSpan], style: TextStyle) {
        let text = spans.map(\.text).joined()
        var layout = Self.layOut(text, spans, style)
        if layout.boxes > 0 {
            // As for a font whose file cannot be read, though the cache of fonts has it.
            var plain = style
            plain.families = ["Sans"]
            let other = Self.layOut(text, spans, plain)
            if other.boxes < layout.boxes { layout = other }
        }
        self.layout = layout
        let extents = self.layout.logicalExtents
        color = style.color
        alignment = style.alignment
        baseline = self.layout.baseline
        let width = style.maxWidth ?? extents.width
        self.width = width
        let isLatin = text.utf8.allSatisfy { $0 < 0x80 }
        let lines = isLatin || style.alignment == .natural || style.alignment == .center ? [] : self.layout.lines
        isRealigned = lines.contains { abs($0.x - Self.leading(of: $0, style.alignment, in: width)) > 0.5 }
        if isRealigned {
            let starts = lines.map { Self.leading(of: $0, style.alignment, in: width) }
            let ends = zip(lines, starts).map { $0.width + $1 }
            left = starts.min() ?? 0
            size = Size(width: (ends.max() ?? 0) - (starts.min() ?? 0), height: extents.height)
        } else {
            left = extents.x
            size = extents.size
        }
    }

    private static func layOut(_ text: String, _ spans: [TextSpan], _ style: TextStyle) -> PangoTextLayout {
        let layout = PangoTextLayout(font: style.font)
        if let width = style.maxWidth { layout.wrap(at: width) }
        if let lines = style.maxLines { layout.setMaximumLines(lines) }
        if let spacing = style.lineSpacing { layout.setLineSpacing(spacing) }
        if style.isLeftToRight { layout.setLeftToRight() }
        if !style.tabStops.isEmpty { layout.setTabStops(style.tabStops) }
        switch style.alignment {
        case .leading, .natural: layout.setAlignment(.left)
        case .center: layout.setAlignment(.center)
        case .trailing: layout.setAlignment(.right)
        }
        var attributes: [(PangoTextLayout.Attribute, Range<Int>?)] = []
        if style.tabularFigures { attributes.append((.fontFeatures("tnum=1"), nil)) }
        if style.tracking != 0 { attributes.append((.letterSpacing(style.tracking), nil)) }
        var start = 0
        for span in spans {
            let end = start + span.text.utf8.count
            attributes += span.attributes(in: style).map { ($0, start..<end) }
            start = end
        }
        layout.setText(text, attributes: attributes)
        return layout
    }

    /// The distance of a line from the leading edge of a width.
    private static func leading(
        of line: PangoTextLayout.Line, _ alignment: TextStyle.Alignment, in width: Double
    ) -> Double {
        switch alignment {
        case .leading: 0
        case .center: (width - line.width) / 2
        case .trailing: width - line.width
        case .natural: line.x
        }
    }

    /// True if the text is longer than its lines, so that it ends with an ellipsis.
    public var isCut: Bool { layout.isEllipsized }

    /// The box of the drawn glyphs, relative to the point of ``draw(on:at:opacity:)``; it may exceed ``size``.
    public var inkBounds: Rect { isRealigned ? ink(isMirrored: false) : layout.inkExtents }

    /// The caret after a number of bytes of UTF-8, from the top leading corner; it has a height and no width.
    public func caret(at offset: Int) -> Rect {
        let position = layout.cursorPosition(at: offset)
        return Rect(x: position.x, y: position.y, width: 0, height: position.height)
    }

    /// The parts of the first line that a range of the text, bytes of UTF-8, occupies: several in text of both directions.
    public func horizontalRanges(of range: Range<Int>) -> [Range<Double>] { layout.horizontalRanges(of: range) }

    /// The parts of the text's box that a range of the text, bytes of UTF-8, occupies: one on each of its lines, or
    /// several in text of both directions. On a mirrored canvas they begin at the right edge.
    public func rectangles(of range: Range<Int>, isMirrored: Bool = false) -> [Rect] {
        let rectangles = layout.rectangles(of: range)
        return isMirrored ? rectangles.map { $0.mirrored(in: width) } : rectangles
    }

    /// The caret offset, bytes of UTF-8, nearest to a point relative to the text's top leading corner.
    public func caretOffset(at point: Point) -> Int { layout.offset(at: point) }

    /// Draws the text; `point` is its top leading corner, which is the right one on a mirrored canvas.
    public func draw(on canvas: Canvas, at point: Point, opacity: Double = 1) {
        let color = color.opacity(opacity)
        guard isRealigned || canvas.isMirrored else {
            layout.draw(on: canvas.context, at: point, color)
            return canvas.note(layout.text, ink: inkBounds.offset(x: point.x, y: point.y), isCut: isCut)
        }
        let isMirrored = canvas.isMirrored
        canvas.withoutMirror(in: Rect(x: point.x, y: point.y, width: width, height: size.height)) {
            layout.drawLines(on: canvas.context, color) { line in
                Point(x: point.x + left(of: line, isMirrored: isMirrored), y: point.y + line.baseline)
            }
            canvas.note(
                layout.text, ink: ink(isMirrored: isMirrored).offset(x: point.x, y: point.y), isCut: isCut)
        }
    }

    private func left(of line: PangoTextLayout.Line, isMirrored: Bool) -> Double {
        let leading = Self.leading(of: line, alignment, in: width)
        return isMirrored && alignment != .natural ? width - leading - line.width : leading
    }

    private func ink(isMirrored: Bool) -> Rect {
        layout.lines.reduce(.zero) { $0.union($1.ink.offset(x: left(of: $1, isMirrored: isMirrored) - $1.x)) }
    }

    /// Draws the text with its first baseline at `point.y`, and its leading edge, middle or trailing edge at `point.x`.
    public func draw(
        on canvas: Canvas, baseline point: Point, anchor: TextStyle.Alignment = .leading, opacity: Double = 1
    ) {
        let left =
            switch anchor {
            case .leading, .natural: point.x
            case .center: point.x - size.width / 2
            case .trailing: point.x - size.width
            }
        draw(on: canvas, at: Point(x: left, y: point.y - baseline), opacity: opacity)
    }
}
