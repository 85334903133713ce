import Canvas
import EventLoop
import Geometry
import Gestures
import SurfaceKit
import ShellModel

/// The host of a page in any presentation: it passes context and input to the page, and acts on the reactions.
final class PageHost {
    /// The distance that a step of the wheel scrolls, logical px.
    private static let wheelStep = 64.0
    /// The time for which the first frame waits for the page to load, ns.
    private static let loadTimeout: UInt64 = 200_000_000

    var onRequest: (PageRequest) -> Void = { _ in }
    /// Called when the scroll direction of the page changes.
    var onScroll: (ScrollDirection) -> Void = { _ in }
    var onFrame: () -> Void = {}
    weak var presenter: (any PagePresenter)?

    var tab: TabID { environment.context.tab }
    private(set) var context = PageContext(size: .zero)
    private(set) var environment: PageEnvironment
    var acceptsText: Bool { textPage != nil }
    private(set) var textFocus: TextFocus?
    /// True while keys or an input method reach the page. Otherwise the focus is neither drawn nor in the tree.
    var hasKeys = true {
        didSet {
            guard hasKeys != oldValue, page.interaction.focused != nil || textFocus != nil else { return }
            apply(.redraw, at: MonotonicClock.now)
        }
    }
    /// True if changes exceed the page's animated area.
    var needsDrawing: Bool { isStale || hasReacted }
    /// True if anything may have changed.
    private var isStale = true
    /// True if the page has changed, perhaps in a known area.
    private var hasReacted = false
    /// True while the page is in front.
    private(set) var isActive = false
    let page: any Page
    private let textPage: (any TextPage)?
    private let taskPage: (any TaskPage)?
    private let cachedPage: (any CachedPage)?
    private var fade = CrossFade()
    private var scrollReporter = ScrollReporter()
    private(set) var activeSource: InputSource?
    private var hasPicture = false
    /// The time at which the first frame waits no longer, CLOCK_MONOTONIC, ns.
    private var loadDeadline: UInt64?
    /// The context and the key of the page's last drawing; nil for a picture that may differ at any time.
    private var drawn: (context: PageContext, key: CacheKey)?
    /// True if each frame of the page differs.
    private var isMoving = false
    private var wasFading = false
    private var wakeTimer: EventLoop.Timer?
    private var taskTimer: EventLoop.Timer?
    private var armedTask: UInt64?
    /// The parts of the page under the pointer; nil until a pointer needs them.
    private var parts: PartList?
    private var primarySelection = ""

    init(_ page: any Page, environment: PageEnvironment, loop: EventLoop) {
        self.page = page
        textPage = page as? any TextPage
        taskPage = page as? any TaskPage
        cachedPage = page as? any CachedPage
        self.environment = environment
        wakeTimer = loop.timer { [weak self] in self?.presenter?.redraw() }
        taskTimer = loop.timer { [weak self] in self?.performTask() }
        resize(context.size, scale: context.scale, insets: .zero)
    }

    /// Applies a size in logical pixels.
    func resize(_ size: Size, scale: Double, insets: PageInsets) {
        let fresh = environment.context(size: size, scale: scale, insets: insets)
        guard fresh != context else { return }
        if fresh.size != context.size || fresh.scale != context.scale {
            hasPicture = false
            fade.end()
        }
        context = fresh
        isStale = true
        reportTextFocus(at: MonotonicClock.now)
    }

    /// Applies an environment, with the page's insets in it. Nothing else is animated if a change of colours may fade.
    func update(_ fresh: PageEnvironment, insets: PageInsets, fades: Bool) {
        guard fresh != environment else { return }
        let now = MonotonicClock.now
        let (before, beforeContext) = (environment, context)
        environment = fresh
        if fades, fresh.context.palette != before.context.palette, isActive, hasPicture, !fresh.reducesMotion {
            let isSwitch = fresh.appearance != before.appearance
            fade.begin(
                with: snapshot(at: now, withBackground: true), from: isSwitch ? fresh.appearance.acceptedAt : now,
                along: fresh.appearanceMotion)
        }
        resize(context.size, scale: context.scale, insets: insets)
        if context.route != beforeContext.route {
            page.routeChanged(context: context, now: now)
            resetScroll(at: now)
            isStale = true
        }
        let coverChanged = fresh.cover != before.cover
        if coverChanged { isStale = true }
        guard context != beforeContext || coverChanged else { return }
        reportTextFocus(at: now)
        presenter?.redraw()
    }

    func appear(at now: UInt64) {
        (isActive, isMoving) = (true, false)
        page.appeared(now: now)
        page.interaction.hasKeys = hasKeys
        resetScroll(at: now)
        reportTextFocus(at: now)
        scheduleTask(after: now)
    }

    /// Returns false while the first frame waits for the page to load.
    func isReady(at now: UInt64) -> Bool {
        guard page.isLoading(at: now) else { return true }
        let deadline = loadDeadline ?? now + Self.loadTimeout
        loadDeadline = deadline
        guard now < deadline else { return true }
        wakeTimer?.arm(at: deadline)
        return false
    }

    /// True if the last picture may be right when the page appears again.
    var isPictureCacheable: Bool { drawn != nil && !needsDrawing }

    /// Draws the whole page with the next frame, and returns false, unless the last picture is right at a time.
    func validatePicture(at time: UInt64) -> Bool {
        if !isPictureRight(at: time) { isStale = true }
        return !isStale
    }

    /// True if the page promises that the last picture is right at a time.
    func isPictureRight(at time: UInt64) -> Bool {
        guard !needsDrawing, let drawn, drawn.context == context else { return false }
        return cachedPage?.cacheKey(at: time, context: context) == drawn.key
    }

    /// Draws the page once while it is hidden. The first drawing loads fonts, which takes half the time of a
    /// transition; a page that has done so, and has loaded its first frame's content, appears smoothly at once.
    func prewarm(at now: UInt64) {
        _ = snapshot(at: now, withBackground: false)
        taskPage?.prewarmed(now: now)
        scheduleTask(after: now)
    }

    /// Removes the page from the front. Presses on it have been cancelled.
    func disappear(at now: UInt64) {
        wakeTimer?.disarm()
        page.interaction.stop(now: now)
        page.disappeared(now: now)
        isActive = false
        reportTextFocus(at: now)
        scheduleTask(after: now)
    }

    func reselect() {
        let now = MonotonicClock.now
        apply(page.reselected(context: context, now: now), at: now)
    }

    var screen = PageScreen.used {
        didSet { if screen != oldValue { page.screenChanged(screen, now: MonotonicClock.now) } }
    }

    /// Handles the shell's return to its start.
    func `return`(discardsText: Bool) {
        let now = MonotonicClock.now
        apply(page.returned(discardsText: discardsText, context: context, now: now), at: now)
    }

    func barChanged(isMinimized: Bool) { scrollReporter.barChanged(isMinimized: isMinimized) }

    /// Passes an event to the page, with its origin on the surface; of several pointers and fingers, only the events of the
    /// first pass until it is released.
    ///
    /// - Returns: false for an event without effect, such as a key that the page does not use.
    @discardableResult
    func handle(_ event: InputEvent, from source: InputSource, origin: Point = .zero) -> Bool {
        guard isActive, activeSource == nil || activeSource == source || event.isText else { return false }
        func forward(_ event: PagePointerEvent) { apply(page.pointer(event, context: context, now: now), at: now) }
        let now = MonotonicClock.now
        switch event {
        case .press(let point):
            activeSource = source
            forward(.press(local(point, origin)))
        case .move(let point): forward(.move(local(point, origin)))
        case .release(let point):
            activeSource = nil
            forward(.release(local(point, origin)))
        case .cancel:
            activeSource = nil
            forward(.cancel)
        case .wheel(let steps, _): forward(.scroll(dy: steps * Self.wheelStep, source: .wheel, isFinal: true))
        case .scroll(_, let dy, let isFinal): forward(.scroll(dy: dy, source: .finger, isFinal: isFinal))
        case .leave: forward(.leave)
        case .secondaryPress, .dataDragged, .dataDragEnded, .character: return false
        case .key(let key):
            let key = context.isRightToLeft ? key.mirrored : key
            guard let reaction = page.key(key, context: context, now: now) else { return false }
            apply(reaction, at: now)
        case .text(let edit):
            guard textFocus != nil else { return false }
            apply(edit, at: now)
        case .clipboard(let command):
            guard textFocus != nil else { return false }
            perform(command, from: source, at: now)
        }
        offerSelection(after: event, from: source)
        return true
    }

    private func local(_ point: Point, _ origin: Point) -> Point {
        let x = point.x - origin.x
        return Point(x: context.isRightToLeft ? context.size.width - x : x, y: point.y - origin.y)
    }

    func cursor(at point: Point, origin: Point = .zero) -> CursorShape {
        guard isActive else { return .default }
        let parts = parts ?? page.list(in: context, now: MonotonicClock.now)
        self.parts = parts
        return parts.target(at: local(point, origin)) == nil ? .default : .pointer
    }

    private func perform(_ command: ClipboardCommand, from source: InputSource, at now: UInt64) {
        switch command {
        case .copy, .cut:
            guard let text = textFocus?.field.selectedText, !text.isEmpty else { return }
            presenter?.surface?.offer(text, as: .clipboard, from: source)
            if command == .cut { apply(.deleteSelection, at: now) }
        case .paste, .pastePrimary:
            presenter?.surface?.read(command == .paste ? .clipboard : .primary, from: source) { [weak self] text in
                guard let self, textFocus != nil else { return }
                apply(.insert(text), at: MonotonicClock.now)
            }
        }
    }

    func apply(_ edit: TextEdit, at now: UInt64) {
        if let textPage { apply(textPage.text(edit, context: context, now: now), at: now) }
    }

    private func offerSelection(after event: InputEvent, from source: InputSource) {
        switch event {
        case .release, .text(.move), .text(.selectAll): break
        default: return
        }
        let selected = textFocus?.field.selectedText ?? ""
        guard selected != primarySelection else { return }
        primarySelection = selected
        if !selected.isEmpty { presenter?.surface?.offer(selected, as: .primary, from: source) }
    }

    /// Returns the area of the page that has changed; nil for all of it.
    func changedArea(at time: UInt64) -> Rect? {
        guard let cachedPage, !isStale, !wasFading, !isFading(at: time), hasPicture else { return nil }
        guard hasReacted else { return cachedPage.animatedArea(in: context).map(placed) }
        guard let drawn, drawn.context == context, let key = cachedPage.cacheKey(at: time, context: context) else {
            return nil
        }
        return cachedPage.changedArea(from: drawn.key, to: key, in: context).map(placed)
    }

    func blurredAreas(near area: Rect, at time: UInt64) -> [Rect] {
        cover?.blurredAreas(near: area, on: context.size, scale: context.scale, at: time) ?? []
    }

    /// True while colours, or the shape of the bar over the page, change.
    private func isFading(at time: UInt64) -> Bool {
        fade.isMoving(at: time) || cover?.isMoving(at: time) == true
    }

    /// The picture of the page where the bar covers it; nil for a sheet, since the bar makes way.
    private var cover: BarCover? { context.isSheet ? nil : environment.cover }

    func placed(_ rect: Rect) -> Rect { context.isRightToLeft ? rect.mirrored(in: context.size.width) : rect }

    /// Draws the page; the canvas's origin is the page's.
    func draw(on canvas: Canvas, at time: UInt64) {
        drawSnapshot(on: canvas, at: time, withBackground: true)
        // The last frame of a fade differs everywhere.
        wasFading = isFading(at: time)
        if !fade.isMoving(at: time) { fade.end() }
        (isStale, hasReacted) = (false, false)
        hasPicture = true
        parts = nil
        let key = wasFading || isMoving ? nil : cachedPage?.cacheKey(at: time, context: context)
        drawn = key.map { (context, $0) }
    }

    /// Returns an image of the page, with or without its background.
    func snapshot(at time: UInt64, withBackground: Bool) -> Bitmap {
        let bitmap = emptySnapshot
        drawSnapshot(on: Canvas(bitmap: bitmap, scale: context.scale), at: time, withBackground: withBackground)
        return bitmap
    }

    /// A transparent image of the page's size.
    var emptySnapshot: Bitmap {
        let (width, height) = (context.size.width * context.scale, context.size.height * context.scale)
        return Bitmap(
            format: .argb32, width: Int(min(width.rounded(), 32_767)), height: Int(min(height.rounded(), 32_767)))
    }

    /// Draws the page as for an image of it.
    func drawSnapshot(on canvas: Canvas, at time: UInt64, withBackground: Bool) {
        canvas.withSavedState {
            // From right to left the page is mirrored as a whole.
            if context.isRightToLeft { canvas.mirror(width: context.size.width) }
            if withBackground {
                page.drawFull(on: canvas, context: context, now: time)
            } else {
                page.draw(on: canvas, context: context, now: time)
            }
        }
        cover?.draw(on: canvas, page: context.size, background: context.background, at: time)
        if withBackground { fade.draw(on: canvas, now: time) }
    }

    /// True if the page is animated after a time. Sets a timer for a later frame.
    func isAnimating(at time: UInt64) -> Bool {
        reportScroll(at: time)
        scheduleTask(after: time)
        onFrame()
        isMoving = isFading(at: time)
        guard isActive, !isMoving else { return isMoving }
        switch page.nextFrame(after: time, context: context) {
        case .never: return false
        case .immediately:
            isMoving = true
            return true
        case .at(let next):
            wakeTimer?.arm(at: next)
            return false
        }
    }

    func finishAnimations() {
        fade.end()
        isStale = true
    }

    /// Records that the surface's content was discarded.
    func discardSnapshot() {
        finishAnimations()
        hasPicture = false
        drawn = nil
    }

    func apply(_ reaction: PageReaction, at now: UInt64) {
        if page.interaction.hasKeys != hasKeys { page.interaction.hasKeys = hasKeys }
        switch reaction {
        case .none: return
        case .redraw: break
        case .request(let request): onRequest(request)
        }
        reportScroll(at: now)
        reportTextFocus(at: now)
        scheduleTask(after: now)
        // The present frame asks for the next one.
        wakeTimer?.disarm()
        hasReacted = true
        presenter?.redraw()
    }

    /// Draws the page after a change that did not come from the host.
    func pageChanged() { apply(.redraw, at: MonotonicClock.now) }

    private func reportTextFocus(at now: UInt64) {
        var focus = isActive ? textPage?.textFocus(in: context, now: now) : nil
        if let caret = focus?.caret { focus?.caret = placed(caret) }
        guard focus != textFocus else { return }
        textFocus = focus
        presenter?.applyKeyboard()
        presenter?.editing(focus != nil)
    }

    private func performTask() {
        armedTask = nil
        guard let taskPage else { return }
        let now = MonotonicClock.now
        apply(taskPage.performTask(context: context, now: now), at: now)
        scheduleTask(after: now)
    }

    func scheduleTask(after now: UInt64) {
        let next = taskPage?.nextTask(after: now)
        // A later time postpones no task: a page that always asks for "soon" would never be called. Early tasks do nothing.
        if let next, let armedTask, armedTask <= next { return }
        armedTask = next
        taskTimer?.arm(at: next)
    }

    private func resetScroll(at time: UInt64) {
        let offset = isActive && !context.isSheet ? page.scrollOffset(at: time, context: context) : nil
        if let direction = scrollReporter.reset(to: offset) { onScroll(direction) }
    }

    private func reportScroll(at time: UInt64) {
        guard isActive, !context.isSheet, let offset = page.scrollOffset(at: time, context: context),
            let direction = scrollReporter.update(offset)
        else { return }
        onScroll(direction)
    }
}

extension PageKey {
    fileprivate var mirrored: PageKey {
        switch self {
        case .left: .right
        case .right: .left
        default: self
        }
    }
}

extension InputEvent {
    /// True if the event is from a keyboard or an input method, which work while a finger rests on the page.
    fileprivate var isText: Bool {
        switch self {
        case .text, .clipboard: true
        default: false
        }
    }
}
