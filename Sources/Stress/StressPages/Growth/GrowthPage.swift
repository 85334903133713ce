// SPDX-License-Identifier: MIT

public import Canvas
public import Geometry
import Localization
public import PageKit
internal import StressModel

/// Trends and history: levels by day, week, month and year, a list of all items, and a page for each day.
public final class GrowthPage: StressPage {
    /// A control of the page.
    enum Target: Equatable {
        case period(Period)
        case earlier
        case later
        /// A row of the list, by its page of the history and its index there.
        case row(page: Int, index: Int)
        case back
        /// The delete button of a row on a day's page.
        case delete(Int)
        case deleteDay
        case undo
    }

    /// The number of loads between two frames while a part of what is visible has not been loaded.
    private static let loadsPerFrame = 16
    /// The time between two frames that show how much has been loaded, ns.
    private static let countInterval: UInt64 = 500_000_000
    /// The height of the bands in which the first frame is drawn in advance, logical px.
    private static let bandHeight = 64.0

    let source: any StressSource
    let history: HistoryModel
    let painter = PagePainter()
    /// The period that the trend shows.
    private(set) var period = Period.week
    /// A day in the period; nil for today.
    private(set) var anchor: Day?
    /// The index of the mark under the finger or the pointer.
    private(set) var shownMark: Int?
    private(set) var toast: Toast?
    private(set) var focus = Focus<Target>()
    private(set) var navigation = NavigationStack()
    private var rootGestures = ScrollGestureRecognizer<Target>()
    private var dayGestures = ScrollGestureRecognizer<Target>()
    private var details: [Day: DayViewModel] = [:]
    private var trendCache: (key: TrendKey, trend: Trend)?
    private var isShown = false
    /// The preparation of the first frame, before the page is first in front; nil once it is done.
    private var preparation: Preparation?
    private var wasSliding = false

    /// Everything besides the context that is drawn while no level slides.
    private struct Picture: Equatable {
        var path: [String]
        var period: Period
        var anchor: Day?
        var today: Day
        var version: Int
        var phase: HistoryModel.Phase
        var mark: Int?
        var toast: Toast?
        var offset: Double
        var pressed: Target?
        var focused: Target?
    }

    private enum Preparation: Equatable {
        case loading
        /// Drawing a band of the page, so that its texts are laid out and its glyphs rasterized.
        case drawing(band: Int)
    }

    private struct TrendKey: Equatable {
        var period: Period
        var day: Day
        var today: Day
        var version: Int
    }

    private var version = 0

    /// Creates a page, which loads its measurements once it is shown.
    public init(_ source: any StressSource) {
        self.source = source
        history = HistoryModel(source)
    }

    public var interaction: PartInteraction {
        get { PartInteraction(scroller: gestures.scroller) }
        set {}
    }

    /// The day whose page is open; nil for the root.
    var openDay: Day? { navigation.path.first.flatMap { Day(word: $0) } }

    /// The scroll offset of the list at a time, logical px.
    func offset(at now: UInt64) -> Double { gestures.scroller.offset(at: now) }

    /// Shows the trend of the present period.
    public func show(_ period: Period) {
        (self.period, anchor, shownMark) = (period, nil, nil)
    }

    // MARK: - Drawing

    public func draw(on canvas: Canvas, context: PageContext, now: UInt64) {
        let theme = Theme(ownColors: context)
        prepare(context, now: now)
        for level in navigation.visibleLevels(at: now) {
            canvas.withSavedState {
                let isUnder = level.distance < 0
                canvas.translate(x: level.distance * context.size.width * (isUnder ? 0.3 : 1), y: 0)
                if !isUnder, level.distance > 0 {
                    canvas.fill(
                        Rect(x: 0, y: 0, width: context.size.width, height: context.size.height), context.background)
                }
                if let day = level.path.first.flatMap({ Day(word: $0) }) {
                    drawDay(day, offset: dayGestures.scroller.offset(at: now), on: canvas, context: context, now: now)
                } else if level.path.isEmpty {
                    drawRoot(offset: rootGestures.scroller.offset(at: now), on: canvas, context: context, now: now)
                } else {
                    drawUnknownRoute(on: canvas, context: context)
                }
            }
        }
        if let toast = shownToast(at: now) {
            let frame = PageGrid(context)
            toast.draw(frame, on: canvas, painter: painter, theme: theme, isPressed: gestures.pressed == .undo)
        }
        drawFocus(on: canvas, context: context, now: now)
    }

    public func nextFrame(after now: UInt64, context: PageContext) -> NextFrame {
        wasSliding = navigation.isMoving(at: now)
        if wasSliding || gestures.scroller.isMoving(at: now) { return .immediately }
        let isCounting = isShown && history.hasPendingLoad && navigation.path.isEmpty
        let count = isCounting ? now &+ Self.countInterval : nil
        return [shownToast(at: now)?.end, count].compactMap { $0 }.min().map { .at($0) } ?? .never
    }

    /// The list's column, if only the list moves.
    public func animatedArea(in context: PageContext) -> Rect? {
        let frame = PageGrid(context)
        guard frame.hasTwoColumns, !wasSliding, toast == nil, navigation.path.isEmpty else { return nil }
        let list = GrowthLayout(context).list
        return Rect(x: list.x - 40, y: 0, width: list.width + 80, height: context.size.height)
            .intersection(Rect(x: 0, y: 0, width: context.size.width, height: context.size.height))
    }

    /// The visible part of a scrolling list, including shadows.
    func column(of list: Rect, _ context: PageContext) -> Rect {
        let page = Rect(x: 0, y: 0, width: context.size.width, height: context.size.height)
        guard PageGrid(context).hasTwoColumns else { return page }
        return Rect(x: list.x - 40, y: list.y - 24, width: list.width + 80, height: page.maxY - list.y + 24)
            .intersection(page) ?? page
    }

    public func cacheKey(at now: UInt64, context: PageContext) -> CacheKey? {
        // A day that could not be read is tried again with the next drawing.
        guard !navigation.isMoving(at: now), openDay.map({ details[$0] != nil }) ?? true else { return nil }
        return CacheKey(
            Picture(
                path: navigation.path, period: period, anchor: anchor, today: today(at: now), version: version,
                phase: history.phase, mark: shownMark, toast: shownToast(at: now),
                offset: gestures.scroller.offset(at: now), pressed: gestures.pressed, focused: focus.target))
    }

    // MARK: - Input

    public func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction {
        prepare(context, now: now)
        if case .press = event { focus.clear() }
        let controls = controls(context, now: now)
        let offset = gestures.scroller.offset(at: now)
        let plot = plot(context, offset: offset)
        let outcome = withGestures { gestures in
            gestures.handle(
                event, context: context, now: now, target: { self.target(at: $0, controls, context, now: now) },
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
            if !control.isFixed { withGestures { $0.scroller.reveal(control.area, context, below: top, now: now) } }
        case .left, .right:
            moveMark(by: key == .right ? 1 : -1, trend(context, now: now))
        case .up, .down, .home, .end, .pageUp, .pageDown:
            withGestures { $0.scroller.scroll(by: key, context, now: now) }
        case .activate:
            guard let target = focus.target, controls.contains(where: { $0.target == target }) else { return nil }
            return activate(target, now: now)
        case .menu: return nil
        case .escape:
            if shownMark != nil {
                shownMark = nil
            } else if focus.target != nil {
                focus.clear()
            } else if !navigation.path.isEmpty {
                return .request(.pop)
            } else {
                return nil
            }
        }
        return .redraw
    }

    public func routeChanged(context: PageContext, now: UInt64) {
        rootGestures.cancel(now: now)
        dayGestures = ScrollGestureRecognizer()
        focus.clear()
        shownMark = nil
        navigation.navigate(
            to: context.route, at: now, along: context.transition, isImmediate: !isShown || context.reducedMotion)
    }

    public func reselected(context: PageContext, now: UInt64) -> PageReaction {
        guard gestures.scroller.offset(at: now) > 0 else { return .none }
        withGestures { $0.scroller.scrollToTop(now: now, animated: !context.reducedMotion) }
        return .redraw
    }

    // MARK: - Loading

    public func nextTask(after now: UInt64) -> UInt64? {
        switch preparation {
        case .drawing: history.pause(after: now)
        case .loading: history.nextLoad(after: now)
        case nil: isShown ? history.nextLoad(after: now) : nil
        }
    }

    public func performTask(context: PageContext, now: UInt64) -> PageReaction {
        if case .drawing(let band) = preparation {
            drawBand(band, context, now: now)
            return .none
        }
        guard isShown || preparation == .loading, history.hasPendingLoad else { return .none }
        // As many rows of the minimum height as fit above the window's bottom edge.
        let rows = Int(max(min((rootGestures.scroller.offset(at: now) + context.size.height) / 56, 1e9), 0))
        let (wasKnown, wasReplacing) = (isKnown(rows: rows, context, now: now), history.isReplacing)
        history.loadNext(now: source.wallClock(at: now), rows: rows)
        version += 1
        let isKnown = isKnown(rows: rows, context, now: now)
        if preparation == .loading, isKnown || !history.hasPendingLoad {
            preparation = .drawing(band: 0)
            source.releaseMemory()
        }
        guard history.hasPendingLoad else { return .redraw }
        guard !wasReplacing else { return history.isReplacing ? .none : .redraw }
        // Older measurements only change the count, which has frames of its own.
        guard !wasKnown else { return .none }
        return isKnown || history.pages.count < 4 || history.pages.count % Self.loadsPerFrame == 0 ? .redraw : .none
    }

    /// True if no older measurements change the first rows of the history and the trend.
    private func isKnown(rows: Int, _ context: PageContext, now: UInt64) -> Bool {
        history.isKnown(rows: rows) && trend(context, now: now)?.isPartial != true
    }

    /// Draws a band of the page on a bitmap of its own. Drawn at once, the page would take several frames.
    private func drawBand(_ band: Int, _ context: PageContext, now: UInt64) {
        let (width, height) = (context.size.width * context.scale, Self.bandHeight * context.scale)
        let bitmap = Bitmap(format: .argb32, width: Int(min(width.rounded(), 32_767)), height: Int(height.rounded()))
        let canvas = Canvas(bitmap: bitmap, scale: context.scale)
        canvas.translate(x: 0, y: -Double(band) * Self.bandHeight)
        draw(on: canvas, context: context, now: now)
        let isLast = Double(band + 1) * Self.bandHeight >= context.size.height
        preparation = isLast ? nil : .drawing(band: band + 1)
    }

    public func measurementsChanged() {
        history.invalidate()
        details = [:]
        version += 1
    }

    public func prewarmed(now: UInt64) { preparation = .loading }

    public func appeared(now: UInt64) {
        (isShown, preparation) = (true, nil)
        if history.isFailed { history.invalidate() }
    }

    public func disappeared(now: UInt64) {
        painter.forgetUnusedTexts()
        isShown = false
        rootGestures.cancel(now: now)
        dayGestures.cancel(now: now)
        navigation.finishAnimations()
        focus.clear()
        (shownMark, toast) = (nil, nil)
    }

    // MARK: - State for drawing

    var gestures: ScrollGestureRecognizer<Target> { navigation.path.isEmpty ? rootGestures : dayGestures }

    func shownToast(at now: UInt64) -> Toast? { toast.flatMap { now < $0.end ? $0 : nil } }

    func today(at now: UInt64) -> Day { source.timeZone.day(at: source.wallClock(at: now)) }

    /// The trend that is shown; nil for an unknown route.
    func trend(_ context: PageContext, now: UInt64) -> Trend? {
        if let day = openDay { return trend(.day, around: day, now: now) }
        return navigation.path.isEmpty ? trend(period, around: anchor ?? today(at: now), now: now) : nil
    }

    func trend(_ period: Period, around day: Day, now: UInt64) -> Trend {
        let key = TrendKey(period: period, day: day, today: today(at: now), version: version)
        if let trendCache, trendCache.key == key { return trendCache.trend }
        let readings = period == .day ? detail(of: day).map(\.readings) ?? [] : []
        let trend = Trend(period, around: day, history, readings: readings, now: source.wallClock(at: now))
        trendCache = (key, trend)
        return trend
    }

    /// The content of a day's page; nil when it cannot be loaded, or has not been.
    func detail(of day: Day) -> DayViewModel? {
        if let found = details[day] { return found }
        guard history.phase != .untouched, let detail = try? DayViewModel(day, source) else { return nil }
        if details.count >= 8 { details = [:] }
        details[day] = detail
        return detail
    }

    // MARK: - Private

    /// Changes the gestures of the visible level; the body may read the page.
    private func withGestures<Result>(_ body: (inout ScrollGestureRecognizer<Target>) -> Result) -> Result {
        var gestures = gestures
        let isRoot = navigation.path.isEmpty
        defer { if isRoot { rootGestures = gestures } else { dayGestures = gestures } }
        return body(&gestures)
    }

    /// Updates the content height of the visible level.
    private func prepare(_ context: PageContext, now: UInt64) {
        if let end = toast?.end, end <= now { toast = nil }
        guard context.size.height > 0 else { return }
        if navigation.path.isEmpty {
            let layout = GrowthLayout(context)
            rootGestures.scroller.resize(content: contentHeight(layout, context), window: context.size.height, now: now)
        } else if let day = openDay {
            let layout = dayLayout(detail(of: day)?.items ?? [], context)
            dayGestures.scroller.resize(content: layout.contentHeight, window: context.size.height, now: now)
        }
    }

    func contentHeight(_ layout: GrowthLayout, _ context: PageContext) -> Double {
        let list = layout.list.y + layout.listHeight(items: history.itemCount, names: history.nameCount)
        return max(list, layout.trendCard.maxY) + layout.frame.margin + context.insets.bottom
    }

    private func column(_ context: PageContext) -> Rect {
        column(of: openDay == nil ? GrowthLayout(context).list : DayLayout(context, rows: 0).list, context)
    }

    private func plot(_ context: PageContext, offset: Double) -> Rect {
        let plot = openDay == nil ? GrowthLayout(context).plot : DayLayout(context, rows: 0).plot
        return PageGrid(context).hasTwoColumns ? plot : plot.offset(y: -offset)
    }

    /// The page's controls in focus order.
    func controls(_ context: PageContext, now: UInt64) -> [Control<Target>] {
        var controls: [Control<Target>] = []
        let offset = gestures.scroller.offset(at: now)
        if let day = openDay {
            let items = detail(of: day)?.items ?? []
            let layout = dayLayout(items, context)
            let isFixed = layout.frame.hasTwoColumns
            controls.append(Control(.back, layout.back, radius: layout.back.height / 2, isFixed: isFixed))
            controls += items.indices.map { Control(.delete($0), layout.trash($0), radius: 22) }
            if !items.isEmpty { controls.append(Control(.deleteDay, layout.deleteButton, radius: 20)) }
        } else if navigation.path.isEmpty {
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
        // Controls that have scrolled out of the list's column cannot be hit.
        let isInColumn = column(context).contains(point)
        return controls.filter { $0.target != .undo && ($0.isFixed || isInColumn) }
            .target(at: point, offset: gestures.scroller.offset(at: now))
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
            let items = history.items(ofPage: page)
            guard items.indices.contains(index) else { return .redraw }
            return .request(.push(["\(source.timeZone.day(at: items[index].time))"]))
        case .back:
            return .request(.pop)
        case .delete(let index):
            guard let day = openDay, let items = detail(of: day)?.items, items.indices.contains(index) else {
                return .redraw
            }
            delete(.item(items[index]), message: localized("\(items[index].word) deleted"), now: now)
        case .deleteDay:
            guard let day = openDay, let count = detail(of: day)?.items.count else { return .redraw }
            delete(
                .everything(in: source.timeZone.extent(of: day)),
                message: localized(count, one: "\(count) entry deleted", other: "\(count) entries deleted"), now: now)
        case .undo: undo(now: now)
        }
        return .redraw
    }

    private func delete(_ request: DeleteRequest, message: String, now: UInt64) {
        do throws(StressFailure) {
            guard let deletion = try source.delete(request) else { return }
            toast = Toast(message, undo: .deletion(deletion), now: now)
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
