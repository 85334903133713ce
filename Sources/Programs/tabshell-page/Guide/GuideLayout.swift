import Canvas
import Geometry
import PageKit
import PangoText

/// The places of the page of an empty tab, logical pixels.
struct GuideLayout {
    private static let maximumWidth = 560.0

    let textScale: Double
    /// The column of the content, from the top of the safe area to its end.
    let column: Rect
    let buttonHeight: Double
    let back: Rect
    /// The upper edge of a level's content below its title.
    let top: Double
    let field: Rect

    init(_ context: PageContext) {
        let free = context.safeArea
        textScale = context.limitedTextScale
        let margin = free.width < 400 ? 18.0 : 22
        let width = min(max(free.width - 2 * margin, 0), Self.maximumWidth * max(textScale, 1))
        column = context.column(width: width)
        buttonHeight = max(44, (44 * textScale).rounded())
        let start = free.y + (context.isSheet ? 14 : 16)
        back = Rect(x: column.x - 12, y: start, width: 44, height: 44)
        top = start + max(44, 34 * textScale) + 16
        field = Rect(x: column.x, y: top, width: column.width, height: max(50, (50 * textScale).rounded()))
    }
}

/// The parts of a level, one below the other.
struct GuideColumn {
    let painter: PagePainter
    let area: Rect
    let textScale: Double
    /// The upper edge of the next part.
    var y: Double
    var parts: [Part] = []

    /// Adds a part of a height over the width of the column.
    mutating func add(height: Double, _ part: (Rect) -> Part) {
        let frame = Rect(x: area.x, y: y, width: area.width, height: height)
        parts.append(part(frame))
        y = frame.maxY
    }

    /// Adds a text, or code on a card.
    mutating func add(
        _ role: AccessibilityRole, _ string: String, id: String, size: Double, weight: TextStyle.Weight = .regular,
        _ color: Color, level: Int? = nil, isCentered: Bool = false, card: Color? = nil
    ) {
        var style = TextStyle(size: size * textScale, weight: weight, color: color)
        let (x, top) = card == nil ? (0.0, 0.0) : (16, 12)
        style.maxWidth = area.width - 2 * x
        if card != nil { style.families = ["monospace"] }
        if isCentered { (style.alignment, style.tracking) = (.center, -0.012 * style.size) }
        let text = painter.text(string, style)
        add(height: text.size.height + 2 * top) { frame in
            Part(role, string, id: id, level: level, in: frame, radius: card == nil ? 8 : 12) { canvas, _ in
                if let card { canvas.fillRoundedRect(frame, radius: 12, card) }
                text.draw(on: canvas, at: Point(x: frame.x + x, y: frame.y + top))
            }
        }
    }
}
