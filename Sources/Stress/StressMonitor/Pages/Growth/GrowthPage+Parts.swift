import Canvas
import Geometry
import Localization
import PageKit

extension GrowthPage {
    func parts(in context: PageContext, now: UInt64) -> [Part] {
        prepare(context, now: now)
        return parts(of: navigation.path, context, now: now) + toastParts(context, now: now)
    }

    func parts(of path: [String], _ context: PageContext, now: UInt64) -> [Part] {
        if path.isEmpty { return rootParts(context, now: now) }
        if let day = path.first.flatMap({ Day(word: $0) }) { return dayParts(day, context, now: now) }
        let (layout, pen) = (DayLayout(context, rows: 0), pen(context))
        let unknown = Part(.label, Self.unknownRouteText, id: "unknown") { canvas, _ in
            let (pen, middle) = (pen(canvas), context.safeArea.center)
            let width = layout.frame.header.width
            let text = pen.line(Self.unknownRouteText, 17, pen.theme.secondary, width: width)
            pen.draw(text, x: middle.x, baseline: middle.y, .center)
        }
        return [back(layout, pen), unknown]
    }

    private func rootParts(_ context: PageContext, now: UInt64) -> [Part] {
        let layout = GrowthLayout(context)
        let (pen, today) = (pen(context), today(at: now))
        let trend = trend(period, around: anchor ?? today, now: now)
        let area = isMessage ? layout.message : layout.trendCard
        func card(_ area: Rect) -> Part { Part(in: area) { canvas, _ in pen(canvas).card(area) } }
        let header = header(localized("Growth"), [localized("Trends and history"), localized("Trends")], context)
        let periods = zip(Period.allCases, layout.segments).map { period, area in
            Part.button(
                period.word, "period/\(period.rawValue)", isSelected: period == self.period, in: area, radius: 10
            ) { [self] in self.period = period }
        }
        let segments = Part(.group, localized("Period"), id: "period", children: periods.numbered) {
            [self] canvas, _ in
            drawSegments(layout, pen(canvas))
        }
        let earlier = Part.button(localized("Earlier"), "earlier", in: layout.earlier, radius: 12) { canvas, _ in
            let pen = pen(canvas)
            pen.chevron(at: layout.earlier.center, size: 11, pen.theme.secondary, isBack: true)
        } press: { [self] in
            let last = period.days(around: anchor ?? today).lowerBound.advanced(by: -1)
            (anchor, shownMark) = (period.days(around: last).lowerBound, nil)
        }
        let canGoLater = canGoLater(now)
        let later = Part.button(localized("Later"), "later", in: layout.later, radius: 12) { canvas, _ in
            let (pen, theme) = (pen(canvas), pen(canvas).theme)
            pen.chevron(at: layout.later.center, size: 11, canGoLater ? theme.secondary : theme.disabled)
        } press: { [self] in
            let next = period.days(around: anchor ?? today).upperBound
            (anchor, shownMark) = (next >= period.days(around: today).lowerBound ? nil : next, nil)
        }.with {
            guard !canGoLater else { return }
            ($0.node.isDisabled, $0.node.description) = (true, localized("nothing later"))
        }
        let figure = figure(trend, in: area, plot: layout.plot).with {
            $0.draw = { [self] canvas, _ in drawTrend(trend, layout, pen(canvas), now: now) }
        }
        guard !isMessage else {
            let suggestion = Part.suggestion(Suggestion(nil), in: layout.suggestion, isRow: true, pen)
            return [header, card(area), figure, suggestion]
        }
        let listCard = layout.listCard.map(card)
        let fixed = [header, card(area), segments, earlier, later, figure, listCard].compactMap(\.self)
        return fixed.map { part in part.with { $0.isFixed = layout.frame.hasTwoColumns } }
            + [historyList(layout, context, today: today, now: now), thumb(layout, context, now: now)]
    }

    private func historyList(_ layout: GrowthLayout, _ context: PageContext, today: Day, now: UInt64) -> Part {
        let pen = pen(context)
        let offset = rootInteraction.offset(at: now)
        let rows = rows(layout, offset: offset, height: context.size.height).map { row -> Part in
            let area = Rect(x: layout.list.x, y: row.y, width: layout.list.width, height: layout.rowHeight)
            switch row.content {
            case .name(let day):
                let area = area.slice(top: 0, height: layout.nameHeight)
                return Part(.heading, Formatters.day(day, today: today), level: 3, in: area) { [self] canvas, _ in
                    drawName(day, today: today, in: area.inset(x: layout.frame.inset), pen(canvas))
                }
            case .item(let item, let isFirst):
                return self.item(item, "row/\(row.page)/\(row.number)", in: area).with {
                    $0.radius = 12
                    $0.draw = { [self] canvas, state in
                        let (pen, row) = (pen(canvas), area.inset(x: layout.frame.inset))
                        if state.isPressed {
                            canvas.fillRoundedRect(area.inset(x: 8, y: 1), radius: 12, pen.theme.cardPressed)
                        }
                        drawItem(item, in: row, isFirst: isFirst, pen)
                        pen.chevron(at: Point(x: row.maxX - 3, y: row.center.y), size: 9, pen.theme.tertiary)
                    }
                    $0.press = { [self] in
                        let items = history.items(ofPage: row.page)
                        guard items.indices.contains(row.number) else { return .redraw }
                        return .request(.push(["\(source.timeZone.day(at: items[row.number].time))"]))
                    }
                }
            }
        }
        let count = Formatters.items(history.itemCount)
        return Part(.list, localized("History"), id: "history", value: count, children: rows) { [self] canvas, _ in
            drawList(layout, offset: offset, context, pen(canvas))
        }.with { $0.clip = layout.listCard ?? column(of: layout.list, context) }
    }

    private func thumb(_ layout: GrowthLayout, _ context: PageContext, now: UInt64) -> Part {
        let (scroller, pen) = (rootInteraction.scroller, pen(context))
        let offset = scroller.offset(at: now)
        return Part { [self] canvas, _ in
            guard offset > 0 else { return }
            let hasTwoColumns = layout.frame.hasTwoColumns
            let top = hasTwoColumns ? layout.list.y : context.insets.top
            let viewport = Rect(
                x: layout.list.x, y: top,
                width: hasTwoColumns
                    ? layout.list.width + 24 : context.size.width - context.insets.trailing - layout.list.x,
                height: (layout.listCard?.maxY ?? layout.frame.safeArea.maxY) - top)
            pen(canvas).thumb(
                viewport, content: contentHeight(layout, context), offset: offset, maximum: scroller.maximum)
        }.with { $0.isFixed = true }
    }

    /// A trend in words: its mean, and the values of its marks; a pointer reads them one by one.
    func figure(_ trend: Trend, in area: Rect, plot: Rect) -> Part {
        let average = trend.average.map { value in
            let word = (trend.dayLevel?.category ?? Trend.category(value)).word
            return trend.period == .day
                ? localized("level of the day \(value), \(word)") : localized("average \(value), \(word)")
        }
        let marks = trend.marks.compactMap { mark in mark.value.map { "\(mark.name) \($0)" } }
        let scrubbed = Part(id: "plot", in: plot.inset(x: -8, y: -8)).with {
            $0.scrub = { [self] point in
                show(mark: point.flatMap { trend.mark(at: ($0.x - plot.x) / max(plot.width, 1)) })
            }
        }
        return Part(
            .figure, trend.title, id: "trend", value: average ?? (isMessage ? Self.emptyTitle : localized("no level")),
            description: marks.isEmpty ? nil : marks.joined(separator: ", "), in: area, children: [scrubbed])
    }

    func item(_ item: HistoryItem, _ id: String, in area: Rect, day: DayViewModel? = nil) -> Part {
        let texts = texts(of: item, day: day)
        let value = texts.figure.isEmpty ? texts.detail : "\(texts.figure), \(texts.detail)"
        return Part(.listItem, texts.title, id: id, value: value, in: area)
    }
}
