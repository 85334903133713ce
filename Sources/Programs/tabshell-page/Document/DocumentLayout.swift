import Geometry
import PageKit

/// The layout of a document's page, in logical pixels, with the document scrolled to its top.
struct DocumentLayout: Equatable, Sendable {
    let column: Rect
    /// The baseline of the page's title; nil if the document has its own title.
    let titleBaseline: Double?
    let titleSize: Double
    let noteSize: Double
    /// The upper edge of the document, or of the problem above it.
    let top: Double
    /// The margin below the document.
    let below: Double

    /// - Parameter isText: true for prose, with lines of readable length; false for plain lines.
    init(_ context: PageContext, hasTitle: Bool, isText: Bool) {
        let free = context.safeArea
        let isTight = free.width < 400 || free.height < 620
        let textScale = context.limitedTextScale
        let margin = isTight ? 18.0 : free.width >= 700 ? 36 : 22
        let width = min(max(free.width - 2 * margin, 0), (isText ? 680 : 900) * max(textScale, 1))
        column = context.column(width: width)
        let start = free.y + (context.isSheet ? 6 : margin)
        titleSize = (isTight ? 24 : 32) * textScale
        noteSize = 15 * textScale
        titleBaseline = hasTitle ? (start + titleSize * 1.06).rounded() : nil
        let gap = noteSize * 1.6 + (isTight ? 16 : 24) * max(textScale, 1)
        top = (titleBaseline.map { $0 + gap } ?? start).rounded()
        below = margin + context.insets.bottom
    }
}
