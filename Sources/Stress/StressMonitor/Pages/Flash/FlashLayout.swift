import Geometry
import Localization
import PageKit

struct FlashLayout: Equatable, Sendable {
    let frame: PageGrid
    let guideCard: Rect
    let guideCenter: Point
    let guideRadius: Double
    let hintBaseline: Double
    let buttonRow: Rect
    let exercises: [Rect]
    /// The size of the exercises' names: the largest that fits for all, in two lines if two columns need them.
    let exerciseTitleSize: Double
    /// True if an exercise is a tile with its picture above its name.
    let hasTiles: Bool
    let badgeSize: Double
    let actionsTitle: Rect
    let actions: [Rect]
    let notesTitle: Rect
    let noteField: Rect
    /// The button in the field, which records the note.
    let saveButton: Rect
    let notes: [Rect]
    let contentHeight: Double

    /// The distance between an exercise's picture, its name and the edge.
    static let badgeGap = 12.0
    /// The smallest size of an exercise's name, logical px.
    private static let smallestTitle = 13.0

    var guideArea: Rect { Rect(center: guideCenter, width: 2 * guideRadius, height: 2 * guideRadius) }

    init(_ context: PageContext, _ menu: FlashMenu = FlashMenu(), _ painter: PagePainter = PagePainter()) {
        let frame = PageGrid(context)
        self.frame = frame
        let scale = frame.textScale
        func textWidth(_ text: String) -> Double {
            painter.line(text, size: frame.size(15), weight: .semibold, .white).size.width
        }
        let (whole, side) = frame.split(
            minimumHeight: 460,
            height: min(max((frame.body.height * 0.6).rounded(), 236 + 132 * scale), 460 + 40 * scale))
        let names = menu.exercises.map(\.name)
        let line = names.map(textWidth).max() ?? 1
        let word = names.flatMap { $0.split(separator: " ") }.map { textWidth(String($0)) }.max() ?? 1
        func titleWidth(_ columns: Int) -> Double {
            (side.width - frame.gap * Double(columns - 1)) / Double(columns) - min(frame.inset, 16) - 36
                - 2 * Self.badgeGap
        }
        func fits(_ width: Double) -> Bool { width * Self.smallestTitle / 15 <= titleWidth(2) }
        let columns = fits(word) && side.width >= 320 * max(scale, 1) ? 2 : 1
        let widest = columns == 2 && !fits(line) ? word : line
        let width = (side.width - frame.gap * Double(columns - 1)) / Double(columns)
        let height = ((frame.isWide ? 48 : 32) + 44 * scale).rounded()
        var exercises = menu.exercises.indices.map { index in
            Rect(
                x: side.x + Double(index % columns) * (width + frame.gap),
                y: side.y + Double(index / columns) * (height + frame.gap), width: width, height: height)
        }
        var y = (exercises.last?.maxY ?? side.y - frame.gap) + frame.gap + 8
        let chipHeight = max((16 + 28 * scale).rounded(), 44)
        func title() -> Rect {
            defer { y += (28 * scale).rounded() }
            return Rect(x: side.x, y: y, width: side.width, height: (28 * scale).rounded())
        }
        func chips(_ names: [String]) -> [Rect] {
            guard !names.isEmpty else { return [] }
            var (x, top) = (side.x, y)
            let areas = names.map { name in
                let width = min((textWidth(name) + 36).rounded(), side.width)
                if x + width > side.maxX, x > side.x { (x, top) = (side.x, top + chipHeight + 8) }
                defer { x += width + 8 }
                return Rect(x: x, y: top, width: width, height: chipHeight)
            }
            y = top + chipHeight + 20
            return areas
        }
        let actionsTitle = menu.actions.isEmpty ? Rect(x: side.x, y: y, width: side.width, height: 0) : title()
        let actions = chips(menu.actions)
        let notesTitle = title()
        let noteField = Rect(x: side.x, y: y, width: side.width, height: chipHeight)
        y = noteField.maxY + (menu.notes.isEmpty ? 20 : 8)
        let notes = chips(menu.notes)

        // On a wide page the cards take the rest above the bar.
        let rest = frame.isWide ? frame.body.maxY - max(y - 20, whole.maxY) : 0
        // A slightly lower guide avoids scrolling.
        let spare = whole.height - (236 + 132 * scale)
        let rows = Double((exercises.count + columns - 1) / columns)
        let shift =
            frame.hasTwoColumns
            ? max(whole.maxY - (y - 20), 0)
            : rest < -spare ? 0 : min(rest, max(640 - whole.height, 0))
        var card = whole
        if frame.hasTwoColumns {
            let more = (shift / max(rows, 1)).rounded(.down)
            exercises = exercises.enumerated().map { index, area in
                let top = area.y + Double(index / columns) * more
                return Rect(x: area.x, y: top, width: area.width, height: area.height + more)
            }
        } else {
            card = whole.slice(top: 0, height: whole.height + shift)
            exercises = exercises.map { $0.offset(y: shift) }
        }
        self.exercises = exercises
        let tileHeight = exercises.first?.height ?? 0
        hasTiles = tileHeight >= 130 * max(scale, 1)
        badgeSize = hasTiles ? min(max((tileHeight * 0.32).rounded(), 48), 88) : 36
        let size = frame.size(hasTiles ? 17 : 15)
        let available = hasTiles ? width - frame.inset - Self.badgeGap : titleWidth(columns)
        let fitting = (frame.size(15) * available / max(widest, 1) - 0.5).rounded(.down)
        exerciseTitleSize = fitting >= size ? size : min(max(fitting, Self.smallestTitle), size)
        self.actionsTitle = actionsTitle.offset(y: shift)
        self.actions = actions.map { $0.offset(y: shift) }
        self.notesTitle = notesTitle.offset(y: shift)
        self.noteField = noteField.offset(y: shift)
        self.notes = notes.map { $0.offset(y: shift) }
        let save = min((textWidth(localized("Save")) + 32).rounded(), side.width / 2)
        saveButton = Rect(
            x: noteField.maxX - save - 4, y: noteField.y + shift + 4, width: save, height: noteField.height - 8)
        guideCard = card
        let inset = frame.inset
        let buttonHeight = max((20 + 24 * scale).rounded(), 44)
        buttonRow = Rect(
            x: card.x + inset, y: card.maxY - inset - buttonHeight, width: card.width - 2 * inset, height: buttonHeight)
        hintBaseline = buttonRow.y - 20
        let top = card.y + inset + 24 * scale + 8
        let bottom = hintBaseline - 16 * scale - 12
        guideRadius = max(min((bottom - top) / 2, card.width / 2 - inset - 8, frame.isWide ? 240 : 156), 48)
        guideCenter = Point(x: card.center.x, y: (top + bottom) / 2)
        contentHeight = max(y - 20 + shift, card.maxY) + frame.bottomMargin + context.insets.bottom
    }

    /// The buttons of the guide, with their identifiers.
    func buttons(isRunning: Bool) -> [(id: String, area: Rect)] {
        let row = buttonRow
        guard isRunning else {
            return [("start", Rect(center: row.center, width: min(200, row.width), height: row.height))]
        }
        let width = min((row.width - 12) / 2, 160)
        return [
            ("start", Rect(x: row.center.x - 6 - width, y: row.y, width: width, height: row.height)),
            ("end", Rect(x: row.center.x + 6, y: row.y, width: width, height: row.height)),
        ]
    }
}
