import Canvas
import Geometry
import PageKit
import PangoText

/// The canvas of a page, with the colours of its theme and the text scale of its grid.
struct Pen {
    typealias Maker = (Canvas) -> Pen

    let painter: PagePainter
    let theme: Theme
    let frame: PageGrid
    let canvas: Canvas

    /// Lays out a text of one line; its size is multiplied by the text scale.
    func line(
        _ string: String, _ size: Double, _ color: Color, _ weight: TextStyle.Weight = .medium, width: Double? = nil,
        tabular: Bool = false, tracking: Double? = nil, smallest: Double? = nil
    ) -> TextLayout {
        painter.line(
            string, size: frame.size(size), weight: weight, color, width: width, tabular: tabular, tracking: tracking,
            smallest: smallest, unscaled: size)
    }

    /// Lays out a text of several lines; its size is multiplied by the text scale.
    func paragraph(
        _ string: String, _ size: Double, _ color: Color, _ weight: TextStyle.Weight = .regular, width: Double,
        alignment: TextStyle.Alignment = .leading
    ) -> TextLayout {
        painter.paragraph(string, size: frame.size(size), weight: weight, color, width: width, alignment: alignment)
    }

    func draw(_ text: TextLayout, x: Double, top: Double) { text.draw(on: canvas, at: Point(x: x, y: top)) }

    func draw(_ text: TextLayout, x: Double, baseline: Double, _ anchor: TextStyle.Alignment = .leading) {
        text.draw(on: canvas, baseline: Point(x: x, y: baseline), anchor: anchor)
    }

    func draw(_ text: TextLayout, x: Double, middle: Double) { draw(text, x: x, top: middle - text.size.height / 2) }

    func draw(_ text: TextLayout, centerX x: Double, top: Double) { draw(text, x: x - text.size.width / 2, top: top) }

    func draw(_ text: TextLayout, centeredIn area: Rect) {
        draw(text, x: area.center.x - text.size.width / 2, middle: area.center.y)
    }

    func draw(_ title: TextLayout, above detail: TextLayout, x: Double, middle: Double) {
        let top = middle - (title.size.height + detail.size.height + 2) / 2
        draw(title, x: x, top: top)
        draw(detail, x: x, top: top + title.size.height + 2)
    }

    /// Draws a number and its unit, from left to right in every language, with the leading end of their baseline at `x`.
    func draw(_ value: TextLayout, unit: TextLayout, x: Double, baseline: Double, gap: Double) {
        let isReversed = frame.isRightToLeft && unit.size.width > 0
        let (first, second) = isReversed ? (unit, value) : (value, unit)
        draw(first, x: x, baseline: baseline)
        draw(second, x: x + first.size.width + gap, baseline: baseline)
    }

    func card(_ area: Rect, pressed: Bool = false) { painter.card(area, on: canvas, theme: theme, pressed: pressed) }

    func button(_ title: String, in area: Rect, size: Double, pressed: Bool, quiet: Bool = false) {
        let fill = quiet ? theme.track : theme.button
        canvas.fillRoundedRect(area, radius: area.height / 2, pressed ? fill.opacity(0.72) : fill)
        let color = quiet ? theme.ink : theme.buttonText
        draw(line(title, size, color, .semibold, width: area.width - 24), centeredIn: area)
    }

    /// Fills the shape of a button on the page, such as a text field.
    func pill(_ area: Rect, _ fill: Color) {
        if let shadow = theme.shadow {
            canvas.fillRoundedRect(area.offset(y: 1), radius: area.height / 2, shadow.opacity(0.6))
        }
        canvas.fillRoundedRect(area, radius: area.height / 2, fill)
    }

    /// Draws a white symbol on a disc in the accent colours.
    func badge(_ symbol: Symbol, in area: Rect, inset: Double) {
        let gradient = Gradient(
            theme.accent, theme.accentEnd, from: Point(x: area.x, y: area.y), to: Point(x: area.maxX, y: area.maxY))
        canvas.fill(.circle(center: area.center, radius: area.width / 2), with: .gradient(gradient))
        symbol.draw(in: area.inset(by: inset), on: canvas, color: .white)
    }

    /// Draws a bar that fades downwards; `strength` is its opacity.
    func bar(_ bar: Rect, radius: Double, _ color: Color, strength: Double = 1) {
        let gradient = Gradient(
            color.opacity(strength), color.opacity(strength * 0.62), from: Point(x: 0, y: bar.y),
            to: Point(x: 0, y: bar.maxY))
        canvas.fill(.roundedRect(bar, radius: radius), with: .gradient(gradient))
        outline(.roundedRect(bar.inset(by: 0.75), radius: radius), width: 1.5, strength: strength)
    }

    func dot(_ category: StressLevel.Category?, at center: Point, radius: Double) {
        circle(center, radius, theme.color(of: category))
        outline(.circle(center: center, radius: radius - 0.5), width: 1.5)
    }

    func circle(_ center: Point, _ radius: Double, _ color: Color) {
        canvas.fill(.circle(center: center, radius: radius), with: .color(color))
    }

    /// Strokes the outline of a category's colour, if the user prefers more contrast.
    func outline(_ path: Path, width: Double, strength: Double = 1) {
        guard let outline = theme.outline else { return }
        canvas.stroke(path, with: .color(outline.opacity(strength)), width: width)
    }

    /// Draws a dot and a word for each category: in a line or, if the words are larger there and it is high enough, in two.
    func legend(in area: Rect) {
        let (all, largest) = (StressLevel.Category.allCases, frame.size(13))
        func words(_ size: Double) -> [TextLayout] {
            all.map { painter.line($0.word, size: size, weight: .medium, theme.secondary) }
        }
        func widths(_ words: [TextLayout], _ columns: Int) -> [Double] {
            (0..<columns).map { column in
                stride(from: column, to: words.count, by: columns).map { words[$0].size.width }.max() ?? 0
            }
        }
        let natural = words(largest)
        let rowHeight = natural.reduce(0) { max($0, $1.size.height) }
        func size(_ columns: Int) -> Double {
            let whole = widths(natural, columns).reduce(0, +) + Double(columns) * largest * 14 / 13
            let room = (area.width - Double(columns - 1) * 12) / whole
            return room >= 1 ? largest : (largest * room).rounded(.down)
        }
        let columns = size(all.count) < size(2) && area.height >= 2 * rowHeight ? 2 : all.count
        let size = size(columns)
        guard area.height > 0, size >= min(largest, 11) else { return }
        let (texts, lead, radius) = (words(size), size * 14 / 13, size * 4 / 13)
        let columnWidths = widths(texts, columns)
        let space = min((area.width - columnWidths.reduce(0) { $0 + lead + $1 }) / Double(columns - 1), 20)
        for (index, text) in texts.enumerated() {
            let x = area.x + columnWidths[..<(index % columns)].reduce(0) { $0 + lead + $1 + space }
            let row = Double(index / columns) - Double(all.count / columns - 1) / 2
            let middle = area.center.y + row * rowHeight
            dot(all[index], at: Point(x: x + radius, y: middle), radius: radius)
            draw(text, x: x + lead, middle: middle)
        }
    }

    /// Draws a separator of one buffer pixel across a rectangle.
    func hairline(_ rect: Rect, y: Double) {
        canvas.fill(canvas.snapped(Rect(x: rect.x, y: y, width: rect.width, height: 1 / canvas.scale)), theme.hairline)
    }

    /// Draws the chevron of a row that leads to another page.
    func chevron(at point: Point, size: Double, _ color: Color, isBack: Bool = false) {
        let (dx, dy) = ((isBack ? -1 : 1) * size * 0.3, size * 0.55)
        let path = Path(
            through: Point(x: point.x - dx, y: point.y - dy), Point(x: point.x + dx, y: point.y),
            Point(x: point.x - dx, y: point.y + dy))
        canvas.stroke(path, with: .color(color), width: max(size * 0.18, 1.6))
    }

    /// Draws the scroll thumb at the trailing edge of a viewport.
    func thumb(_ viewport: Rect, content: Double, offset: Double, maximum: Double) {
        guard maximum > 0, content > 0 else { return }
        let track = viewport.height - 8
        let height = max(track * viewport.height / content, 32)
        let thumb = Rect(
            x: viewport.maxX - 6, y: viewport.y + 4 + (track - height) * min(max(offset / maximum, 0), 1), width: 3,
            height: height)
        canvas.fillRoundedRect(thumb, radius: 1.5, theme.tertiary.opacity(0.5))
    }
}

extension PagePainter {
    func paragraph(
        _ string: String, size: Double, weight: TextStyle.Weight = .regular, _ color: Color, width: Double,
        alignment: TextStyle.Alignment = .leading
    ) -> TextLayout {
        var style = TextStyle(size: size, weight: weight, color: color)
        style.maxWidth = max(width, 1)
        style.alignment = alignment
        style.tracking = -0.012 * size
        return text(string, style)
    }
}

extension Part {
    /// A button whose press redraws the page.
    static func button(
        _ title: String, _ id: String, description: String? = nil, isSelected: Bool? = nil, in area: Rect,
        radius: Double, draw: ((Canvas, State) -> Void)? = nil, press: @escaping () -> Void
    ) -> Part {
        Part(
            .button, title, id: id, description: description, isSelected: isSelected, in: area, radius: radius,
            draw: draw,
            press: {
                press()
                return .redraw
            })
    }
}
