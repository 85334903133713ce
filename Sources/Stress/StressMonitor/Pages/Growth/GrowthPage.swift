import Canvas
import Geometry
import PageKit

/// Trends and history: levels by day, week, month and year, a list of all items, and a page for each day.
final class GrowthPage: ChangingPage {
    /// The number of loads between two frames while visible content is missing.
    private static let loadsPerFrame = 16
    /// The time between two frames that show the progress of loading, ns.
    private static let countInterval: UInt64 = 500_000_000
    /// The height of the bands for drawing the first frame in advance, logical px.
    private static let bandHeight = 64.0

    let source: any StressSource
    let history: HistoryModel
    let painter = PagePainter()
    var period = Period.week {
        didSet { shownMark = nil }
    }
    /// A day in the period; nil for today.
    var anchor: Day?
    /// The index of the mark under the finger or the pointer.
    var shownMark: Int?
    var toast: Toast?
    private(set) var navigation = NavigationStack()
    private(set) var rootInteraction = PartInteraction()
    private(set) var dayInteraction = PartInteraction()
    /// The contents of days, with the number of the change before their reading; nil until they arrive.
    private var details: [Day: (change: Int, content: DayViewModel?)] = [:]
    private var changes = 0
    /// True if visible content has arrived since the last task.
    private var hasNews = false
    private var trendCache: (key: TrendKey, trend: Trend)?
    /// The preparation of the first frame, before the page is first in front; nil once it is done.
    private var preparation: Preparation?
    private var wasSliding = false

    /// Everything drawn while no level slides, besides the context.
    private struct Picture: Equatable {
        var path: [String]
        var period: Period
        var anchor: Day?
        var today: Day
        var version: Int
        var dayVersion: Int
        var phase: HistoryModel.Phase
        var mark: Int?
        var toast: Toast?
        var interaction: PartInteraction.Picture

        func differsInTrend(from earlier: Picture) -> Bool {
            guard let parts = interaction.changedParts(since: earlier.interaction) else { return false }
            var picture = earlier
            (picture.period, picture.anchor, picture.mark, picture.dayVersion) = (period, anchor, mark, dayVersion)
            picture.interaction = interaction
            // The parts within the card of the trend.
            return picture == self
                && parts.allSatisfy { $0.hasPrefix("period/") || ["earlier", "later", "plot"].contains($0) }
        }
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
        var dayVersion: Int
    }

    /// The number of changes of the loaded data, except for the contents of days.
    private var version = 0
    /// The number of late contents of days.
    private var dayVersion = 0

    init(_ source: any StressSource) {
        self.source = source
        history = HistoryModel(source)
        history.onItems = { [weak self] in
            self?.version += 1
            self?.hasNews = true
        }
    }

    /// The visible level's interaction.
    var interaction: PartInteraction {
        get { navigation.path.isEmpty ? rootInteraction : dayInteraction }
        set { if navigation.path.isEmpty { rootInteraction = newValue } else { dayInteraction = newValue } }
    }

    /// The day whose page is open; nil for the root.
    var openDay: Day? { navigation.path.first.flatMap { Day(word: $0) } }

    func offset(at now: UInt64) -> Double { interaction.offset(at: now) }

    func show(_ period: Period) {
        (self.period, anchor) = (period, nil)
    }

    func draw(on canvas: Canvas, context: PageContext, now: UInt64) {
        prepare(context, now: now)
        let ring = focusColor(in: context)
        navigation.draw(on: canvas, context: context, now: now) { path in
            let interaction = path.isEmpty ? rootInteraction : dayInteraction
            PartList(parts(of: path, context, now: now), offset: interaction.offset(at: now), in: context.size)
                .draw(on: canvas, interaction, ring: ring)
        }
        PartList(toastParts(context, now: now), in: context.size).draw(on: canvas, interaction, ring: ring)
    }

    func isLoading(at now: UInt64) -> Bool { history.phase == .untouched }

    func nextFrame(after now: UInt64, context: PageContext) -> NextFrame {
        wasSliding = navigation.isMoving(at: now)
        if wasSliding || interaction.scroller.isMoving(at: now) { return .immediately }
        let isCounting = isShown && history.hasPendingLoad && navigation.path.isEmpty
        let count = isCounting ? now &+ Self.countInterval : nil
        return [shownToast(at: now)?.end, count].compactMap { $0 }.min().map { .at($0) } ?? .never
    }

    /// The list's column, if only the list moves.
    func animatedArea(in context: PageContext) -> Rect? {
        guard PageGrid(context).hasTwoColumns, !wasSliding, toast == nil, navigation.path.isEmpty else { return nil }
        let list = GrowthLayout(context).list
        return Rect(x: list.x - 40, y: 0, width: list.width + 80, height: context.size.height)
            .intersection(Rect(context.size))
    }

    /// The visible part of a scrolling list, including shadows.
    func column(of list: Rect, _ context: PageContext) -> Rect {
        let page = Rect(context.size)
        guard PageGrid(context).hasTwoColumns else { return page }
        return Rect(x: list.x - 40, y: list.y - 24, width: list.width + 80, height: page.maxY - list.y + 24)
            .intersection(page) ?? page
    }

    /// The card of the trend, if nothing else differs.
    func changedArea(from earlier: CacheKey, to key: CacheKey, in context: PageContext) -> Rect? {
        guard let before = earlier.picture(as: Picture.self), let after = key.picture(as: Picture.self),
            after.path.isEmpty, !isMessage, after.differsInTrend(from: before)
        else { return nil }
        let layout = GrowthLayout(context)
        // The card's edges stay.
        let card = PagePainter.opaquePart(of: layout.trendCard)
        return layout.frame.hasTwoColumns ? card : card.offset(y: -after.interaction.offset)
    }

    func cacheKey(at now: UInt64, context: PageContext) -> CacheKey? {
        guard !navigation.isMoving(at: now) else { return nil }
        return CacheKey(
            Picture(
                path: navigation.path, period: period, anchor: anchor, today: today(at: now), version: version,
                dayVersion: dayVersion, phase: history.phase, mark: shownMark, toast: shownToast(at: now),
                interaction: interaction.picture(at: now)))
    }

    func key(_ key: PageKey, context: PageContext, now: UInt64) -> PageReaction? {
        switch key {
        case .left, .right: moveMark(by: key == .right ? 1 : -1, trend(context, now: now))
        case .escape where shownMark != nil: shownMark = nil
        case .escape where interaction.focused == nil && !navigation.path.isEmpty: return .request(.pop)
        default: return keyParts(key, context: context, now: now)
        }
        return .redraw
    }

    func routeChanged(context: PageContext, now: UInt64) {
        rootInteraction.stop(now: now)
        dayInteraction = PartInteraction()
        shownMark = nil
        navigation.navigate(
            to: context.route, at: now, along: context.transition, isImmediate: !isShown || context.reducedMotion)
        // Read before it is drawn.
        if let day = openDay { _ = detail(of: day) }
    }

    func nextTask(after now: UInt64) -> UInt64? {
        switch preparation {
        case .drawing: history.pause(after: now)
        case .loading: history.nextLoad(after: now)
        case nil where !isShown: nil
        case nil: hasNews ? now : history.nextLoad(after: now)
        }
    }

    func performTask(context: PageContext, now: UInt64) -> PageReaction {
        if case .drawing(let band) = preparation {
            drawBand(band, context, now: now)
            return .none
        }
        if hasNews {
            hasNews = false
            return .redraw
        }
        guard isShown || preparation == .loading, history.hasPendingLoad else { return .none }
        // As many rows of the minimum height as fit above the window's bottom edge.
        let rows = Int(max(min((rootInteraction.offset(at: now) + context.size.height) / 56, 1e9), 0))
        let (wasKnown, wasReplacing) = (isKnown(rows: rows, context, now: now), history.isReplacing)
        guard history.loadNext(now: source.wallClock(at: now), rows: rows) else { return .none }
        version += 1
        let isKnown = isKnown(rows: rows, context, now: now)
        if preparation == .loading, isKnown || !history.hasPendingLoad {
            preparation = .drawing(band: 0)
            source.releaseMemory()
        }
        guard history.hasPendingLoad else { return .redraw }
        guard !wasReplacing else { return history.isReplacing ? .none : .redraw }
        // Older measurements only change the count, which has separate frames.
        guard !wasKnown else { return .none }
        return isKnown || history.pages.count < 4 || history.pages.count % Self.loadsPerFrame == 0 ? .redraw : .none
    }

    /// True if no older measurements change the first rows of the history and the trend.
    private func isKnown(rows: Int, _ context: PageContext, now: UInt64) -> Bool {
        history.isKnown(rows: rows) && trend(context, now: now)?.isPartial != true
    }

    /// Draws a band of the page on a separate bitmap. At once, the page would take several frames.
    private func drawBand(_ band: Int, _ context: PageContext, now: UInt64) {
        let (width, height) = (context.size.width * context.scale, Self.bandHeight * context.scale)
        let bitmap = Bitmap(format: .argb32, width: Int(min(width.rounded(), 32_767)), height: Int(height.rounded()))
        let canvas = Canvas(bitmap: bitmap, scale: context.scale)
        canvas.translate(x: 0, y: -Double(band) * Self.bandHeight)
        draw(on: canvas, context: context, now: now)
        let isLast = Double(band + 1) * Self.bandHeight >= context.size.height
        preparation = isLast ? nil : .drawing(band: band + 1)
    }

    func measurementsChanged() {
        history.invalidate()
        changes += 1
        version += 1
    }

    func prewarmed(now: UInt64) { preparation = .loading }

    func appeared(now: UInt64) {
        preparation = nil
        source.isShown = true
        if history.isFailed { measurementsChanged() }
    }

    func disappeared(now: UInt64) {
        painter.forgetUnusedTexts()
        source.isShown = false
        navigation.finishAnimations()
        (shownMark, toast) = (nil, nil)
    }

    func today(at now: UInt64) -> Day { source.timeZone.day(at: source.wallClock(at: now)) }

    /// The shown trend; nil for an unknown route.
    func trend(_ context: PageContext, now: UInt64) -> Trend? {
        if let day = openDay { return trend(.day, around: day, now: now) }
        return navigation.path.isEmpty ? trend(period, around: anchor ?? today(at: now), now: now) : nil
    }

    func trend(_ period: Period, around day: Day, now: UInt64) -> Trend {
        let key = TrendKey(period: period, day: day, today: today(at: now), version: version, dayVersion: dayVersion)
        if let trendCache, trendCache.key == key { return trendCache.trend }
        let readings = period == .day ? detail(of: day).map(\.readings) ?? [] : []
        let trend = Trend(period, around: day, history, readings: readings, now: source.wallClock(at: now))
        trendCache = (key, trend)
        return trend
    }

    /// The content of a day's page; nil if it failed to load, or is not loaded yet.
    func detail(of day: Day) -> DayViewModel? {
        let change = changes
        if history.phase != .untouched, details[day]?.change != change {
            if details.count >= 8 { details = details.filter { $0.key == day } }
            details[day] = (change, details[day]?.content)
            var isLate = false
            source.read { [timeZone = source.timeZone] store in
                try DayViewModel(day, store, timeZone: timeZone)
            } completion: { [weak self] result in
                guard let self, details[day]?.change == change else { return }
                switch result {
                case .success(let content): details[day]?.content = content
                case .failure(let failure): if !failure.isTemporary { details[day]?.content = nil }
                }
                guard isLate else { return }
                dayVersion += 1
                hasNews = true
            }
            isLate = true
        }
        return details[day]?.content
    }

    /// Updates the content height of the visible level.
    func prepare(_ context: PageContext, now: UInt64) {
        endToast(at: now)
        guard context.size.height > 0 else { return }
        if navigation.path.isEmpty {
            rootInteraction.resize(content: contentHeight(GrowthLayout(context), context), context, now: now)
        } else if let day = openDay {
            let layout = dayLayout(detail(of: day)?.items ?? [], context)
            dayInteraction.resize(content: layout.contentHeight, context, now: now)
        }
    }

    func contentHeight(_ layout: GrowthLayout, _ context: PageContext) -> Double {
        let list = layout.list.y + layout.listHeight(items: history.itemCount, names: history.nameCount)
        if let card = layout.listCard { return list + context.size.height - card.maxY }
        return max(list, layout.trendCard.maxY) + layout.frame.bottomMargin + context.insets.bottom
    }

    func canGoLater(_ now: UInt64) -> Bool {
        guard let anchor else { return false }
        return period.days(around: anchor).lowerBound < period.days(around: today(at: now)).lowerBound
    }

    func show(mark: Int?) -> PageReaction {
        guard mark != shownMark else { return .none }
        shownMark = mark
        return .redraw
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
}
