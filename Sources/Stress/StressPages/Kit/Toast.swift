// SPDX-License-Identifier: MIT

internal import Canvas
internal import Geometry
internal import PageKit
internal import Pages

/// A line at the lower edge that says what was done, and offers to undo it for a while.
struct Toast: Equatable {
    var text: String
    /// The deletion that can be undone, or nil.
    var undo: Undo?
    /// Until when it is shown, CLOCK_MONOTONIC in ns.
    var end: UInt64

    /// What undoing means.
    enum Undo: Equatable {
        /// To bring back what was deleted.
        case deletion(Int64)
        /// To delete what was added.
        case addition(HistoryItem)
    }

    /// Long enough to be read and to be reached.
    static let duration: UInt64 = 8_000_000_000

    init(_ text: String, undo: Undo? = nil, now: UInt64) {
        self.text = text
        self.undo = undo
        end = now &+ Self.duration
    }

    /// How much of the page it covers at the lower edge, with the room around it; logical px.
    static func room(_ frame: PageGrid) -> Double { max(frame.size(48), 48) + 16 }

    /// Its area on the page, and that of its button.
    func areas(_ frame: PageGrid, painter: PagePainter) -> (bar: Rect, button: Rect?) {
        let height = max(frame.size(48), 48)
        let words = painter.line(text, size: frame.size(15), weight: .medium, .white).size.width
        let button = undo == nil ? 0 : undoWidth(frame, painter: painter)
        let width = min(words + 48 + button, frame.header.width)
        let bar = Rect(
            x: (frame.header.center.x - width / 2).rounded(), y: frame.free.maxY - height - 16, width: width,
            height: height)
        return (
            bar,
            undo == nil ? nil : Rect(x: bar.maxX - button - 4, y: bar.y + 4, width: button, height: height - 8)
        )
    }

    func draw(
        _ frame: PageGrid, on canvas: Canvas, painter: PagePainter, theme: Theme, isPressed: Bool
    ) {
        let (bar, button) = areas(frame, painter: painter)
        canvas.fillRoundedRect(bar, radius: bar.height / 2, theme.button)
        let room = bar.width - 48 - (button?.width ?? 0)
        let words = painter.line(text, size: frame.size(15), weight: .medium, theme.buttonText, width: room + 1)
        words.draw(on: canvas, at: Point(x: bar.x + 24, y: bar.center.y - words.size.height / 2))
        guard let button else { return }
        if isPressed { canvas.fillRoundedRect(button, radius: button.height / 2, theme.buttonText.opacity(0.15)) }
        let undo = painter.line(
            "Undo", size: frame.size(15), weight: .semibold,
            theme.buttonText == .white ? theme.accent : Theme.light.accentText)
        undo.draw(
            on: canvas, at: Point(x: button.center.x - undo.size.width / 2, y: button.center.y - undo.size.height / 2))
    }

    private func undoWidth(_ frame: PageGrid, painter: PagePainter) -> Double {
        painter.line("Undo", size: frame.size(15), weight: .semibold, .white).size.width + 40
    }
}
