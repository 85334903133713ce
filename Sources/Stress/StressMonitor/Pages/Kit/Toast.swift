import Canvas
import Geometry
import Localization
import PageKit
import PangoText

/// A temporary message at the bottom of a page that reports an action and offers to undo it.
struct Toast: Equatable {
    var text: String
    var undo: StressChange?
    /// The time at which it disappears, CLOCK_MONOTONIC in ns.
    var end: UInt64

    /// Long enough to read it and to press its button, ns.
    static let duration: UInt64 = 8_000_000_000

    init(_ text: String, undo: StressChange? = nil, now: UInt64) {
        self.text = text
        self.undo = undo
        end = now &+ Self.duration
    }

    /// Creates a change's toast, if it has one. For the arguments, see ``ChangingPage/change(_:message:now:)``.
    init?(_ outcome: StressChange.Outcome, of change: StressChange, _ message: String?, now: UInt64) {
        switch (outcome, change) {
        case (.stored(let undo), _):
            guard let message, let undo else { return nil }
            self.init(message, undo: undo, now: now)
        case (.waiting(let reason), .restore): self.init(localized("Not restored yet: \(reason)"), now: now)
        case (.waiting(let reason), .delete): self.init(localized("Not deleted yet: \(reason)"), now: now)
        case (.waiting(let reason), _): self.init(localized("Not saved: \(reason)"), now: now)
        case (.failed(let reason), .restore): self.init(localized("Not restored: \(reason)"), now: now)
        case (.failed(let reason), _): self.init(localized("Not deleted: \(reason)"), now: now)
        }
    }

    /// The height that it covers at the bottom of the page, including its margin; logical px.
    static func reservedHeight(_ frame: PageGrid) -> Double { height(frame) + 16 }

    private static func height(_ frame: PageGrid) -> Double { max(frame.size(48), 48) }

    /// The text in up to two lines beside a button of a width.
    private func layout(_ frame: PageGrid, _ painter: PagePainter, button: Double, _ color: Color = .white)
        -> TextLayout
    {
        var style = TextStyle(size: frame.size(15), weight: .medium, color: color)
        (style.maxWidth, style.maxLines) = (max(frame.header.width - 48 - button, 1), 2)
        style.tracking = -0.012 * style.size
        return painter.text(text, style)
    }

    func areas(_ frame: PageGrid, painter: PagePainter) -> (bar: Rect, button: Rect?) {
        let button = undo.map { _ in
            painter.line(localized("Undo"), size: frame.size(15), weight: .semibold, .white).size.width + 40
        }
        let text = layout(frame, painter, button: button ?? 0).size
        let height = max(Self.height(frame), (text.height + 16).rounded())
        let barWidth = min(text.width.rounded(.up) + 48 + (button ?? 0), frame.header.width)
        let bar = Rect(
            x: (frame.header.center.x - barWidth / 2).rounded(), y: frame.safeArea.maxY - height - 16, width: barWidth,
            height: height)
        return (bar, button.map { Rect(x: bar.maxX - $0 - 4, y: bar.y + 4, width: $0, height: height - 8) })
    }

    /// The toast with its button; nothing behind it can be pressed.
    func part(
        _ frame: PageGrid, _ painter: PagePainter, _ pen: @escaping Pen.Maker, undo: @escaping () -> Void
    ) -> Part {
        let (bar, button) = areas(frame, painter: painter)
        let radius = min(bar.height / 2, 24 * max(frame.textScale, 1))
        let part = Part(.status, text, id: "toast", in: bar) { canvas, _ in
            let theme = pen(canvas).theme
            canvas.fillRoundedRect(bar, radius: radius, theme.button)
            let text = layout(frame, painter, button: button?.width ?? 0, theme.buttonText)
            pen(canvas).draw(text, x: bar.x + 24, middle: bar.center.y)
        }
        let undoButton = button.map { button in
            Part.button(localized("Undo"), "undo", in: button, radius: button.height / 2) { canvas, state in
                let (pen, theme) = (pen(canvas), pen(canvas).theme)
                if state.isPressed {
                    canvas.fillRoundedRect(button, radius: button.height / 2, theme.buttonText.opacity(0.15))
                }
                let accent = theme.buttonText == .white ? theme.accent : Theme.light.accentText
                let color = theme.contrast == .more ? theme.buttonText : accent
                pen.draw(pen.line(localized("Undo"), 15, color, .semibold), centeredIn: button)
            } press: {
                undo()
            }
        }
        return part.with {
            ($0.isFixed, $0.isOpaque, $0.children) = (true, true, [undoButton].compactMap(\.self))
        }
    }
}
