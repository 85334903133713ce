import Canvas
import Geometry
import PageKit
import PangoText

extension PagePainter {
    /// Returns a button filled with the accent, dimmed while pressed and pale while disabled; a quiet one has its text alone.
    func filledButton(
        _ label: String, id: String, in frame: Rect, _ theme: Theme, textScale: Double, isDisabled: Bool = false,
        isQuiet: Bool = false, press: @escaping () -> PageReaction
    ) -> Part {
        Part(.button, label, id: id, in: frame, radius: frame.height / 2) { [self] canvas, state in
            let opacity = isQuiet ? 0 : isDisabled ? 0.4 : state.isPressed ? 0.7 : 1
            canvas.fillRoundedRect(frame, radius: frame.height / 2, theme.accent.opacity(opacity))
            let color = isQuiet ? theme.ink : theme.onAccent
            let text = line(label, size: 17 * textScale, weight: .semibold, color, width: frame.width - 32)
            text.draw(on: canvas, centeredIn: frame)
        }.with { ($0.node.isDisabled, $0.press) = (isDisabled, press) }
    }

    /// Returns a card with a sentence at the lower end of a column, above an edge.
    func notice(
        _ words: String, _ role: AccessibilityRole, id: String, in column: Rect, above edge: Double,
        _ context: PageContext
    ) -> Part {
        let theme = Theme(context)
        var style = TextStyle(size: 15 * context.limitedTextScale, weight: .medium, color: theme.alertText)
        (style.maxWidth, style.alignment) = (max(column.width - 32, 40), .natural)
        let text = text(words, style)
        let height = text.size.height + 24
        let card = Rect(x: column.x, y: edge - height - 12, width: column.width, height: height)
        return Part(role, words, id: id, in: card) { canvas, _ in
            canvas.fillRoundedRect(card, radius: DocumentStyle.codeRadius, context.background)
            canvas.fillRoundedRect(card, radius: DocumentStyle.codeRadius, theme.visible(Theme.alert).opacity(0.14))
            text.draw(on: canvas, at: Point(x: card.x + 16, y: card.y + 12))
        }.with { $0.isFixed = true }
    }
}
