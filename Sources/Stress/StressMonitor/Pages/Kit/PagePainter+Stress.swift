// SPDX-License-Identifier: MIT
import Canvas
import Geometry
import PageKit
import PangoText

extension PagePainter {
    /// Draws a page's title and, beside it, the first of several texts that fits.
    func header(_ title: String, _ subtitles: [String], _ frame: PageGrid, on canvas: Canvas, theme: Theme) {
        let size = frame.size(34)
        let title = line(
            title, size: size, weight: .bold, theme.ink, width: frame.header.width, tracking: -0.022 * size)
        let baseline = frame.header.y + frame.size(34)
        title.draw(on: canvas, baseline: Point(x: frame.header.x, y: baseline))
        let availableWidth = frame.header.width - title.size.width - 24
        let candidates = subtitles.lazy.map { [self] in
            line($0, size: frame.size(15), weight: .medium, theme.secondary)
        }
        candidates.first { $0.size.width <= availableWidth }?
            .draw(on: canvas, baseline: Point(x: frame.header.maxX, y: baseline), anchor: .trailing)
    }

    /// Lays out a text of several lines.
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

    /// Draws a button in the shape of a pill.
    func button(
        _ title: String, in rect: Rect, size: Double, on canvas: Canvas, theme: Theme, pressed: Bool,
        quiet: Bool = false, color: Color? = nil
    ) {
        let fill = quiet ? theme.track : theme.button
        canvas.fillRoundedRect(rect, radius: rect.height / 2, pressed ? fill.opacity(0.72) : fill)
        let text = line(
            title, size: size, weight: .semibold, color ?? (quiet ? theme.ink : theme.buttonText),
            width: rect.width - 24)
        text.draw(on: canvas, centeredIn: rect)
    }

    /// Fills the shape of a button on the page, such as a text field.
    func pill(_ area: Rect, _ fill: Color, on canvas: Canvas, theme: Theme) {
        if let shadow = theme.shadow {
            canvas.fillRoundedRect(area.offset(y: 1), radius: area.height / 2, shadow.opacity(0.6))
        }
        canvas.fillRoundedRect(area, radius: area.height / 2, fill)
    }

    /// Draws a white symbol on a disc in the accent colours.
    func badge(_ symbol: Symbol, in area: Rect, inset: Double, on canvas: Canvas, theme: Theme) {
        let gradient = Gradient(
            theme.accent, theme.accentEnd, from: Point(x: area.x, y: area.y), to: Point(x: area.maxX, y: area.maxY))
        canvas.fill(.circle(center: area.center, radius: area.width / 2), with: .gradient(gradient))
        symbol.draw(in: area.inset(by: inset), on: canvas, color: .white)
    }

    /// Draws a number and its unit, from left to right in every language.
    ///
    /// - Parameter point: the leading end of the baseline.
    func quantity(
        _ value: TextLayout, _ unit: TextLayout, at point: Point, gap: Double, isRightToLeft: Bool, on canvas: Canvas
    ) {
        let isReversed = isRightToLeft && unit.size.width > 0
        let (first, second) = isReversed ? (unit, value) : (value, unit)
        first.draw(on: canvas, baseline: point)
        second.draw(on: canvas, baseline: Point(x: point.x + first.size.width + gap, y: point.y))
    }

    /// Draws a bar that is paler below.
    ///
    /// - Parameter strength: the opacity, 0…1.
    func bar(
        _ bar: Rect, radius: Double, _ color: Color, strength: Double = 1, on canvas: Canvas, theme: Theme
    ) {
        canvas.fill(
            .roundedRect(bar, radius: radius),
            with: .gradient(
                Gradient(
                    color.opacity(strength), color.opacity(strength * 0.62), from: Point(x: 0, y: bar.y),
                    to: Point(x: 0, y: bar.maxY))))
        guard let outline = theme.outline else { return }
        canvas.stroke(
            .roundedRect(bar.inset(by: 0.75), radius: radius), with: .color(outline.opacity(strength)), width: 1.5)
    }

    /// Draws a dot in the colour of a category.
    func dot(_ category: StressLevel.Category?, at center: Point, radius: Double, on canvas: Canvas, theme: Theme) {
        canvas.fill(.circle(center: center, radius: radius), with: .color(theme.color(of: category)))
        guard let outline = theme.outline else { return }
        canvas.stroke(.circle(center: center, radius: radius - 0.5), with: .color(outline), width: 1.5)
    }

    /// Draws a dot and a word for each category in a line, if they fit.
    func legend(in area: Rect, _ frame: PageGrid, on canvas: Canvas, theme: Theme) {
        func words(_ size: Double) -> [(StressLevel.Category, TextLayout)] {
            StressLevel.Category.allCases.map { category in
                (category, line(category.word, size: size, weight: .medium, theme.secondary))
            }
        }
        let (dot, gap) = (frame.size(8), frame.size(6))
        let available = area.width - 4 * (dot + gap) - 3 * 12
        let widest = words(frame.size(13)).reduce(0) { $0 + $1.1.size.width }
        let size = min((frame.size(13) * available / max(widest, 1)).rounded(.down), frame.size(13))
        guard area.height > 0, size >= min(frame.size(13), 11) else { return }
        let words = words(size)
        let width = words.reduce(0) { $0 + dot + gap + $1.1.size.width }
        let space = min((area.width - width) / 3, 20)
        var x = area.x
        for (category, word) in words {
            self.dot(
                category, at: Point(x: x + dot / 2, y: area.center.y), radius: dot / 2, on: canvas, theme: theme)
            word.draw(on: canvas, at: Point(x: x + dot + gap, y: area.center.y - word.size.height / 2))
            x += dot + gap + word.size.width + space
        }
    }

    /// Draws a separator of one buffer pixel across a rectangle.
    func hairline(_ rect: Rect, y: Double, on canvas: Canvas, theme: Theme) {
        canvas.fill(canvas.snapped(Rect(x: rect.x, y: y, width: rect.width, height: 1 / canvas.scale)), theme.hairline)
    }

    /// Draws the chevron of a row that leads to another page.
    func chevron(at point: Point, size: Double, on canvas: Canvas, color: Color, isBack: Bool = false) {
        let dx = (isBack ? -1 : 1) * size * 0.3
        let path = Path(
            through: Point(x: point.x - dx, y: point.y - size * 0.55), Point(x: point.x + dx, y: point.y),
            Point(x: point.x - dx, y: point.y + size * 0.55))
        canvas.stroke(path, with: .color(color), width: max(size * 0.18, 1.6))
    }

    /// Draws the scroll thumb at the trailing edge of a viewport.
    func thumb(_ viewport: Rect, content: Double, offset: Double, maximum: Double, on canvas: Canvas, theme: Theme) {
        guard maximum > 0, content > 0 else { return }
        let track = viewport.height - 8
        let height = max(track * viewport.height / content, 32)
        let thumb = Rect(
            x: viewport.maxX - 6, y: viewport.y + 4 + (track - height) * min(max(offset / maximum, 0), 1), width: 3,
            height: height)
        canvas.fillRoundedRect(thumb, radius: 1.5, theme.tertiary.opacity(0.5))
    }
}

extension TextLayout {
    /// Draws the text in the middle of an area.
    func draw(on canvas: Canvas, centeredIn area: Rect) {
        draw(on: canvas, at: Point(x: area.center.x - size.width / 2, y: area.center.y - size.height / 2))
    }

    /// Draws a title with a detail below it, both in the middle of a height.
    static func draw(_ title: TextLayout, _ detail: TextLayout, x: Double, centerY: Double, on canvas: Canvas) {
        let top = centerY - (title.size.height + detail.size.height + 2) / 2
        title.draw(on: canvas, at: Point(x: x, y: top))
        detail.draw(on: canvas, at: Point(x: x, y: top + title.size.height + 2))
    }
}
