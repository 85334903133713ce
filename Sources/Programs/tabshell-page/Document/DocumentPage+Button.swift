import DocumentText
import Geometry
import Localization
import PageKit

extension DocumentPage {
    /// The distance between the buttons and the content above, logical pixels.
    private static let buttonGap = 24.0
    /// The distance between two buttons, logical pixels.
    private static let buttonSpacing = 12.0

    /// Returns the page's own buttons, or one that rereads a document with a problem.
    var shownButtons: [DocumentButton] {
        guard let content = source?.content, content.problem != nil else { return buttons }
        guard content.shownBlocks.isEmpty else { return [] }
        return [DocumentButton(title: localized("Try Again")) { [weak self] in self?.source?.refresh() }]
    }

    /// Returns the height of the buttons below the document or the problem, with their distance from it.
    func buttonHeight(_ context: PageContext) -> Double {
        buttonRows(layout(context), context).last.map { Self.buttonGap + $0.maxY } ?? 0
    }

    func buttonFrames(_ layout: DocumentLayout, _ flow: LazyBlockLayout, _ context: PageContext) -> [Rect] {
        let rows = buttonRows(layout, context)
        guard flow.blocks.isEmpty, let texts = problemTexts(layout, context, isAlone: true) else {
            let gap = flow.blocks.isEmpty ? 0 : Self.buttonGap
            return rows.map { $0.offset(x: layout.column.x, y: layout.top + flow.height + gap) }
        }
        let top = problemLayout(layout, texts, context).rest
        return rows.map {
            Rect(x: layout.column.center.x - $0.width / 2, y: top, width: $0.width, height: $0.height)
        }
    }

    /// Returns the frames of the buttons in rows, from the point where the first one begins.
    func buttonRows(_ layout: DocumentLayout, _ context: PageContext) -> [Rect] {
        let height = max(EmptyStateLayout.buttonHeight, (44 * context.limitedTextScale).rounded())
        var (frames, x, y): ([Rect], Double, Double) = ([], 0, 0)
        for button in shownButtons {
            let title = painter.line(button.title, size: 17 * context.limitedTextScale, weight: .semibold, .white)
            let width = min(title.size.width + height, layout.column.width)
            if x > 0, x + width > layout.column.width { (x, y) = (0, y + height + Self.buttonSpacing) }
            frames.append(Rect(x: x, y: y, width: width, height: height))
            x += width + Self.buttonSpacing
        }
        return frames
    }
}
