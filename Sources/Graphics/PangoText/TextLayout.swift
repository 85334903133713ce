// SPDX-License-Identifier: MIT

public import Canvas
public import Geometry
internal import Pango

/// A piece of text laid out in a style: measured once, drawn any number of times. Lengths are logical pixels.
public final class TextLayout {
    private let layout: PangoTextLayout
    private let color: Color
    /// Width and height.
    public let size: Size
    /// From the top to the first line's baseline.
    public let baseline: Double
    /// The leading edge of the text's box, from that of the style's width: more than 0 where lines are not aligned
    /// left, as those of a right-to-left script are not.
    public let left: Double

    /// Lays out a text in one style.
    public convenience init(_ text: String, style: TextStyle) {
        self.init([TextSpan(text)], style: style)
    }

    /// Lays out a text of spans, which may differ from its style.
    public init(_ spans: [TextSpan], style: TextStyle) {
        layout = PangoTextLayout()
        color = style.color
        layout.setFont(
            .init(families: style.families.joined(separator: ","), size: style.size, weight: style.weight.rawValue))
        if let width = style.maxWidth { layout.wrap(at: width) }
        if let lines = style.maxLines { layout.setMaximumLines(lines) }
        if let spacing = style.lineSpacing { layout.setLineSpacing(spacing) }
        switch style.alignment {
        case .leading: layout.setAlignment(.left)
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
        layout.setText(spans.map(\.text).joined(), attributes: attributes)
        let extents = layout.logicalExtents
        left = extents.x
        size = extents.size
        baseline = layout.baseline
    }

    /// True if the text is longer than its lines, so that it ends with an ellipsis.
    public var isCut: Bool { layout.isEllipsized }

    /// The bounding box of the drawn glyphs, relative to the point of ``draw(on:at:opacity:)``. Glyphs may extend beyond
    /// ``size`` on every side.
    public var inkBounds: Rect { layout.inkExtents }

    /// The position of the caret, from the text's top leading corner; it has a height and no width.
    ///
    /// - Parameter offset: the length of the text before it in bytes of UTF-8, at the beginning of a character.
    public func caret(at offset: Int) -> Rect {
        let position = layout.cursorPosition(at: offset)
        return Rect(x: position.x, y: position.y, width: 0, height: position.height)
    }

    /// The parts of the first line that a range of the text, bytes of UTF-8, takes up: several in text of both directions.
    public func horizontalRanges(of range: Range<Int>) -> [Range<Double>] { layout.horizontalRanges(of: range) }

    /// The caret offset nearest to a point, which is relative to the text's top leading corner.
    ///
    /// - Returns: the length of the text before the caret in bytes of UTF-8.
    public func caretOffset(at point: Point) -> Int { layout.offset(at: point) }

    /// Draws the text; `point` is its top leading corner.
    public func draw(on canvas: Canvas, at point: Point, opacity: Double = 1) {
        layout.draw(on: canvas.context, at: point, color.opacity(opacity))
        canvas.note(layout.text, ink: inkBounds.offset(x: point.x, y: point.y), isCut: isCut)
    }

    /// Draws the text with its first baseline at `point.y`, and its leading edge, middle or trailing edge at `point.x`.
    public func draw(
        on canvas: Canvas, baseline point: Point, anchor: TextStyle.Alignment = .leading, opacity: Double = 1
    ) {
        let left =
            switch anchor {
            case .leading: point.x
            case .center: point.x - size.width / 2
            case .trailing: point.x - size.width
            }
        draw(on: canvas, at: Point(x: left, y: point.y - baseline), opacity: opacity)
    }
}
