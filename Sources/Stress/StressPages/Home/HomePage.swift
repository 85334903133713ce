// SPDX-License-Identifier: MIT

public import Canvas
internal import Geometry
import Localization
public import PageKit
internal import StressModel

/// The dashboard: the present stress level and the reading behind it, today's curve, and one suggestion.
public final class HomePage: StressPage {
    enum Target: Equatable {
        case suggestion
    }

    /// Everything besides the context that is drawn.
    private struct Picture: Equatable {
        var model: HomeViewModel
        var offset: Double
        var isPressed: Bool
        var isFocused: Bool
    }

    let source: any StressSource
    let history: HistoryModel
    let painter = PagePainter()
    private(set) var gestures = ScrollGestureRecognizer<Target>()
    private(set) var focus = Focus<Target>()
    private var isShown = false

    /// Creates a dashboard, which loads its measurements once it is shown.
    public init(_ source: any StressSource) {
        self.source = source
        history = HistoryModel(source, horizon: Baseline.window + 2)
    }

    public var acceptsKeys: Bool { true }

    /// The content of the page at a time.
    func viewModel(at now: UInt64) -> HomeViewModel { HomeViewModel(history, now: source.wallClock(at: now)) }

    public func draw(on canvas: Canvas, context: PageContext, now: UInt64) {
        let model = viewModel(at: now)
        let layout = layout(model, context, now: now)
        let theme = Theme(ownColors: context)
        let offset = gestures.scroller.offset(at: now)
        canvas.withSavedState {
            canvas.translate(x: 0, y: -offset)
            painter.header(
                localized("Today"), [Formatters.date(model.today, today: model.today), Formatters.short(model.today)],
                layout.frame, on: canvas, theme: theme)
            drawHero(model, layout, on: canvas, theme: theme)
            drawChart(model, layout, on: canvas, theme: theme)
            drawSuggestion(model.suggestion, layout, on: canvas, theme: theme)
            if focus.target != nil { painter.focusRing(layout.control, on: canvas, theme: theme) }
        }
    }

    /// The time at which the text of the reading's age changes, or a day starts.
    public func nextFrame(after now: UInt64, context: PageContext) -> NextFrame {
        if gestures.scroller.isMoving(at: now) { return .immediately }
        let wall = source.wallClock(at: now)
        guard source.isLive, history.isReady(at: wall) else { return .never }
        let day = source.timeZone.extent(of: source.timeZone.day(at: wall))
        var wait = day.upperBound.milliseconds - wall.milliseconds
        if let time = history.latest(at: wall)?.time {
            wait = min(wait, Formatters.timeUntilAgeChanges(of: time, at: wall))
        }
        return .at(now &+ UInt64(max(wait, 1000)) * 1_000_000)
    }

    public func cacheKey(at now: UInt64, context: PageContext) -> CacheKey? {
        CacheKey(
            Picture(
                model: viewModel(at: now), offset: gestures.scroller.offset(at: now), isPressed: isPressed,
                isFocused: focus.target != nil))
    }

    public func scrollOffset(at now: UInt64, context: PageContext) -> Double? { gestures.scroller.position(at: now) }

    public func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction {
        let layout = layout(viewModel(at: now), context, now: now)
        let offset = gestures.scroller.offset(at: now)
        if case .press = event { focus.clear() }
        let outcome = gestures.handle(
            event, context: context, now: now, target: { [layout.control].target(at: $0, offset: offset) })
        return switch outcome {
        case .none, .scrubbed: .none
        case .changed: .redraw
        case .tapped: .request(.select(tab: "flash"))
        }
    }

    public func key(_ key: PageKey, context: PageContext, now: UInt64) -> PageReaction? {
        let layout = layout(viewModel(at: now), context, now: now)
        switch key {
        case .tab, .backtab:
            _ = focus.move(key, among: [layout.control])
            gestures.scroller.reveal(layout.control.area, context, now: now)
        case .activate:
            return focus.target == nil ? nil : .request(.select(tab: "flash"))
        case .up, .down, .home, .end, .pageUp, .pageDown:
            gestures.scroller.scroll(by: key, context, now: now)
        case .escape:
            focus.clear()
        case .left, .right, .menu: return nil
        }
        return .redraw
    }

    public func nextTask(after now: UInt64) -> UInt64? { isShown ? history.nextLoad(after: now) : nil }

    public func performTask(context: PageContext, now: UInt64) -> PageReaction {
        guard isShown, history.hasPendingLoad else { return .none }
        let wall = source.wallClock(at: now)
        history.loadNext(now: wall)
        return history.isReady(at: wall) || !history.hasPendingLoad ? .redraw : .none
    }

    public func measurementsChanged() { history.invalidate() }

    public func appeared(now: UInt64) {
        isShown = true
        if history.isFailed { history.invalidate() }
    }

    public func disappeared(now: UInt64) {
        painter.forgetUnusedTexts()
        isShown = false
        gestures.cancel(now: now)
        focus.clear()
    }

    public func reselected(context: PageContext, now: UInt64) -> PageReaction {
        guard gestures.scroller.offset(at: now) > 0 else { return .none }
        gestures.scroller.scrollToTop(now: now, animated: !context.reducedMotion)
        return .redraw
    }

    var isPressed: Bool { gestures.pressed != nil }

    private func layout(_ model: HomeViewModel, _ context: PageContext, now: UInt64) -> HomeLayout {
        let layout = HomeLayout(context, hasChart: model.hasChart)
        gestures.scroller.resize(content: layout.contentHeight, window: context.size.height, now: now)
        return layout
    }
}
