// SPDX-License-Identifier: MIT

public import Canvas
public import Geometry
public import PageKit
internal import Pages
package import StressModel

/// Trends and history together: levels by day, week, month and year, below them all that was ever measured, and a page
/// for each day.
public final class GrowthPage: StressPage {
    /// What can be pressed.
    package enum Target: Equatable {
        case period(Period)
        case earlier
        case later
        /// The row of a page of the history.
        case row(page: Int, index: Int)
        case back
        /// What deletes a row of a day.
        case delete(Int)
        case deleteDay
        case undo
    }

    private static let stepPause: UInt64 = 4_000_000
    /// So many steps may follow one another without a picture.
    private static let quietSteps = 16

    let source: any StressSource
    let log: HistoryModel
    let painter = PagePainter()
    /// The period that the trend shows, and a day in it; nil for today's.
    package private(set) var period = Period.week
    private(set) var anchor: Day?
    /// The mark that the finger or the pointer shows.
    package private(set) var shownMark: Int?
    private(set) var toast: Toast?
    private(set) var focus = Focus<Target>()
    private(set) var strip = NavigationStack()
    private var rootHand = ScrollGestureRecognizer<Target>()
    private var dayHand = ScrollGestureRecognizer<Target>()
    private var details: [Day: DayViewModel] = [:]
    private var trendCache: (key: TrendKey, trend: Trend)?
    private var isShown = false
    private var drawnAt: UInt64 = 0
    private var wasSliding = false

    private struct TrendKey: Equatable {
        var period: Period
        var day: Day
        var today: Day
        var version: Int
    }

    private var version = 0

    /// Trends and history that are read once the page is shown.
    public init(_ source: any StressSource) {
        self.source = source
        log = HistoryModel(source)
    }

    public var acceptsKeys: Bool { true }

    /// The day whose page is shown; nil for the root.
    package var openDay: Day? { strip.path.first.flatMap { Day(word: $0) } }

    /// How far the list is scrolled at a time, logical px.
    package func offset(at now: UInt64) -> Double { hand.scroller.offset(at: now) }

    /// Shows the trend of a period, the present one.
    package func show(_ period: Period) {
        (self.period, anchor, shownMark) = (period, nil, nil)
    }

    // MARK: - Pictures

    public func draw(on canvas: Canvas, context: PageContext, now: UInt64) {
        let theme = Theme(context.appearance)
        prepare(context, now: now)
        for sight in strip.visibleLevels(at: now) {
            canvas.saved {
                let isUnder = sight.distance < 0
                canvas.translate(x: sight.distance * context.size.width * (isUnder ? 0.3 : 1), y: 0)
                if !isUnder, sight.distance > 0 {
                    canvas.fill(
                        Rect(x: 0, y: 0, width: context.size.width, height: context.size.height), context.background)
                }
                if let day = sight.path.first.flatMap({ Day(word: $0) }) {
                    drawDay(day, offset: dayHand.scroller.offset(at: now), on: canvas, context: context, now: now)
                } else if sight.path.isEmpty {
                    drawRoot(offset: rootHand.scroller.offset(at: now), on: canvas, context: context, now: now)
                } else {
                    drawNowhere(on: canvas, context: context)
                }
            }
        }
        if let toast = shownToast(at: now) {
            let frame = PageGrid(context)
            toast.draw(frame, on: canvas, painter: painter, theme: theme, isPressed: hand.pressed == .undo)
        }
        drawFocus(on: canvas, context: context, now: now)
    }

    public func nextFrame(after now: UInt64, context: PageContext) -> NextFrame {
        drawnAt = now
        wasSliding = strip.isMoving(at: now)
        if wasSliding || hand.scroller.isMoving(at: now) { return .immediately }
        return shownToast(at: now).map { .at($0.end) } ?? .never
    }

    /// The list, where it alone moves.
    public func animatedArea(in context: PageContext) -> Rect? {
        let frame = PageGrid(context)
        guard frame.hasTwoColumns, !wasSliding, toast == nil, strip.path.isEmpty else { return nil }
        let list = GrowthLayout(context).list
        return Rect(x: list.x - 40, y: 0, width: list.width + 80, height: context.size.height)
            .intersection(Rect(x: 0, y: 0, width: context.size.width, height: context.size.height))
    }

    /// The part of the page in which a list that scrolls is seen, shadows and all.
    func column(of list: Rect, _ context: PageContext) -> Rect {
        let page = Rect(x: 0, y: 0, width: context.size.width, height: context.size.height)
        guard PageGrid(context).hasTwoColumns else { return page }
        return Rect(x: list.x - 40, y: list.y - 24, width: list.width + 80, height: page.maxY - list.y + 24)
            .intersection(page) ?? page
    }

    public func scrollOffset(at now: UInt64, context: PageContext) -> Double? { hand.scroller.position(at: now) }

    // MARK: - What the user does

    public func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction {
        prepare(context, now: now)
        if case .press = event { focus.clear() }
        let controls = controls(context, now: now)
        let offset = hand.scroller.offset(at: now)
        let plot = plot(context, offset: offset)
        let outcome = withHand { hand in
            hand.handle(
                event, context: context, now: now,
                target: { self.target(at: $0, controls, context, now: now) },
                canScrub: { plot.inset(x: -8, y: -8).contains($0) })
        }
        switch outcome {
        case .none: return .none
        case .changed: return .redraw
        case .scrubbed(let point):
            let mark = point.flatMap { trend(context, now: now)?.mark(at: ($0.x - plot.x) / max(plot.width, 1)) }
            guard mark != shownMark else { return .none }
            shownMark = mark
            return .redraw
        case .tapped(let target):
            return activate(target, now: now)
        }
    }

    public func key(_ key: PageKey, context: PageContext, now: UInt64) -> PageReaction? {
        prepare(context, now: now)
        let controls = controls(context, now: now)
        switch key {
        case .tab, .backtab:
            guard let control = focus.move(key, among: controls) else { return nil }
            let top = column(context).y
            if !control.isFixed { withHand { $0.scroller.reveal(control.area, context, below: top, now: now) } }
        case .left, .right:
            moveMark(by: key == .right ? 1 : -1, trend(context, now: now))
        case .up, .down, .home, .end, .pageUp, .pageDown:
            withHand { $0.scroller.scroll(by: key, context, now: now) }
        case .activate:
            guard let target = focus.target, controls.contains(where: { $0.target == target }) else { return nil }
            return activate(target, now: now)
        case .escape:
            if shownMark != nil {
                shownMark = nil
            } else if focus.target != nil {
                focus.clear()
            } else if !strip.path.isEmpty {
                return .request(.pop)
            } else {
                return nil
            }
        }
        return .redraw
    }

    public func routeChanged(context: PageContext, now: UInt64) {
        rootHand.cancel(now: now)
        dayHand = ScrollGestureRecognizer()
        focus.clear()
        shownMark = nil
        strip.navigate(to: context.route, at: now, along: context.transition, isImmediate: !isShown || context.reducedMotion)
    }

    public func reselected(context: PageContext, now: UInt64) -> PageReaction {
        guard hand.scroller.offset(at: now) > 0 else { return .none }
        withHand { $0.scroller.scrollToTop(now: now, animated: !context.reducedMotion) }
        return .redraw
    }

    // MARK: - The measurements

    public func nextTask(after now: UInt64) -> UInt64? { isShown && log.wantsStep ? now &+ Self.stepPause : nil }

    public func performTask(context: PageContext, now: UInt64) -> PageReaction {
        guard isShown, log.wantsStep else { return .none }
        // As many as fill what is above the window's lower edge, at the least that a row takes.
        let rows = Int(min((rootHand.scroller.offset(at: now) + context.size.height) / 56, 1e9))
        log.step(now: source.wallClock(at: now), rows: max(rows, 0))
        version += 1
        let isNews = !log.wantsStep || log.pages.count < 4
        if isNews { details = [:] }
        // What lies far down is seen by its count alone.
        return isNews || log.pages.count % Self.quietSteps == 0 ? .redraw : .none
    }

    public func measurementsChanged() {
        log.invalidate()
        details = [:]
        version += 1
    }

    public func appeared(now: UInt64) {
        isShown = true
        if log.isFailed { log.invalidate() }
    }

    public func disappeared(now: UInt64) {
        isShown = false
        rootHand.cancel(now: now)
        dayHand.cancel(now: now)
        strip.finishMoving()
        focus.clear()
        (shownMark, toast) = (nil, nil)
    }

    // MARK: - For the drawing

    var hand: ScrollGestureRecognizer<Target> { strip.path.isEmpty ? rootHand : dayHand }

    func shownToast(at now: UInt64) -> Toast? { toast.flatMap { now < $0.end ? $0 : nil } }

    func today(at now: UInt64) -> Day { source.place.day(at: source.wallClock(at: now)) }

    /// The trend that is shown; nil on the page of no day.
    func trend(_ context: PageContext, now: UInt64) -> Trend? {
        if let day = openDay { return trend(.day, around: day, now: now) }
        return strip.path.isEmpty ? trend(period, around: anchor ?? today(at: now), now: now) : nil
    }

    func trend(_ period: Period, around day: Day, now: UInt64) -> Trend {
        let key = TrendKey(period: period, day: day, today: today(at: now), version: version)
        if let trendCache, trendCache.key == key { return trendCache.trend }
        let readings = period == .day ? detail(of: day).map(\.readings) ?? [] : []
        let trend = Trend(period, around: day, log, readings: readings, now: source.wallClock(at: now))
        trendCache = (key, trend)
        return trend
    }

    /// All that there is of a day; nil when it cannot be read, or not yet.
    func detail(of day: Day) -> DayViewModel? {
        if let found = details[day] { return found }
        guard log.phase != .untouched, let detail = try? DayViewModel(day, source) else { return nil }
        if details.count >= 8 { details = [:] }
        details[day] = detail
        return detail
    }

    /// The rows of the history that are seen while so much is scrolled away, with their upper edges.
    func rows(_ layout: GrowthLayout, offset: Double, height: Double) -> [HistoryRow] {
        var rows: [HistoryRow] = []
        let start = layout.list.y + layout.listTitleHeight
        func top(_ page: HistoryPage) -> Double {
            start + Double(page.itemsBefore) * layout.rowHeight + Double(page.namesBefore) * layout.nameHeight
        }
        var (low, high) = (0, log.pages.count)
        while low < high {
            let middle = low + (high - low) / 2
            if top(log.pages[middle]) <= offset { low = middle + 1 } else { high = middle }
        }
        for index in max(low - 1, 0)..<max(log.pages.count, max(low - 1, 0)) {
            let page = log.pages[index]
            var y = top(page)
            guard y < offset + height else { break }
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
                    let all = items ?? log.items(ofPage: index)
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
        return rows
    }

    // MARK: - Private

    /// Moves the hand of the level that is shown; the body may look at the page meanwhile.
    private func withHand<Result>(_ body: (inout ScrollGestureRecognizer<Target>) -> Result) -> Result {
        var hand = hand
        let isRoot = strip.path.isEmpty
        defer { if isRoot { rootHand = hand } else { dayHand = hand } }
        return body(&hand)
    }

    /// Has what scrolls be as long as it is.
    private func prepare(_ context: PageContext, now: UInt64) {
        if let end = toast?.end, end <= now { toast = nil }
        guard context.size.height > 0 else { return }
        if strip.path.isEmpty {
            let layout = GrowthLayout(context)
            rootHand.scroller.resize(content: contentHeight(layout, context), window: context.size.height, now: now)
        } else if let day = openDay {
            let layout = dayLayout(detail(of: day)?.items ?? [], context)
            dayHand.scroller.resize(content: layout.contentHeight, window: context.size.height, now: now)
        }
    }

    func contentHeight(_ layout: GrowthLayout, _ context: PageContext) -> Double {
        let names = log.pages.last.map { $0.namesBefore + $0.names } ?? 0
        let list = layout.list.y + layout.listHeight(items: log.itemCount, names: names)
        return max(list, layout.trendCard.maxY) + layout.frame.margin + context.insets.bottom
    }

    private func column(_ context: PageContext) -> Rect {
        column(of: openDay == nil ? GrowthLayout(context).list : DayLayout(context, rows: 0).list, context)
    }

    private func plot(_ context: PageContext, offset: Double) -> Rect {
        let plot = openDay == nil ? GrowthLayout(context).plot : DayLayout(context, rows: 0).plot
        return PageGrid(context).hasTwoColumns ? plot : plot.offset(y: -offset)
    }

    /// The page's controls in the order in which one goes through them.
    func controls(_ context: PageContext, now: UInt64) -> [Control<Target>] {
        var controls: [Control<Target>] = []
        let offset = hand.scroller.offset(at: now)
        if let day = openDay {
            let items = detail(of: day)?.items ?? []
            let layout = dayLayout(items, context)
            let isFixed = layout.frame.hasTwoColumns
            controls.append(Control(.back, layout.back, radius: layout.back.height / 2, isFixed: isFixed))
            controls += items.indices.map { Control(.delete($0), layout.trash($0), radius: 22) }
            if !items.isEmpty { controls.append(Control(.deleteDay, layout.deleteButton, radius: 20)) }
        } else if strip.path.isEmpty {
            let layout = GrowthLayout(context)
            let isFixed = layout.frame.hasTwoColumns
            controls = zip(Period.allCases, layout.segments).map {
                Control(.period($0), $1, radius: 10, isFixed: isFixed)
            }
            controls.append(Control(.earlier, layout.earlier, radius: 12, isFixed: isFixed))
            if canGoLater(now) { controls.append(Control(.later, layout.later, radius: 12, isFixed: isFixed)) }
            for row in rows(layout, offset: offset, height: context.size.height) {
                guard case .item = row.content else { continue }
                let area = Rect(x: layout.list.x, y: row.y, width: layout.list.width, height: layout.rowHeight)
                controls.append(Control(.row(page: row.page, index: row.number), area, radius: 12))
            }
        } else {
            let layout = DayLayout(context, rows: 0)
            controls.append(Control(.back, layout.back, radius: layout.back.height / 2))
        }
        if let button = shownToast(at: now)?.areas(PageGrid(context), painter: painter).button {
            controls.append(Control(.undo, button, radius: button.height / 2, isFixed: true))
        }
        return controls
    }

    func canGoLater(_ now: UInt64) -> Bool {
        guard let anchor else { return false }
        return period.start(around: anchor) < period.start(around: today(at: now))
    }

    private func target(
        at point: Point, _ controls: [Control<Target>], _ context: PageContext, now: UInt64
    ) -> Target? {
        if let toast = shownToast(at: now) {
            let (bar, button) = toast.areas(PageGrid(context), painter: painter)
            if bar.contains(point) { return button?.contains(point) == true ? .undo : nil }
        }
        // What has scrolled out of the list's column is not there.
        let isInColumn = column(context).contains(point)
        return controls.filter { $0.target != .undo && ($0.isFixed || isInColumn) }
            .target(at: point, offset: hand.scroller.offset(at: now))
    }

    private func moveMark(by step: Int, _ trend: Trend?) {
        guard let trend else { return }
        let marks = trend.marks.indices.filter { trend.marks[$0].value != nil }
        guard let last = marks.last, let first = marks.first else { return }
        guard let shownMark, let index = marks.firstIndex(of: shownMark) else {
            self.shownMark = step > 0 ? first : last
            return
        }
        self.shownMark = marks[min(max(index + step, 0), marks.count - 1)]
    }

    private func activate(_ target: Target, now: UInt64) -> PageReaction {
        let today = today(at: now)
        switch target {
        case .period(let period):
            (self.period, shownMark) = (period, nil)
        case .earlier:
            let start = period.start(around: anchor ?? today)
            (anchor, shownMark) = (period.start(around: start.advanced(by: -1)), nil)
        case .later:
            let next = period.end(around: anchor ?? today)
            (anchor, shownMark) = (next > today || period.start(around: today) == next ? nil : next, nil)
        case .row(let page, let index):
            let items = log.items(ofPage: page)
            guard items.indices.contains(index) else { return .redraw }
            return .request(.push(["\(source.place.day(at: items[index].time))"]))
        case .back:
            return .request(.pop)
        case .delete(let index):
            guard let day = openDay, let items = detail(of: day)?.items, items.indices.contains(index) else {
                return .redraw
            }
            delete(.item(items[index]), saying: "\(items[index].word) deleted", now: now)
        case .deleteDay:
            guard let day = openDay, let count = detail(of: day)?.items.count else { return .redraw }
            delete(
                .everything(in: source.place.extent(of: day)),
                saying: count == 1 ? "1 entry deleted" : "\(count) entries deleted",
                now: now)
        case .undo:
            undo(now: now)
        }
        return .redraw
    }

    private func delete(_ removal: DeleteRequest, saying words: String, now: UInt64) {
        do throws(StressFailure) {
            guard let deletion = try source.delete(removal) else { return }
            toast = Toast(words, undo: .deletion(deletion), now: now)
            measurementsChanged()
        } catch {
            toast = Toast(error.reason, now: now)
        }
    }

    private func undo(now: UInt64) {
        guard case .deletion(let deletion)? = toast?.undo else { return }
        do throws(StressFailure) {
            try source.undo(deletion)
            toast = nil
            measurementsChanged()
        } catch {
            toast = Toast(error.reason, now: now)
        }
        if focus.target == .undo { focus.clear() }
    }
}

/// A row of the history as it is seen.
struct HistoryRow: Equatable {
    enum Content: Equatable {
        case name(Day)
        /// The first of a day has no line above it.
        case item(HistoryItem, isFirst: Bool)
    }

    var y: Double
    var page: Int
    /// Of the page's items.
    var number: Int
    var content: Content
}
