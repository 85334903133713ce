// SPDX-License-Identifier: MIT

package import Geometry
package import PageKit

/// Where everything on the Growth page is.
package struct GrowthLayout: Equatable, Sendable {
    package let frame: PageFrame
    package let weekCard: Rect
    /// Where the bars stand.
    package let plot: Rect
    /// A row of facts under the bars; nil where there is no room for it.
    package let facts: Rect?
    package let listCard: Rect
    /// The part of the list that scrolls.
    package let viewport: Rect

    package init(size: Size, insets: PageInsets = .zero) {
        frame = PageFrame(size: size, insets: insets)
        let body = frame.body
        if frame.hasTwoColumns {
            let (left, right) = frame.columns(share: 0.5)
            weekCard = left
            listCard = right
        } else {
            let weekHeight = min(max((body.height * 0.38).rounded(), 150), 300)
            weekCard = body.slice(top: 0, height: weekHeight)
            listCard = body.slice(top: weekHeight + frame.gap, height: body.height - weekHeight - frame.gap)
        }
        let isTight = weekCard.height < 220
        let inset = frame.gap < 16 ? 16.0 : 22
        let factsHeight = 92.0
        let hasFacts = weekCard.height >= 420
        let top = isTight ? 52.0 : 106
        plot = Rect(
            x: weekCard.x + inset, y: weekCard.y + top, width: weekCard.width - 2 * inset,
            height: weekCard.height - top - (isTight ? 34 : 48) - (hasFacts ? factsHeight : 0))
        facts =
            hasFacts
            ? Rect(x: plot.x, y: weekCard.maxY - factsHeight - 4, width: plot.width, height: factsHeight) : nil
        // Down to where the card's corners begin to be round.
        let (listTop, listBottom) = (52.0, 8.0)
        viewport = listCard.slice(top: listTop, height: listCard.height - listTop - listBottom)
    }
}

/// The list of readings, the newest first, under the names of their days.
struct HistoryList {
    enum Item {
        case day(StressDay)
        /// The first of a day has no line above it.
        case reading(StressReading, isFirst: Bool)
    }

    static let dayHeight = 42.0
    static let readingHeight = 56.0
    private static let bottom = 12.0

    let items: [(top: Double, height: Double, item: Item)]
    let height: Double

    init(_ data: StressData) {
        var items: [(top: Double, height: Double, item: Item)] = []
        var top = 0.0
        for day in data.week.reversed() where !day.readings.isEmpty {
            items.append((top, Self.dayHeight, .day(day)))
            top += Self.dayHeight
            for (index, reading) in day.readings.reversed().enumerated() {
                items.append((top, Self.readingHeight, .reading(reading, isFirst: index == 0)))
                top += Self.readingHeight
            }
        }
        self.items = items
        height = top + Self.bottom
    }
}
