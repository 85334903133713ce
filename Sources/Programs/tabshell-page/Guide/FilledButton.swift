import Canvas
import Geometry
import PageKit

extension Theme {
    /// The colour of text on a button filled with the accent: white, unless ink is more legible or the only legible one.
    var filledText: Color {
        let white = Color.white.contrast(with: accent)
        return white >= 4.5 || white >= Self.ink.contrast(with: accent) ? .white : Self.ink
    }
}

extension PagePainter {
    /// Returns a button filled with the accent, dimmed while pressed or on request.
    func filledButton(
        _ label: String, id: String, in frame: Rect, _ theme: Theme, textScale: Double,
        isDimmed: @escaping () -> Bool = { false }, press: @escaping () -> PageReaction
    ) -> Part {
        Part(.button, label, id: id, in: frame, radius: frame.height / 2) { [self] canvas, state in
            let opacity = state.isPressed || isDimmed() ? 0.7 : 1
            canvas.fillRoundedRect(frame, radius: frame.height / 2, theme.accent.opacity(opacity))
            let text = line(
                label, size: 17 * textScale, weight: .semibold, theme.filledText, width: frame.width - 32)
            text.draw(on: canvas, centeredIn: frame)
        } press: {
            press()
        }
    }
}
