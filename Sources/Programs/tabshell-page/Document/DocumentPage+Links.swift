import Canvas
import Geometry
import PageKit
import PangoText

extension DocumentPage {
    /// Returns the frames of a link in the content, one for each of its lines. Its block must be measured.
    func linkFrames(
        _ link: DocumentLinks.Link, _ layout: DocumentLayout, _ flow: LazyBlockLayout, _ context: PageContext
    ) -> [Rect] {
        let block = flow.blocks[link.block]
        let frame = frame(of: link.block, in: flow, layout, top: top(of: flow, layout, context))
        let padding = block.isCard ? DocumentStyle.codePadding : 0
        return flow.layout(link.block).rectangles(
            of: flow.style.range(ofLink: link.index, in: block), isMirrored: context.isRightToLeft
        ).map { $0.offset(x: frame.x + padding, y: frame.y + padding) }
    }

    func draw(notice: String, _ layout: DocumentLayout, on canvas: Canvas, context: PageContext) {
        let theme = Theme(context)
        var style = TextStyle(size: 15 * context.limitedTextScale, weight: .medium, color: theme.alertText)
        style.maxWidth = max(layout.column.width - 32, 40)
        style.alignment = .natural
        let text = painter.text(notice, style)
        let height = text.size.height + 24
        let card = Rect(
            x: layout.column.x, y: context.safeArea.maxY - height - 12, width: layout.column.width, height: height)
        canvas.fillRoundedRect(card, radius: DocumentStyle.codeRadius, context.background)
        canvas.fillRoundedRect(card, radius: DocumentStyle.codeRadius, theme.visible(Theme.alert).opacity(0.14))
        text.draw(on: canvas, at: Point(x: card.x + 16, y: card.y + 12))
    }
}
