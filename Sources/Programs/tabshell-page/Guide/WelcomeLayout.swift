import Geometry
import PageKit

/// The places of the page of the first start, logical pixels.
struct WelcomeLayout {
    private static let gap = 16.0
    /// The width of a look's picture, and its height as a part of that.
    private static let thumbnail = (width: 184.0, height: 260 / 400.0)
    /// The distance of the button from the bar, where the page fades and the bar's own button protrudes.
    private static let barGap = 32.0

    let textScale: Double
    /// The column of the content, from the title to the end of the safe area.
    let column: Rect
    let thumbnailSize: Size
    private let perRow: Int
    /// The height of a name below a thumbnail, with the distance between both.
    let labelHeight: Double
    /// The size of the choice between light and dark, and of the fixed button.
    let control: Size
    let done: Rect
    /// The ground of that button, down to the edge of the page.
    let fade: Rect

    init(_ context: PageContext, looks: Int) {
        let free = context.safeArea
        textScale = context.limitedTextScale
        let margin = free.width < 400 ? 18.0 : 22
        let whole = Double(looks) * Self.thumbnail.width + Double(max(looks - 1, 0)) * Self.gap
        let width = max(min(free.width - 2 * margin, max(whole, 560)), 0)
        var column = context.column(width: width)
        column.y += free.height < 620 ? 20 : 36
        self.column = column
        labelHeight = (10 + 18 * textScale).rounded()
        // Two beside one another on the smallest phone.
        let perRow = min(max(Int((width + Self.gap) / (Self.thumbnail.width + Self.gap)), 2), max(looks, 1))
        self.perRow = perRow
        let across = min(Self.thumbnail.width, (width - Double(perRow - 1) * Self.gap) / Double(perRow)).rounded(.down)
        thumbnailSize = Size(width: across, height: (across * Self.thumbnail.height).rounded())
        control = Size(width: min(width, 420 * max(textScale, 1)), height: max(50, (50 * textScale).rounded()))
        done = Rect(
            x: column.x, y: free.maxY - Self.barGap - control.height, width: control.width, height: control.height)
        fade = Rect(
            x: 0, y: done.y - 28, width: context.size.width, height: max(context.size.height - done.y + 28, 0))
    }

    private var rowHeight: Double { thumbnailSize.height + labelHeight + 20 }

    /// Returns the pictures of looks below a point of the column, and the lower edge of their names.
    func thumbnails(_ count: Int, from y: Double) -> (frames: [Rect], end: Double) {
        let frames = (0..<count).map { index in
            Rect(
                x: column.x + Double(index % perRow) * (thumbnailSize.width + Self.gap),
                y: (y + Double(index / perRow) * rowHeight).rounded(), width: thumbnailSize.width,
                height: thumbnailSize.height)
        }
        return (frames, frames.last.map { $0.y + rowHeight } ?? y)
    }
}
