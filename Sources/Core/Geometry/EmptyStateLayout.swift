/// The layout of a tab that has nothing to show: its icon, a title, a text and the rest, such as a button, one below the other
/// around 45 % of the free height. The panel and the pages share it. Lengths are logical pixels.
public struct EmptyStateLayout: Equatable, Sendable {
    public static let iconSide = 56.0
    /// Font sizes at a text scale of 1.
    public static let titleSize = 22.0
    public static let textSize = 16.0
    /// The least height of a button.
    public static let buttonHeight = 44.0
    /// The bar of a program that is starting.
    public static let progress = Size(width: 120, height: 4)
    /// The distances of the title from the icon, and of the rest from the text.
    public static let gap = 24.0
    /// The distance of the text from the title.
    public static let textGap = 8.0
    private static let margin = 16.0

    public let icon: Rect
    /// The upper edges.
    public let title: Double
    public let text: Double
    public let rest: Double

    /// A layout in the area between the bar and the screen's edges. If the area is too low, it begins at the top.
    ///
    /// - Parameters:
    ///   - top: the least upper edge of the icon; nil for a margin.
    ///   - title: the height of the title's lines.
    ///   - text: the height of the text; 0 for none.
    ///   - rest: the height of everything below; 0 for nothing.
    public init(in area: Rect, below top: Double? = nil, title: Double, text: Double, rest: Double) {
        let side = Self.iconSide
        let (textOffset, restOffset) = (text > 0 ? Self.textGap : 0, rest > 0 ? Self.gap : 0)
        let height = side + Self.gap + title + textOffset + text + restOffset + rest
        icon = Rect(
            x: (area.center.x - side / 2).rounded(), y: Self.top(ofHeight: height, in: area, below: top), width: side,
            height: side)
        self.title = icon.maxY + Self.gap
        self.text = self.title + title + textOffset
        self.rest = (self.text + text + restOffset).rounded()
    }

    /// Returns the upper edge of something of a height in the area.
    public static func top(ofHeight height: Double, in area: Rect, below top: Double? = nil) -> Double {
        let ideal = min(area.y + area.height * 0.45 - height / 2, area.maxY - margin - height)
        return max(ideal, top ?? area.y + margin).rounded()
    }
}
