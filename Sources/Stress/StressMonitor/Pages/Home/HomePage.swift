// SPDX-License-Identifier: MIT
import PageKit

/// The dashboard: the present stress level and the reading behind it, today's curve, and one suggestion.
final class HomePage: StressPage {
    /// Everything besides the context that is drawn.
    private struct Picture: Equatable {
        var model: HomeViewModel
        var interaction: PartInteraction.Picture
    }

    let source: any StressSource
    let history: HistoryModel
    let painter = PagePainter()
    var interaction = PartInteraction()
    private var isShown = false

    /// Creates a dashboard, which loads its measurements once it is shown.
    init(_ source: any StressSource) {
        self.source = source
        history = HistoryModel(source, horizon: Baseline.window + 2)
    }

    /// The content of the page at a time.
    func viewModel(at now: UInt64) -> HomeViewModel { HomeViewModel(history, now: source.wallClock(at: now)) }

    func isLoading(at now: UInt64) -> Bool {
        !history.isReady(at: source.wallClock(at: now)) && !history.isFailed
    }

    /// The time at which the text of the reading's age changes, or a day starts.
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
        isShown = true
        source.isShown = true
        if history.isFailed { history.invalidate() }
    }

    func disappeared(now: UInt64) {
        painter.forgetUnusedTexts()
        isShown = false
        source.isShown = false
    }
}
