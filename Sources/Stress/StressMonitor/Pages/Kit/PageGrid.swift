import Geometry
import PageKit
import ShellModel

/// The layout grid of a page's header and cards: one column in a narrow or low window, else two, with a maximum width.
/// Cards end at the same edge on all three pages, so that nothing jumps between tabs. Lengths are logical px on a
/// grid of 8.
struct PageGrid: Equatable, Sendable {
    /// The user's text scale, limited to the sizes that fit on a card.
    let textScale: Double
    /// True if the page is mirrored, except for its texts.
    let isRightToLeft: Bool
    /// The page without the areas of the screen's cutouts and the bar.
    let safeArea: Rect
    /// True if the page is wider than a phone.
    let isWide: Bool
    let hasTwoColumns: Bool
    let margin: Double
    let gap: Double
    /// The distance between a card's edge and its content.
    let inset: Double
    /// The area of the header, as wide as the content, in content coordinates: y = 0 is the page's top edge at offset 0.
    let header: Rect
    /// The area of the cards, down to a margin above the bar.
    let body: Rect
    let bottomMargin: Double
    /// The maximum height of two columns at text scale 1.
    static let tallestColumn = 900.0
    /// The maximum width of a single card on a wide page, at text scale 1.
    static let widestMessage = 560.0

    init(_ context: PageContext) {
        safeArea = context.safeArea
        isRightToLeft = context.isRightToLeft
        // Larger text would leave a card of a phone too few letters on a line.
        let largest = min(max(safeArea.width / 240, 2), Preferences.textScales.upperBound)
        textScale = min(max(context.textScale, Preferences.textScales.lowerBound), largest)
        isWide = safeArea.width >= 600 * max(textScale, 1)
        // The fixed column beside a list must fit: a phone in landscape orientation has one column.
        hasTwoColumns = safeArea.width >= 900 * max(textScale, 1) && safeArea.height >= 600 * max(textScale, 1)
        let isTight = safeArea.width < 400
        margin = isTight ? 16 : isWide ? 40 : 20
        gap = isTight ? 12 : isWide ? 24 : 16
        inset = isTight ? 16 : isWide ? 24 : 20
        bottomMargin = min(margin, 24)
        let width = max(min(safeArea.width - 2 * margin, (hasTwoColumns ? 1360 : 720) * max(textScale, 1)), 0)
        let left = (safeArea.x + (safeArea.width - width) / 2).rounded()
        let top = (safeArea.y + (isWide ? 24 : 20)).rounded()
        let height = (44 * textScale + (isWide ? 20 : 16)).rounded()
        header = Rect(x: left, y: top, width: width, height: height)
        // Two columns take only a part of a very tall screen: their content ends there.
        let tallest = hasTwoColumns ? Self.tallestColumn * max(textScale, 1) : .infinity
        body = Rect(
            x: left, y: top + height, width: width,
            height: min(max(safeArea.maxY - bottomMargin - top - height, 0), tallest))
    }

    func size(_ size: Double) -> Double { size * textScale }

    /// The first card, and the content beside or below it. The card has the minimum height beside a column, else `height`.
    func split(minimumHeight: Double, height: Double) -> (card: Rect, side: Rect) {
        guard hasTwoColumns else {
            let card = Rect(x: body.x, y: body.y, width: body.width, height: height)
            return (card, Rect(x: card.x, y: card.maxY + gap, width: card.width, height: 0))
        }
        let (left, right) = columns(fraction: 0.52)
        let height = max(left.height, minimumHeight * max(textScale, 1))
        return (left.slice(top: 0, height: height), right.slice(top: 0, height: height))
    }

    /// The area of a single card on a page, in the middle of the body.
    func message(height: Double) -> Rect {
        let width = min(body.width, Self.widestMessage * max(textScale, 1))
        return Rect(
            x: (body.center.x - width / 2).rounded(), y: body.y + max((body.height - height) / 2, 0).rounded(),
            width: width, height: height)
    }

    var suggestionHeight: Double { (32 + 48 * textScale).rounded() }

    /// The width of the labels beside a chart.
    var axisWidth: Double { size(33) }

    /// The height of a legend in a width: two lines where larger text leaves too little room for one.
    func legendHeight(in width: Double) -> Double {
        ((textScale > 1 && width < 300 * textScale ? 48 : 24) * textScale).rounded()
    }

    func columns(fraction: Double) -> (Rect, Rect) {
        let first = ((body.width - gap) * fraction).rounded()
        return (
            Rect(x: body.x, y: body.y, width: first, height: body.height),
            Rect(x: body.x + first + gap, y: body.y, width: body.width - first - gap, height: body.height)
        )
    }
}

extension Rect {
    func slice(top: Double, height: Double) -> Rect {
        Rect(x: x, y: y + top, width: width, height: height)
    }

    /// The rectangle reduced by `dx` at either side and by `dy` at the top and the bottom.
    func inset(x dx: Double, y dy: Double = 0) -> Rect {
        Rect(x: x + dx, y: y + dy, width: max(width - 2 * dx, 0), height: max(height - 2 * dy, 0))
    }
}
