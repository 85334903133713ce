import Geometry
import PageKit

/// The places of the page of the first start, logical pixels.
struct WelcomeLayout {
    private static let gap = 20.0
    /// The distance of the button from the bar, where the page fades and the bar's own button protrudes.
    private static let barGap = 32.0

    let textScale: Double
    let column: Rect
    /// The upper edge of the title.
    let title: Double
    let thumbnails: [Rect]
    /// The height of a name below a thumbnail, with the distance between both.
    let labelHeight: Double
    /// The ground of the choice between light and dark, and its two halves.
    let track: Rect
    let appearances: [Rect]
    /// The upper edge of the applications.
    let applications: Double
    /// The fixed button.
    let done: Rect
    /// The ground of that button, down to the edge of the page.
    let fade: Rect

    init(_ context: PageContext, looks: Int) {
        let free = context.safeArea
        textScale = context.limitedTextScale
        let size = WelcomePage.thumbnailSize
        let margin = free.width < 400 ? 18.0 : 22
        let whole = Double(looks) * size.width + Double(max(looks - 1, 0)) * Self.gap
        let width = max(min(free.width - 2 * margin, max(whole, 560)), 0)
        let column = context.column(width: width)
        self.column = column
        title = free.y + (free.height < 620 ? 20 : 36)
        labelHeight = (10 + 18 * textScale).rounded()
        let perRow = max(min(Int((width + Self.gap) / (size.width + Self.gap)), looks), 1)
        let first = title + 56 * textScale
        // Full rows are spread over the column, the last one begins at its edge.
        let step = perRow > 1 ? (width - size.width) / Double(perRow - 1) : 0
        let rowHeight = size.height + labelHeight + 20
        thumbnails = (0..<looks).map { index in
            Rect(
                x: (column.x + Double(index % perRow) * step).rounded(),
                y: (first + Double(index / perRow) * rowHeight).rounded(), width: size.width, height: size.height)
        }
        let end = thumbnails.last.map { $0.y + rowHeight } ?? first
        let height = max(44, (44 * textScale).rounded())
        track = Rect(x: column.x, y: end + 4, width: min(width, 320 * max(textScale, 1)), height: height)
        let half = track.width / 2
        appearances = [0, 1].map { [track] index in
            Rect(x: track.x + Double(index) * half, y: track.y, width: half, height: height)
        }
        applications = track.maxY + 28
        let buttonHeight = max(50, (50 * textScale).rounded())
        let buttonWidth = min(width, 420 * max(textScale, 1))
        done = Rect(
            x: (column.center.x - buttonWidth / 2).rounded(), y: free.maxY - Self.barGap - buttonHeight,
            width: buttonWidth, height: buttonHeight)
        fade = Rect(
            x: 0, y: done.y - 28, width: context.size.width, height: max(context.size.height - done.y + 28, 0))
    }
}
