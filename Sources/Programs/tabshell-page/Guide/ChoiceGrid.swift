// SPDX-License-Identifier: MIT

import Canvas
import Geometry
import PageKit
import PangoText

/// A grid of applications, an icon of 56 px with a name of two lines each.
struct ChoiceGrid {
    private static let side = 56.0

    let choices: [GuideChoice]
    /// The area of the column above which nothing of it is; its height does not count.
    let column: Rect
    /// The factor of texts.
    let textScale: Double

    private var columns: Int { max(Int(column.width / (92 * max(textScale, 1))), 1) }
    private var cellWidth: Double { column.width / Double(columns) }
    private var cellHeight: Double { (Self.side + 8 + 2 * 17 * textScale + 18).rounded() }

    var height: Double { Double((choices.count + columns - 1) / columns) * cellHeight }

    func frame(of index: Int) -> Rect {
        Rect(
            x: column.x + Double(index % columns) * cellWidth, y: column.y + Double(index / columns) * cellHeight,
            width: cellWidth, height: cellHeight)
    }

    /// Returns the buttons of the applications.
    ///
    /// - Parameters:
    ///   - chosen: the IDs of those that are chosen; nil where a press carries the choice out.
    ///   - press: called with the ID of one that was pressed.
    func parts(
        _ painter: PagePainter, _ pictures: @escaping IconPictures, theme: Theme, chosen: Set<String>? = nil,
        press: @escaping (String) -> PageReaction
    ) -> [Part] {
        choices.enumerated().map { index, choice in
            let cell = frame(of: index)
            let isChosen = chosen?.contains(choice.id)
            let icon = Rect(
                x: (cell.center.x - Self.side / 2).rounded(), y: cell.y + 6, width: Self.side, height: Self.side)
            return Part(
                .button, choice.title, id: "app/\(choice.id)", isSelected: isChosen, in: cell.inset(by: 2), radius: 14
            ) { canvas, state in
                IconTile(choice: choice, frame: icon).draw(
                    on: canvas, pictures, painter, theme: theme, isPressed: state.isPressed)
                if isChosen == true { Self.drawMark(at: icon, on: canvas, theme: theme) }
                var style = TextStyle(size: 13 * textScale, weight: .medium, color: theme.ink)
                (style.maxWidth, style.maxLines, style.alignment) = (cell.width - 8, 2, .center)
                painter.text(choice.title, style).draw(on: canvas, at: Point(x: cell.x + 4, y: icon.maxY + 8))
            } press: {
                press(choice.id)
            }
        }
    }

    /// Draws a ring around a chosen application, and a tick at its corner.
    private static func drawMark(at icon: Rect, on canvas: Canvas, theme: Theme) {
        canvas.stroke(.roundedRect(icon.inset(by: -4), radius: 17), with: .color(theme.accent), width: 3)
        let disc = Point(x: icon.maxX + 1, y: icon.y - 1)
        canvas.fillEllipse(in: Rect(center: disc, width: 22, height: 22), theme.accent)
        let tick = Path(
            through: Point(x: disc.x - 4.5, y: disc.y + 0.5), Point(x: disc.x - 1.5, y: disc.y + 3.5),
            Point(x: disc.x + 4.5, y: disc.y - 3))
        canvas.stroke(tick, with: .color(theme.filledText), width: 2)
    }
}
