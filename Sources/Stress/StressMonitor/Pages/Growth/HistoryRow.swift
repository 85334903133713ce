struct HistoryRow: Equatable {
    enum Content: Equatable {
        case name(Day)
        /// An item; a day's first one lacks the separator above it.
        case item(HistoryItem, isFirst: Bool)
    }

    var y: Double
    /// The index of its page of the history.
    var page: Int
    /// The index among the page's items.
    var number: Int
    var content: Content
}

extension GrowthPage {
    func rows(_ layout: GrowthLayout, offset: Double, height: Double) -> [HistoryRow] {
        var rows: [HistoryRow] = []
        let start = layout.list.y + layout.listTitleHeight
        func top(_ page: HistoryPage) -> Double {
            start + Double(page.itemsBefore) * layout.rowHeight + Double(page.namesBefore) * layout.nameHeight
        }
        let first = max(history.pages.lowerBound(of: offset.nextUp, by: top) - 1, 0)
        var last = first
        for (index, page) in zip(history.pages.indices, history.pages).dropFirst(first) {
            var y = top(page)
            guard y < offset + height else { break }
            last = index
            var number = 0
            var items: [HistoryItem]?
            for section in page.sections {
                if section.isFirst {
                    if y + layout.nameHeight > offset, y < offset + height {
                        rows.append(HistoryRow(y: y, page: index, number: number, content: .name(section.day)))
                    }
                    y += layout.nameHeight
                }
                let end = y + Double(section.count) * layout.rowHeight
                if end > offset, y < offset + height {
                    let first = Int(max((offset - y) / layout.rowHeight, 0))
                    let last = min(Int((offset + height - y) / layout.rowHeight) + 1, section.count)
                    let all = items ?? history.items(ofPage: index)
                    items = all
                    for row in first..<max(last, first) where all.indices.contains(number + row) {
                        rows.append(
                            HistoryRow(
                                y: y + Double(row) * layout.rowHeight, page: index, number: number + row,
                                content: .item(all[number + row], isFirst: row == 0)))
                    }
                }
                y = end
                number += section.count
            }
        }
        // The pages that a scroll shows next are read in advance.
        if offset > 0 { for index in [first - 1, last + 1] { _ = history.items(ofPage: index) } }
        return rows
    }
}
