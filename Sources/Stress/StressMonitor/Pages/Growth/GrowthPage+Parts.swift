// SPDX-License-Identifier: MIT
import Geometry
import Localization
import PageKit

extension GrowthPage {
    func parts(in context: PageContext, now: UInt64) -> [Part] {
        prepare(context, now: now)
        return parts(of: navigation.path, context, now: now) + toastParts(context, now: now)
    }

    /// Returns the parts of a level.
    func parts(of path: [String], _ context: PageContext, now: UInt64) -> [Part] {
        if path.isEmpty { return rootParts(context, now: now) }
        if let day = path.first.flatMap({ Day(word: $0) }) { return dayParts(day, context, now: now) }
        let layout = DayLayout(context, rows: 0)
        let theme = Theme(ownColors: context)
        return [
            back(layout, theme),
            Part(.label, Self.unknownRouteText, id: "unknown") { [painter] canvas, _ in
                let text = painter.line(
                    Self.unknownRouteText, size: layout.frame.size(17), weight: .medium, theme.secondary,
                    width: layout.frame.header.width)
                text.draw(on: canvas, baseline: context.safeArea.center, anchor: .center)
            },
        ]
    }

    // MARK: - Root

    private func rootParts(_ context: PageContext, now: UInt64) -> [Part] {
        let layout = GrowthLayout(context)
        let theme = Theme(ownColors: context)
        let today = today(at: now)
        let trend = trend(period, around: anchor ?? today, now: now)
        let area = isMessage ? layout.message : layout.trendCard
        let card = Part(in: area) { [painter] canvas, _ in painter.card(area, on: canvas, theme: theme) }
        let header = Part(.heading, localized("Growth"), id: "title", level: 1, in: layout.frame.header) {
            [painter] canvas, _ in
            painter.header(
                localized("Growth"), [localized("Trends and history"), localized("Trends")], layout.frame, on: canvas,
                theme: theme)
        }
        let periods = zip(Period.allCases, layout.segments).map { period, area in
            Part(
                .button, period.word, id: "period/\(period.rawValue)", isSelected: period == self.period, in: area,
                radius: 10,
                press: { [self] in
                    select(period)
                    return .redraw
                })
        }
        let segments = Part(.group, localized("Period"), id: "period", children: periods.numbered) {
            [self] canvas, _ in
            drawSegments(layout, on: canvas, theme: theme)
        }
        let earlier = Part(.button, localized("Earlier"), id: "earlier", in: layout.earlier, radius: 12) {
            [painter] canvas, _ in
            painter.chevron(at: layout.earlier.center, size: 11, on: canvas, color: theme.secondary, isBack: true)
        } press: { [self] in
            goEarlier(today)
            return .redraw
        }
        let canGoLater = canGoLater(now)
        let later = Part(.button, localized("Later"), id: "later", in: layout.later, radius: 12) {
            [painter] canvas, _ in
            painter.chevron(
                at: layout.later.center, size: 11, on: canvas, color: canGoLater ? theme.secondary : theme.disabled)
        } press: { [self] in
            goLater(today)
            return .redraw
        }.with {
            guard !canGoLater else { return }
            ($0.node.isDisabled, $0.node.description) = (true, localized("nothing later"))
        }
        let figure = figure(trend, in: area, plot: layout.plot).with {
            $0.draw = { [self] canvas, _ in drawTrend(trend, layout, on: canvas, theme: theme, now: now) }
        }
        guard !isMessage else { return [header, card, figure] }
        let listCard = layout.listCard.map { area in
            Part(in: area) { [painter] canvas, _ in painter.card(area, on: canvas, theme: theme) }
        }
        return [header, card, segments, earlier, later, figure, listCard].compactMap(\.self).map { part in
            part.with { $0.isFixed = layout.frame.hasTwoColumns }
        } + [historyList(layout, theme, context, today: today, now: now), thumb(layout, theme, context, now: now)]
    }

    private func historyList(_ layout: GrowthLayout, _ theme: Theme, _ context: PageContext, today: Day, now: UInt64)
        -> Part
    {
        let offset = rootInteraction.offset(at: now)
        let rows = rows(layout, offset: offset, height: context.size.height).map { row -> Part in
            let area = Rect(x: layout.list.x, y: row.y, width: layout.list.width, height: layout.rowHeight)
            switch row.content {
            case .name(let day):
                let area = area.slice(top: 0, height: layout.nameHeight)
                return Part(.heading, Formatters.day(day, today: today), level: 3, in: area) { [self] canvas, _ in
                    drawName(
                        day, today: today, in: area.inset(x: layout.frame.inset), layout.frame, on: canvas,
                        theme: theme)
                }
            case .item(let item, let isFirst):
                return self.item(item, "row/\(row.page)/\(row.number)", in: area).with {
                    $0.radius = 12
                    $0.draw = { [self] canvas, state in
                        drawRow(
                            item, in: area, isFirst: isFirst, layout.frame, on: canvas, theme: theme,
                            isPressed: state.isPressed)
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
            drawList(layout, offset: offset, on: canvas, context: context)
        }.with { $0.clip = layout.listCard ?? column(of: layout.list, context) }
    }

    private func thumb(_ layout: GrowthLayout, _ theme: Theme, _ context: PageContext, now: UInt64) -> Part {
        let scroller = rootInteraction.scroller
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
            painter.thumb(
                viewport, content: contentHeight(layout, context), offset: offset, maximum: scroller.maximum,
                on: canvas, theme: theme)
        }.with { $0.isFixed = true }
    }

    // MARK: - Day

    private func dayParts(_ day: Day, _ context: PageContext, now: UInt64) -> [Part] {
        let theme = Theme(ownColors: context)
        let detail = detail(of: day)
        let items = detail?.items ?? []
        let layout = dayLayout(items, context)
        let today = today(at: now)
        let title = Part(.heading, Formatters.date(day, today: today), id: "title", level: 1) { [self] canvas, _ in
            drawTitle(day, layout, on: canvas, theme: theme, today: today)
        }
        let trend = trend(.day, around: day, now: now)
        let figure = figure(trend, in: layout.chartCard, plot: layout.plot).with {
            $0.draw = { [self] canvas, _ in
                painter.card(layout.chartCard, on: canvas, theme: theme)
                drawReadout(trend, in: layout.readout, layout.frame, on: canvas, theme: theme)
                drawMarks(trend, in: layout.plot, layout.frame, on: canvas, theme: theme)
                if let legend = layout.legend {
                    drawLegend(trend, in: legend, layout.frame, on: canvas, theme: theme)
                }
                drawFigures(detail, layout, on: canvas, theme: theme)
            }
        }
        let fixed = [back(layout, theme), title, figure].map { part in
            part.with { $0.isFixed = layout.frame.hasTwoColumns }
        }
        let column = column(of: layout.list, context)
        let offset = dayInteraction.offset(at: now)
        let visible = layout.rows(scrolledBy: offset, height: context.size.height)
        let rows = items.indices.map { index -> Part in
            let trash = Part(id: "delete/\(index)", in: layout.trash(index), radius: 22) { [self] canvas, state in
                drawTrash(layout.trash(index), on: canvas, theme: theme, isPressed: state.isPressed)
            } press: { [self] in
                change(
                    .delete(items[index].selection), message: localized("\(items[index].word) deleted"), now: now)
                return .redraw
            }
            // The keys reach all of them.
            guard visible.contains(index) else { return trash }
            var row = item(items[index], "item/\(index)", in: layout.row(index), day: detail)
            let name = localized("Delete \(row.node.label), \(row.node.value ?? "")")
            row.children = [
                trash.with { ($0.node.role, $0.node.label, $0.isDescribed) = (.button, name, true) }
            ]
            (row.node.positionInSet, row.node.sizeOfSet) = (index + 1, items.count)
            row.draw = { [self] canvas, _ in
                drawItem(
                    items[index], in: layout.textArea(layout.row(index)), isFirst: index == 0, of: detail,
                    layout.frame, on: canvas, theme: theme)
            }
            return row
        }
        let list = Part(
            .list, localized("Entries"), id: "entries", value: detail?.items.isEmpty == true ? Self.nothingText : nil,
            children: rows
        ) { [self] canvas, _ in
            if detail != nil { drawEntries(layout, isEmpty: items.isEmpty, on: canvas, theme: theme) }
        }.with { $0.clip = column }
        guard !items.isEmpty else { return fixed + [list] }
        let deleteDay = Part(
            .button, localized("Delete this day"), id: "delete-day", in: layout.deleteButton,
            radius: PagePainter.cardRadius
        ) { [self] canvas, state in
            drawDeleteButton(layout, on: canvas, theme: theme, isPressed: state.isPressed)
        } press: { [self] in
            change(
                .delete(.everything(in: source.timeZone.extent(of: day))),
                message: localized(
                    items.count, one: "\(items.count) entry deleted", other: "\(items.count) entries deleted"),
                now: now)
            return .redraw
        }.with { $0.clip = column }
        return fixed + [list, deleteDay]
    }

    private func back(_ layout: DayLayout, _ theme: Theme) -> Part {
        Part(
            .button, localized("Back"), id: "back", description: localized("to Growth"), in: layout.back,
            radius: layout.back.height / 2
        ) { [self] canvas, state in
            drawBack(layout, on: canvas, theme: theme, isPressed: state.isPressed)
        } press: {
            .request(.pop)
        }
    }

    /// A trend in words: its mean, and the values of its marks, which a pointer reads one by one.
    private func figure(_ trend: Trend, in area: Rect, plot: Rect) -> Part {
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

    private func item(_ item: HistoryItem, _ id: String, in area: Rect, day: DayViewModel? = nil) -> Part {
        let texts = texts(of: item, day: day)
        let value = texts.figure.isEmpty ? texts.detail : "\(texts.figure), \(texts.detail)"
        return Part(.listItem, texts.title, id: id, value: value, in: area)
    }
}
