// SPDX-License-Identifier: MIT
import Localization

internal import Canvas
internal import Geometry
internal import PageKit
internal import PangoText

extension DemoListPage {
    /// The distance that a level moves while the next one slides over it, in widths.
    private static let parallax = 0.3
    /// The opacity of the shade over a level that is covered.
    private static let shade = 0.12

    /// Draws a level at its present position.
    func draw(_ level: NavigationStack.VisibleLevel, on canvas: Canvas, context: PageContext, now: UInt64) {
        let width = context.size.width
        let isUnder = level.distance < 0
        let x = level.distance * width * (isUnder ? Self.parallax : 1)
        let whole = Rect(x: 0, y: 0, width: width, height: context.size.height)
        canvas.withClip(to: [whole]) {
            canvas.translate(x: (x * canvas.scale).rounded() / canvas.scale, y: 0)
            if level.distance > 0 {
                canvas.fill(whole, context.background, replacing: true)
                let edge = Rect(x: -24, y: 0, width: 24, height: whole.height)
                let shadow = Gradient(
                    Color.black.opacity(0), Color.black.opacity(0.08), from: Point(x: edge.x, y: 0),
                    to: Point(x: edge.maxX, y: 0))
                canvas.fill(edge, shadow)
            }
            drawLevel(level.path, on: canvas, context: context, now: now)
            if isUnder { canvas.fill(whole, Color.black.opacity(Self.shade * -level.distance)) }
        }
    }

    private func drawLevel(_ path: [String], on canvas: Canvas, context: PageContext, now: UInt64) {
        let layout = prepare(path, context, now: now)
        let theme = Theme(context)
        let level = levels[path]
        let offset = (level.scroller.offset(at: now) * canvas.scale).rounded() / canvas.scale
        canvas.withSavedState {
            canvas.translate(x: 0, y: -offset)
            drawHeader(path, layout, on: canvas, context: context, theme: theme)
            switch (context.role, layout.head) {
            case (.search, let field?):
                drawSearchField(in: field, layout, on: canvas, context: context, theme: theme)
            case (_, let card?): drawActions(in: card, layout, on: canvas, context: context, theme: theme, now: now)
            case (_, nil): break
            }
            drawRows(path, level, layout, offset: offset, on: canvas, context: context, theme: theme)
            if path == navigation.path, let frame = focused.flatMap({ self.frame(of: $0, layout) }) {
                canvas.stroke(.roundedRect(frame.inset(by: 4), radius: 14), with: .color(theme.ink), width: 2)
            }
        }
        drawBar(path, layout, offset: offset, on: canvas, context: context, theme: theme)
        painter.thumb(
            from: layout.bar.maxY, offset: offset, maximum: level.scroller.maximum, on: canvas, context: context,
            theme: theme)
    }

    private func drawHeader(
        _ path: [String], _ layout: ListLayout, on canvas: Canvas, context: PageContext, theme: Theme
    ) {
        guard canvas.clipBounds.intersection(layout.header) != nil else { return }
        let column = layout.column
        let size = ListLayout.titleSize(isTight: layout.isTight) * layout.textScale
        let availableWidth = column.width - 4 - (context.isSheet ? closeButton(in: layout).width + 12 : 0)
        let title = painter.line(
            title(of: path, context), size: size, weight: .bold, theme.ink, width: availableWidth,
            tracking: -0.02 * size)
        title.draw(on: canvas, baseline: Point(x: column.x + 2, y: layout.titleBaseline))
        let small = 15 * layout.textScale
        let note = note(path, context)
        if layout.isStacked {
            let line = painter.line(note, size: small, weight: .medium, theme.secondary, width: column.width - 4)
            line.draw(on: canvas, baseline: Point(x: column.x + 2, y: layout.titleBaseline + small * 1.5))
        } else if availableWidth - title.size.width > 84 {
            let line = painter.line(
                note, size: small, weight: .medium, theme.secondary, width: availableWidth - title.size.width - 12)
            line.draw(on: canvas, baseline: Point(x: column.x + 14 + title.size.width, y: layout.titleBaseline))
        }
    }

    /// Returns the text beside a title: the path to the level and the number of its items.
    func note(_ path: [String], _ context: PageContext) -> String {
        let opened = levels[path].opened.count
        let rows = rows(of: path, context)
        let all = localized(rows.total, one: "\(rows.total) item", other: "\(rows.total) items")
        let count =
            rows.found.map { localized("\($0.count) of \(all)") }
            ?? (opened > 0 ? localized("\(all) · \(opened) opened") : all)
        guard !path.isEmpty else { return count }
        return path.indices.map { title(of: Array(path.prefix($0)), context) }.joined(separator: " › ") + " · " + count
    }

    private func drawSearchField(
        in field: Rect, _ layout: ListLayout, on canvas: Canvas, context: PageContext, theme: Theme
    ) {
        canvas.fillRoundedRect(field, radius: 12, theme.track)
        let scale = min(layout.textScale, 1.6)
        let side = 15 * scale
        let glass = Point(x: field.x + 14 + side / 2, y: field.center.y - 1)
        canvas.stroke(.circle(center: glass, radius: side * 0.4), with: .color(theme.secondary), width: 1.8)
        canvas.strokeLine(
            from: Point(x: glass.x + side * 0.3, y: glass.y + side * 0.3),
            to: Point(x: glass.x + side * 0.58, y: glass.y + side * 0.58), width: 1.8, theme.secondary, cap: .round)
        let shape = searchFieldLayout(in: field, context, theme: theme)
        shape.draw(
            painter.line(localized("Search"), size: 16 * scale, theme.secondary, width: shape.textArea.width),
            on: canvas,
            theme: theme
        )
        guard !query.isEmpty else { return }
        let center = clearButton(in: field).center
        let (radius, arm) = (9 * scale, 3.2 * scale)
        canvas.fill(
            .circle(center: center, radius: radius),
            with: .color(pressed == .clearSearch ? theme.secondary : theme.tertiary))
        var cross = Path()
        for direction in [-1.0, 1] {
            cross.move(to: Point(x: center.x - arm, y: center.y - arm * direction))
            cross.line(to: Point(x: center.x + arm, y: center.y + arm * direction))
        }
        canvas.stroke(cross, with: .color(context.background), width: 1.8)
    }

    /// Draws the message that nothing was found.
    private func drawNothingFound(_ layout: ListLayout, on canvas: Canvas, theme: Theme) {
        let term = query.text.count > 40 ? query.text.prefix(39) + "…" : query.text[...]
        var style = TextStyle(size: 16 * layout.textScale, weight: .medium, color: theme.secondary)
        style.maxWidth = max(layout.column.width - 32, 1)
        style.alignment = .center
        painter.text(localized("Nothing found for “\(term)”"), style)
            .draw(on: canvas, at: Point(x: layout.column.x + 16, y: layout.list.y + 32 * layout.textScale))
    }

    private func drawActions(
        in card: Rect, _ layout: ListLayout, on canvas: Canvas, context: PageContext, theme: Theme, now: UInt64
    ) {
        painter.card(card, on: canvas, theme: theme)
        for index in 0..<ListLayout.actionCount {
            guard let row = layout.action(index), canvas.clipBounds.intersection(row) != nil else { continue }
            if pressed == .action(index) {
                drawPress(in: row, isFirst: index == 0, isLast: index == 1, on: canvas, theme: theme)
            }
            let disc = disc(in: row, layout)
            if index > 0 { drawLine(above: row, from: disc.maxX + 14, on: canvas, theme: theme) }
            if index == 0 {
                drawLink(in: row, disc, layout, on: canvas, context: context, theme: theme)
            } else {
                drawRecording(in: row, disc, layout, on: canvas, theme: theme, now: now)
            }
        }
    }

    private func drawLink(
        in row: Rect, _ disc: Rect, _ layout: ListLayout, on canvas: Canvas, context: PageContext, theme: Theme
    ) {
        let destination = destination(in: context)
        let isSettings = destination?.id == "settings"
        canvas.fillEllipse(in: disc, theme.accent.opacity(0.16))
        canvas.withSavedState {
            if !isSettings { canvas.rotate(by: -.pi / 2, around: disc.center) }
            drawArrow(in: disc, on: canvas, color: theme.accentText)
        }
        let texts = linkTexts(context)
        let end = drawPill(texts.label, isStrong: false, in: row, layout, on: canvas, theme: theme)
        drawTexts(
            texts.title, texts.note, from: disc.maxX + 14, to: end - 10, in: row, layout, on: canvas, theme: theme)
    }

    /// Returns the texts of the row that leads to another tab, and the label at its end.
    func linkTexts(_ context: PageContext) -> (title: String, note: String, label: String) {
        let destination = destination(in: context)
        let label = destination?.title ?? localized("None")
        let isSettings = destination?.id == "settings"
        return (
            isSettings ? localized("Download models") : localized("More to see"),
            isSettings ? localized("In \(label)") : localized("In another tab"), label
        )
    }

    /// Returns the texts of the row that records, and the label at its end.
    func recordingTexts(at now: UInt64) -> (title: String, note: String, label: String) {
        let running = recordingSince.map { Self.clock(seconds(since: $0, at: now)) }
        let note = localized("Goes on in other tabs")
        guard let running else {
            return (
                localized("Voice memo"), lastRecording.map { localized("The last one: \(Self.clock($0))") } ?? note,
                localized("Start")
            )
        }
        return (localized("Recording \(running)"), note, localized("Stop"))
    }

    private func drawRecording(
        in row: Rect, _ disc: Rect, _ layout: ListLayout, on canvas: Canvas, theme: Theme, now: UInt64
    ) {
        let red = theme.visible(Theme.alert)
        canvas.fillEllipse(in: disc, red.opacity(recordingSince == nil ? 0.16 : 1))
        let dot = disc.width * (recordingSince == nil ? 0.17 : 0.16)
        let color = recordingSince == nil ? red : .white
        if recordingSince == nil {
            canvas.fill(.circle(center: disc.center, radius: dot), with: .color(color))
        } else {
            canvas.fillRoundedRect(Rect(center: disc.center, width: 2 * dot, height: 2 * dot), radius: 3, color)
        }
        let texts = recordingTexts(at: now)
        let end = drawPill(
            texts.label, isStrong: recordingSince != nil, in: row, layout, on: canvas, theme: theme)
        drawTexts(
            texts.title, texts.note, from: disc.maxX + 14, to: end - 10, in: row, layout, on: canvas, theme: theme)
    }

    private func drawRows(
        _ path: [String], _ level: NavigationLevel, _ layout: ListLayout, offset: Double, on canvas: Canvas,
        context: PageContext, theme: Theme
    ) {
        let rows = rows(of: path, context)
        if rows.found?.isEmpty == true { drawNothingFound(layout, on: canvas, theme: theme) }
        guard layout.rowCount > 0 else { return }
        painter.card(layout.list, on: canvas, theme: theme)
        let isPresent = path == navigation.path
        let bounds = canvas.clipBounds
        for index in layout.rows(scrolledBy: offset, height: context.size.height) {
            let row = layout.row(index)
            guard bounds.intersection(row) != nil else { continue }
            if isPresent, pressed == .row(index) {
                drawPress(
                    in: row, isFirst: index == 0, isLast: index == layout.rowCount - 1, on: canvas, theme: theme)
            }
            let opened = level.opened[rows.word(index)] ?? 0
            drawRow(index, of: rows, in: row, opened: opened, layout, on: canvas, theme: theme)
        }
    }

    private func drawRow(
        _ index: Int, of rows: DemoRows, in row: Rect, opened: Int, _ layout: ListLayout, on canvas: Canvas,
        theme: Theme
    ) {
        let disc = disc(in: row, layout)
        if index > 0 { drawLine(above: row, from: disc.maxX + 14, on: canvas, theme: theme) }
        if opened > 0 {
            canvas.fill(
                .circle(center: disc.center, radius: disc.width / 2),
                with: .gradient(
                    Gradient(
                        theme.accent, theme.accentEnd, from: Point(x: disc.x, y: disc.y),
                        to: Point(x: disc.maxX, y: disc.maxY))))
            drawCheck(in: disc, on: canvas, color: theme.onAccent)
        } else {
            canvas.fillEllipse(in: disc, theme.accent.opacity(0.13))
            let number = painter.line(
                rows.mark(index), size: disc.width * (index < 999 ? 0.36 : 0.27), weight: .semibold, theme.accentText,
                tabular: true)
            number.draw(
                on: canvas,
                at: Point(x: disc.center.x - number.size.width / 2, y: disc.center.y - number.size.height / 2))
        }
        let end = row.maxX - (layout.isTight ? 14 : 18)
        let leads = rows.leads(index)
        if leads { drawChevron(at: Point(x: end, y: row.center.y), on: canvas, color: theme.tertiary) }
        drawTexts(
            DemoRows.title(of: rows.word(index)), rowNote(leads, opened: opened), from: disc.maxX + 14, to: end - 18,
            in: row, layout, on: canvas, theme: theme)
    }

    /// Returns the text below a row's title.
    func rowNote(_ leads: Bool, opened: Int) -> String {
        switch (leads, opened) {
        case (true, 0): localized("Not opened yet")
        case (true, _): localized(opened, one: "Opened once", other: "Opened \(opened) times")
        case (false, 0): localized("Not ticked off")
        case (false, _): localized("Ticked off")
        }
    }

    private func drawTexts(
        _ title: String, _ note: String, from left: Double, to right: Double, in row: Rect, _ layout: ListLayout,
        on canvas: Canvas, theme: Theme
    ) {
        let width = max(right - left, 1)
        let first = painter.line(
            title, size: 16 * layout.textScale, weight: .medium, theme.ink, width: width, tabular: true)
        let second = painter.line(note, size: 13 * layout.textScale, theme.secondary, width: width)
        let top = row.center.y - (first.size.height + second.size.height + 2) / 2
        first.draw(on: canvas, at: Point(x: left, y: top))
        second.draw(on: canvas, at: Point(x: left, y: top + first.size.height + 2))
    }

    /// Draws a label at a row's trailing end, or a chevron in a row that is too narrow.
    ///
    /// - Returns: the leading edge of the label.
    private func drawPill(
        _ label: String, isStrong: Bool, in row: Rect, _ layout: ListLayout, on canvas: Canvas, theme: Theme
    ) -> Double {
        guard row.width >= 250 * layout.textScale else {
            let end = row.maxX - (layout.isTight ? 14 : 18)
            drawChevron(at: Point(x: end, y: row.center.y), on: canvas, color: theme.tertiary)
            return end - 8
        }
        let text = painter.line(
            label, size: 14 * min(layout.textScale, 1.6), weight: .semibold, isStrong ? theme.buttonText : theme.ink,
            width: row.width * 0.34)
        let height = text.size.height + 14
        let width = min(text.size.width, row.width * 0.34) + 28
        let pill = Rect(
            x: row.maxX - (layout.isTight ? 12 : 16) - width, y: row.center.y - height / 2, width: width, height: height
        )
        canvas.fillRoundedRect(pill, radius: height / 2, isStrong ? theme.button : theme.track)
        text.draw(on: canvas, at: Point(x: pill.x + 14, y: pill.y + 7))
        return pill.x
    }

    private func drawBar(
        _ path: [String], _ layout: ListLayout, offset: Double, on canvas: Canvas, context: PageContext, theme: Theme
    ) {
        let line = layout.barLine
        // The bar fades in while the title scrolls under it.
        let start = max(layout.titleBaseline - line.maxY, 8)
        let end = max(layout.header.maxY - line.maxY, start + 12)
        let progress = min(max((offset - start) / (end - start), 0), 1)
        let isSolid = !path.isEmpty || progress > 0
        if isSolid {
            canvas.fill(layout.bar, context.background.opacity(path.isEmpty ? min(progress * 2, 1) : 1))
            let edge = Rect(
                x: 0, y: layout.bar.maxY - 1 / canvas.scale, width: layout.bar.width, height: 1 / canvas.scale)
            canvas.fill(canvas.snapped(edge), theme.hairline.opacity(progress))
        }
        let size = 16 * min(layout.textScale, 1.6)
        var side = context.isSheet ? closeButton(in: layout).width + 12 : 0
        if !path.isEmpty {
            side = max(side, drawBack(path, layout, size: size, on: canvas, context: context, theme: theme))
        }
        if progress > 0.5 {
            let availableWidth = max(line.width - 2 * side, 1)
            let text = painter.line(
                title(of: path, context), size: size, weight: .semibold, theme.ink, width: availableWidth)
            text.draw(
                on: canvas,
                at: Point(x: line.center.x - text.size.width / 2, y: line.center.y - text.size.height / 2),
                opacity: progress * 2 - 1)
        }
        if context.isSheet { drawClose(layout, on: canvas, theme: theme) }
    }

    /// Draws the button that leads to the level above, with that level's title.
    ///
    /// - Returns: its width.
    private func drawBack(
        _ path: [String], _ layout: ListLayout, size: Double, on canvas: Canvas, context: PageContext, theme: Theme
    ) -> Double {
        let line = layout.barLine
        let color = pressed == .back ? theme.accentText.opacity(0.5) : theme.accentText
        let (x, y, half) = (line.x + 3, line.center.y, size * 0.42)
        let chevron = Path(
            through: Point(x: x + half, y: y - half), Point(x: x, y: y), Point(x: x + half, y: y + half))
        canvas.stroke(chevron, with: .color(color), width: 2.2)
        let text = painter.line(
            title(of: Array(path.dropLast()), context), size: size, weight: .medium, color, width: line.width * 0.32)
        text.draw(on: canvas, at: Point(x: x + half + 8, y: y - text.size.height / 2))
        return half + 24 + min(text.size.width, line.width * 0.32)
    }

    /// Returns the frame of the button that dismisses a sheet.
    func closeButton(in layout: ListLayout) -> Rect {
        let side = 30 * min(layout.textScale, 1.4)
        return Rect(
            x: layout.barLine.maxX - side, y: layout.barLine.y + (layout.barLine.height - side) / 2, width: side,
            height: side)
    }

    private func drawClose(_ layout: ListLayout, on canvas: Canvas, theme: Theme) {
        let button = closeButton(in: layout)
        canvas.fillEllipse(in: button, pressed == .close ? theme.track.opacity(1.8) : theme.track)
        let cross = button.inset(by: button.width * 0.34)
        for (from, to) in [
            (Point(x: cross.x, y: cross.y), Point(x: cross.maxX, y: cross.maxY)),
            (Point(x: cross.maxX, y: cross.y), Point(x: cross.x, y: cross.maxY)),
        ] {
            canvas.strokeLine(from: from, to: to, width: 2, theme.secondary, cap: .round)
        }
    }

    private func disc(in row: Rect, _ layout: ListLayout) -> Rect {
        let side = 38 * min(layout.textScale, 1.5)
        return Rect(
            x: row.x + (layout.isTight ? 12 : 16), y: row.center.y - side / 2, width: side, height: side)
    }

    /// Draws the background of a pressed row within its card's corners.
    private func drawPress(in row: Rect, isFirst: Bool, isLast: Bool, on canvas: Canvas, theme: Theme) {
        let radius = PagePainter.cardRadius
        let reach = 2 * radius
        let shape = Rect(
            x: row.x, y: isFirst ? row.y : row.y - reach, width: row.width,
            height: row.height + (isFirst ? 0 : reach) + (isLast ? 0 : reach))
        canvas.withClip(to: [row]) { canvas.fillRoundedRect(shape, radius: radius, theme.cardPressed) }
    }

    private func drawLine(above row: Rect, from x: Double, on canvas: Canvas, theme: Theme) {
        let line = Rect(x: x, y: row.y, width: row.maxX - x, height: 1 / canvas.scale)
        canvas.fill(canvas.snapped(line), theme.hairline)
    }

    private func drawChevron(at point: Point, on canvas: Canvas, color: Color) {
        let path = Path(
            through: Point(x: point.x - 5, y: point.y - 5), point, Point(x: point.x - 5, y: point.y + 5))
        canvas.stroke(path, with: .color(color), width: 1.8)
    }

    private func drawCheck(in disc: Rect, on canvas: Canvas, color: Color) {
        let (center, unit) = (disc.center, disc.width * 0.09)
        let path = Path(
            through: Point(x: center.x - 2.1 * unit, y: center.y + 0.1 * unit),
            Point(x: center.x - 0.6 * unit, y: center.y + 1.6 * unit),
            Point(x: center.x + 2.2 * unit, y: center.y - 1.6 * unit))
        canvas.stroke(path, with: .color(color), width: disc.width * 0.07)
    }

    /// Draws an arrow that points down to a line.
    private func drawArrow(in disc: Rect, on canvas: Canvas, color: Color) {
        let (center, unit) = (disc.center, disc.width * 0.1)
        var path = Path()
        path.move(to: Point(x: center.x, y: center.y - 2.2 * unit))
        path.line(to: Point(x: center.x, y: center.y + 0.8 * unit))
        path.move(to: Point(x: center.x - 1.3 * unit, y: center.y - 0.4 * unit))
        path.line(to: Point(x: center.x, y: center.y + 0.9 * unit))
        path.line(to: Point(x: center.x + 1.3 * unit, y: center.y - 0.4 * unit))
        path.move(to: Point(x: center.x - 2 * unit, y: center.y + 2.1 * unit))
        path.line(to: Point(x: center.x + 2 * unit, y: center.y + 2.1 * unit))
        canvas.stroke(path, with: .color(color), width: disc.width * 0.05)
    }

    static func clock(_ seconds: UInt64) -> String {
        let rest = seconds % 60
        return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
    }
}
