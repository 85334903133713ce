import Localization
import PageKit

/// The dashboard: the present stress level and the reading behind it, today's curve, and one suggestion.
final class HomePage: StressPage {
    /// Everything drawn besides the context.
    private struct Picture: Equatable {
        var model: HomeViewModel
        var interaction: PartInteraction.Picture
    }

    let source: any StressSource
    let history: HistoryModel
    let painter = PagePainter()
    var interaction = PartInteraction()

    init(_ source: any StressSource) {
        self.source = source
        history = HistoryModel(source, horizon: Baseline.window + 2)
    }

    func viewModel(at now: UInt64) -> HomeViewModel { HomeViewModel(history, now: source.wallClock(at: now)) }

    func isLoading(at now: UInt64) -> Bool {
        !history.isReady(at: source.wallClock(at: now)) && !history.isFailed
    }

    /// The time of the next change of the reading's age as text, or of the day.
    func nextFrame(after now: UInt64, context: PageContext) -> NextFrame {
        if interaction.scroller.isMoving(at: now) { return .immediately }
        let wall = source.wallClock(at: now)
        guard source.isLive, history.isReady(at: wall) else { return .never }
        let day = source.timeZone.extent(of: source.timeZone.day(at: wall))
        var wait = day.upperBound.milliseconds - wall.milliseconds
        if let time = history.latest(at: wall)?.time {
            wait = min(wait, Formatters.timeUntilAgeChanges(of: time, at: wall))
        }
        return .at(now &+ UInt64(max(wait, 1000)) * 1_000_000)
    }

    func cacheKey(at now: UInt64, context: PageContext) -> CacheKey? {
        CacheKey(Picture(model: viewModel(at: now), interaction: interaction.picture(at: now)))
    }

    func nextTask(after now: UInt64) -> UInt64? { isShown ? history.nextLoad(after: now) : nil }

    func performTask(context: PageContext, now: UInt64) -> PageReaction {
        guard isShown, history.hasPendingLoad else { return .none }
        let wall = source.wallClock(at: now)
        guard history.loadNext(now: wall) else { return .none }
        return history.isReady(at: wall) || !history.hasPendingLoad ? .redraw : .none
    }

    func measurementsChanged() { history.invalidate() }

    func appeared(now: UInt64) {
        source.isShown = true
        if history.isFailed { history.invalidate() }
    }

    func disappeared(now: UInt64) {
        painter.forgetUnusedTexts()
        source.isShown = false
    }

    func parts(in context: PageContext, now: UInt64) -> [Part] {
        let (model, pen) = (viewModel(at: now), pen(context))
        let layout = HomeLayout(context, hasChart: model.hasChart)
        interaction.resize(content: layout.contentHeight, context, now: now)
        let date = Formatters.date(model.today, today: model.today)
        let header = header(localized("Today"), [date, Formatters.short(model.today)], description: date, context)
        let chart = layout.chartCard.map { card in
            let values = model.curve.map { String(rounded($0.value) ?? 0) }.joined(separator: ", ")
            return Part(
                .figure, chartTitle(model), id: "chart",
                value: values.isEmpty ? localized("Nothing measured today") : values, in: card
            ) { [self] canvas, _ in
                drawChart(model, layout, in: card, pen(canvas))
            }
        }
        let week = layout.weekCard.map { card in
            let values = model.week.compactMap { day in day.value.map { "\(day.name) \($0)" } }
            return Part(
                .figure, Self.weekTitle, id: "week",
                value: values.isEmpty ? localized("no level") : values.joined(separator: ", "), in: card
            ) { [self] canvas, _ in
                drawWeek(model, in: card, pen(canvas))
            }
        }
        // Nothing else leads from the built-in tabs to the user's own.
        let isUnchanged = context.tabs.filter { !$0.isHidden }.map(\.id) == ["home", "flash", "growth"]
        let suggestion = Part.suggestion(
            isUnchanged && model.state == .empty ? .setup : model.suggestion, in: layout.suggestionCard,
            isRow: layout.heroCard.contains(layout.suggestionCard.center), pen)
        return [header, hero(model, layout, pen), chart, week, suggestion].compactMap(\.self)
    }

    private func hero(_ model: HomeViewModel, _ layout: HomeLayout, _ pen: @escaping Pen.Maker) -> Part {
        let texts = [model.trend, model.measured].compactMap(\.self)
        var hero = Part(
            .meter, localized("Stress level"), id: "level",
            description: texts.isEmpty ? nil : texts.joined(separator: "; "), in: layout.heroCard
        ) { [self] canvas, _ in
            drawHero(model, layout, pen(canvas))
        }
        switch model.state {
        case .loading: hero.node.value = localized("not read yet")
        case .failed(let reason):
            (hero.node.role, hero.node.label, hero.node.description) = (.alert, Self.failureTitle, reason)
        case .empty:
            (hero.node.role, hero.node.label, hero.node.description) = (.label, Self.emptyTitle, Self.emptyText)
        case .firstDays(let days, let needed):
            hero.node.label = localized("Learning what is usual")
            hero.node.value = localized(needed, one: "\(days) of \(needed) day", other: "\(days) of \(needed) days")
        case .stale: hero.node.value = localized("No recent reading")
        case .level(let level): hero.node.value = "\(level.value), \(level.category.word)"
        }
        hero.children = model.figures.map { figure in
            Part(
                .label, figure.name, id: "figure/\(figure.id)",
                value: figure.value.map { "\($0) \(figure.unit)" } ?? "–",
                description: figure.usual.map { localized("usual \($0)") })
        }
        return hero
    }
}
