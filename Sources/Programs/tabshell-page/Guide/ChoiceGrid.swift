import Canvas
import Geometry
import PageKit
import PangoText

/// Returns the picture of an icon with a side in buffer pixels, a mask or in its own colours; nil until it is loaded.
typealias IconPictures = (_ icon: String, _ side: Int) -> Bitmap?

/// A grid of applications, an icon of 56 px with a name of two lines each.
struct ChoiceGrid {
    private static let side = 56.0

    let choices: [GuideChoice]
    /// The grid's column, from its top down; its height does not count.
    let column: Rect
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

    /// Returns the buttons of the applications, which pass their ID to `press`. The chosen ones are marked.
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
                Self.drawIcon(of: choice, in: icon, on: canvas, pictures, painter, theme, isPressed: state.isPressed)
                if isChosen == true { Self.drawMark(at: icon, on: canvas, theme: theme) }
                var style = TextStyle(size: 13 * textScale, weight: .medium, color: theme.ink)
                (style.maxWidth, style.maxLines, style.alignment) = (cell.width - 8, 2, .center)
                painter.text(choice.title, style).draw(on: canvas, at: Point(x: cell.x + 4, y: icon.maxY + 8))
            } press: {
                press(choice.id)
            }
        }
    }

    /// Draws an application's icon, or the first letter of its title on a colour derived from the title.
    private static func drawIcon(
        of choice: GuideChoice, in frame: Rect, on canvas: Canvas, _ pictures: IconPictures, _ painter: PagePainter,
        _ theme: Theme, isPressed: Bool
    ) {
        let opacity = isPressed ? 0.6 : 1
        if let icon = choice.icon, let picture = pictures(icon, Int((frame.width * canvas.scale).rounded())) {
            return canvas.draw(icon: picture, at: frame.origin, color: theme.ink.opacity(opacity), snapped: true)
        }
        // The same in each process.
        let number = choice.title.unicodeScalars.reduce(0) { ($0 &* 31 &+ Int($1.value)) & 0xFFFF }
        let color = Color(rgb: colors[number % colors.count])
        canvas.fillRoundedRect(frame, radius: frame.width * 0.23, color.opacity(opacity))
        let letter = painter.line(
            choice.title.prefix(1).uppercased(), size: (frame.width * 0.46).rounded(), weight: .semibold, .white)
        letter.draw(on: canvas, centeredIn: frame)
    }

    private static let colors: [UInt32] = [
        0x3B7DD8, 0x7A5BD0, 0xC24E8A, 0xC9543F, 0xB9761B, 0x3E8E4F, 0x1F8A8F, 0x5B6B80,
    ]

    /// Draws a ring around a chosen application, and a tick at its corner.
    private static func drawMark(at icon: Rect, on canvas: Canvas, theme: Theme) {
        canvas.stroke(.roundedRect(icon.inset(by: -4), radius: 17), with: .color(theme.accent), width: 3)
        let disc = Point(x: icon.maxX + 1, y: icon.y - 1)
        canvas.fillEllipse(in: Rect(center: disc, width: 22, height: 22), theme.accent)
        let tick = Path(
            through: Point(x: disc.x - 4.5, y: disc.y + 0.5), Point(x: disc.x - 1.5, y: disc.y + 3.5),
            Point(x: disc.x + 4.5, y: disc.y - 3))
        canvas.stroke(tick, with: .color(theme.onAccent), width: 2)
    }
}
