import Geometry

/// The place of a badge at the top trailing corner of an icon: it covers less than a third of the icon and stays within
/// its bounds. A count that is too wide moves to the trailing side; a text begins at the icon's trailing edge.
struct BadgeLayout {
    /// The fraction of the icon's area that a badge covers at most.
    private static let maximumCover = 0.3
    /// The fraction of the icon's width that a badge covers at most: a head in its middle stays visible.
    private static let maximumReach = 0.6
    /// The length of an icon that a text covers at most.
    static let textReach = 6.0

    private let top: Double
    /// The minimum leading edge.
    private let leading: Double
    private let corner: Point
    private let bounds: Rect
    private let height: Double
    private let textLeading: Double?

    /// - Parameters:
    ///   - corner: the top trailing corner in the look.
    ///   - bounds: the area that the badge does not leave.
    init(height: Double, corner: Point, icon: Rect, bounds: Rect, isText: Bool = false) {
        (self.height, self.corner, self.bounds) = (height, corner, bounds)
        top = max(min(corner.y, bounds.maxY - height), bounds.y)
        let coveredHeight = min(top + height, icon.maxY) - max(top, icon.y)
        let area = Self.maximumCover * icon.width * icon.height
        let reach = Self.maximumReach * icon.width
        let coveredWidth = coveredHeight > 0 ? min(area / coveredHeight, reach) : reach
        textLeading = isText ? icon.maxX - Self.textReach : nil
        // A text with fewer than two visible letters covers as much as a count. One above a title covers nothing.
        leading =
            isText && coveredHeight <= 0
            ? bounds.x
            : max(icon.maxX - coveredWidth, textLeading.map { min($0, bounds.maxX - 2 * height) } ?? -.infinity)
    }

    var maximumWidth: Double { max(bounds.maxX - leading, height) }

    func rect(width: Double) -> Rect {
        let x = min(textLeading ?? max(corner.x - width, leading), bounds.maxX - width)
        return Rect(x: x, y: top, width: width, height: height)
    }
}
