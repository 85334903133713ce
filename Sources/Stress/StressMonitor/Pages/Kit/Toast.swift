// SPDX-License-Identifier: MIT
import Canvas
import Geometry
import Localization
import PageKit

/// A temporary message at the bottom of a page that reports an action and offers to undo it.
struct Toast: Equatable {
    var text: String
    /// The change that undoes the action; nil when there is none.
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

    /// Creates the toast of a change; nil for none.
    ///
    /// - Parameters:
    ///   - message: the text once it is stored, if it can be undone; nil for none.
    ///   - name: the name of what is recorded.
    init?(
        _ outcome: StressChange.Outcome, of change: StressChange, _ message: String?, name: String = "", now: UInt64
    ) {
        switch (outcome, change) {
        case (.stored(let undo), _):
            guard let message, let undo else { return nil }
            self.init(message, undo: undo, now: now)
        case (.waiting(let reason), .restore): self.init(localized("Not restored yet: \(reason)"), now: now)
        case (.waiting(let reason), .delete): self.init(localized("Not deleted yet: \(reason)"), now: now)
        case (.waiting(let reason), _): self.init(localized("\(name) is not stored yet: \(reason)"), now: now)
        case (.failed(let reason), .restore): self.init(localized("Not restored: \(reason)"), now: now)
        case (.failed(let reason), _): self.init(localized("Not deleted: \(reason)"), now: now)
        }
    }

    /// The height that it covers at the bottom of the page, including its margin; logical px.
    static func reservedHeight(_ frame: PageGrid) -> Double { max(frame.size(48), 48) + 16 }

    /// The areas of the toast and of its button on the page.
    func areas(_ frame: PageGrid, painter: PagePainter) -> (bar: Rect, button: Rect?) {
        let height = max(frame.size(48), 48)
        let textWidth = painter.line(text, size: frame.size(15), weight: .medium, .white).size.width
        let button =
            undo == nil
            ? 0 : painter.line(localized("Undo"), size: frame.size(15), weight: .semibold, .white).size.width + 40
        let width = min(textWidth + 48 + button, frame.header.width)
        let bar = Rect(
            x: (frame.header.center.x - width / 2).rounded(), y: frame.safeArea.maxY - height - 16, width: width,
            height: height)
        return (
            bar, undo == nil ? nil : Rect(x: bar.maxX - button - 4, y: bar.y + 4, width: button, height: height - 8)
        )
    }

    /// The toast with its button; nothing behind it can be pressed.
    func part(_ frame: PageGrid, _ painter: PagePainter, _ theme: Theme, undo: @escaping () -> Void) -> Part {
        let (bar, button) = areas(frame, painter: painter)
        var part = Part(.status, text, id: "toast", in: bar) { canvas, _ in
            canvas.fillRoundedRect(bar, radius: bar.height / 2, theme.button)
            let label = painter.line(
                text, size: frame.size(15), weight: .medium, theme.buttonText,
                width: bar.width - 47 - (button?.width ?? 0))
            label.draw(on: canvas, at: Point(x: bar.x + 24, y: bar.center.y - label.size.height / 2))
        }
        (part.isFixed, part.isOpaque) = (true, true)
        guard let button else { return part }
        let undoButton = Part(.button, localized("Undo"), id: "undo", in: button, radius: button.height / 2) {
            canvas, state in
            if state.isPressed {
                canvas.fillRoundedRect(button, radius: button.height / 2, theme.buttonText.opacity(0.15))
            }
            let undo = painter.line(
                localized("Undo"), size: frame.size(15), weight: .semibold,
                theme.contrast == .more
                    ? theme.buttonText : theme.buttonText == .white ? theme.accent : Theme.light.accentText)
            undo.draw(on: canvas, centeredIn: button)
        } press: {
            undo()
            return .redraw
        }
        part.children = [undoButton]
        return part
    }
}
