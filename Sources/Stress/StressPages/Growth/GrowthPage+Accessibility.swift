// SPDX-License-Identifier: MIT

internal import Geometry
import Localization
public import PageKit
internal import StressModel

extension GrowthPage {
    public func parts(in context: PageContext, now: UInt64) -> [Part] {
        let offset = gestures.scroller.offset(at: now)
        var nodes: [AccessibilityNode]
        if let day = openDay {
            nodes = dayNodes(day, offset: offset, context, now: now)
        } else if navigation.path.isEmpty {
            nodes = rootNodes(offset: offset, context, now: now)
        } else {
            let layout = DayLayout(context, rows: 0)
            nodes = [back(layout.back), AccessibilityNode(.label, Self.unknownRouteText, id: "unknown")]
        }
        if let toast = shownToast(at: now) {
            nodes.append(toast.accessibilityNode(PageGrid(context), painter: painter))
        }
        return nodes.map { Part($0) }
    }

    private func rootNodes(offset: Double, _ context: PageContext, now: UInt64) -> [AccessibilityNode] {
        let layout = GrowthLayout(context)
        let fixed = layout.frame.hasTwoColumns ? 0 : -offset
        let today = today(at: now)
        let trend = trend(period, around: anchor ?? today, now: now)
        let periods = zip(Period.allCases, layout.segments).map { period, area in
            AccessibilityNode(
                .button, period.word, id: "period/\(period.rawValue)", isSelected: period == self.period,
                actions: [.click], bounds: area)
        }
        var later = button(localized("Later"), "later", layout.later)
        if !canGoLater(now) { (later.isDisabled, later.description) = (true, localized("there is nothing later")) }
        let items = rows(layout, offset: offset, height: context.size.height).compactMap { row -> AccessibilityNode? in
            let area = Rect(x: layout.list.x, y: row.y - offset, width: layout.list.width, height: layout.rowHeight)
            switch row.content {
            case .name(let day):
                return AccessibilityNode(.heading, Formatters.day(day, today: today), level: 3)
            case .item(let item, _):
                guard column(of: layout.list, context).contains(area.center) else { return nil }
                return node(of: item, "row/\(row.page)/\(row.number)", in: area, actions: [.click])
            }
        }
        let count = Formatters.items(history.itemCount)
        return [
            AccessibilityNode(.heading, localized("Growth"), id: "title", level: 1, bounds: layout.frame.header),
            AccessibilityNode(.group, localized("Period"), id: "period", children: periods.numbered),
            button(localized("Earlier"), "earlier", layout.earlier), later, figure(trend, in: layout.trendCard),
        ].map { $0.offset(x: 0, y: fixed) } + [
            AccessibilityNode(.list, localized("History"), id: "history", value: count, children: items)
        ]
    }

    private func dayNodes(
        _ day: Day, offset: Double, _ context: PageContext, now: UInt64
    ) -> [AccessibilityNode] {
        let detail = detail(of: day)
        let items = detail?.items ?? []
        let layout = dayLayout(items, context)
        let fixed = layout.frame.hasTwoColumns ? 0 : -offset
        let visible = column(of: layout.list, context)
        let rows = layout.rows(scrolledBy: offset, height: context.size.height).compactMap { index in
            let area = layout.row(index).offset(y: -offset)
            guard visible.contains(area.center) else { return AccessibilityNode?.none }
            var row = node(of: items[index], "item/\(index)", in: area, day: detail)
            row.children = [
                button(
                    localized("Delete \(row.label), \(row.value ?? "")"), "delete/\(index)",
                    layout.trash(index).offset(y: -offset)
                )
            ]
            (row.positionInSet, row.sizeOfSet) = (index + 1, items.count)
            return row
        }
        var nodes = [
            back(layout.back),
            AccessibilityNode(.heading, Formatters.date(day, today: today(at: now)), id: "title", level: 1),
            figure(trend(.day, around: day, now: now), in: layout.chartCard),
        ].map { $0.offset(x: 0, y: fixed) }
        nodes.append(
            AccessibilityNode(
                .list, localized("Entries"), id: "entries", value: items.isEmpty ? Self.nothingText : nil,
                children: rows))
        if !items.isEmpty {
            nodes.append(button(localized("Delete this day"), "delete-day", layout.deleteButton.offset(y: -offset)))
        }
        return nodes
    }

    private func button(_ label: String, _ id: String, _ area: Rect) -> AccessibilityNode {
        AccessibilityNode(.button, label, id: id, actions: [.click], bounds: area)
    }

    private func back(_ area: Rect) -> AccessibilityNode {
        var node = button(localized("Back"), "back", area)
        node.description = localized("to Growth")
        return node
    }

    /// A trend in words: its mean, and the values of its marks.
    private func figure(_ trend: Trend, in area: Rect) -> AccessibilityNode {
        let average = trend.average.map { value in
            let word = (trend.dayLevel?.category ?? Trend.category(value)).word
            return trend.period == .day
                ? localized("level of the day \(value), \(word)") : localized("average \(value), \(word)")
        }
        let marks = trend.marks.compactMap { mark in mark.value.map { "\(mark.name) \($0)" } }
        return AccessibilityNode(
            .figure, trend.title, id: "trend", value: average ?? localized("no level"),
            description: marks.isEmpty ? nil : marks.joined(separator: ", "), bounds: area)
    }

    private func node(
        of item: HistoryItem, _ id: String, in area: Rect, day: DayViewModel? = nil, actions: [AccessibilityAction] = []
    ) -> AccessibilityNode {
        let texts = texts(of: item, day: day)
        let value = texts.figure.isEmpty ? texts.detail : "\(texts.figure), \(texts.detail)"
        return AccessibilityNode(.listItem, texts.title, id: id, value: value, actions: actions, bounds: area)
    }
}
