// SPDX-License-Identifier: MIT

import Canvas
import EventLoop
import Geometry
import Gestures
import SurfaceKit
import ShellModel

/// The host of a page, independent of how the page is presented: it passes context and input to the page, and acts on the
/// reactions.
final class PageHost {
    /// The distance that a step of the wheel scrolls, logical px.
    private static let wheelStep = 64.0
    /// The time for which the first frame waits for what the page loads, ns.
    private static let loadTimeout: UInt64 = 200_000_000

    /// Called when the page requests something of the shell.
    var onRequest: (PageRequest) -> Void = { _ in }
    /// Called when the page is scrolled in another direction than before.
    var onScroll: (ScrollDirection) -> Void = { _ in }
    /// Called when a text field gets or loses the text focus, and when its content changes.
    var onTextFocus: (TextFocus?) -> Void = { _ in }
    /// Called with a text that the user has copied or selected.
    var onCopy: (String, TextSelection, InputSource) -> Void = { _, _, _ in }
    /// Called to paste a selection by ``paste(_:)``.
    var onPaste: (TextSelection, InputSource) -> Void = { _, _ in }
    /// Called after each frame.
    var onFrame: () -> Void = {}
    /// Called when the page needs a frame.
    var onChange: () -> Void = {}

    private(set) var context = PageContext(size: .zero)
    private(set) var environment: PageEnvironment
    /// True if there are text fields on the page.
    var acceptsText: Bool { textPage != nil }
    /// The text field that is edited.
    private(set) var textFocus: TextFocus?
    /// True if more has changed than the page's animated area.
    var needsDrawing: Bool { isStale || hasReacted }
    /// True if anything may have changed.
    private var isStale = true
    /// True if the page has changed, which may know in which area.
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
    /// When the first frame waits no longer, CLOCK_MONOTONIC, ns.
    private var loadDeadline: UInt64?
    /// The context and the key with which the page was drawn last; nil for a picture that may differ at any time.
    private var drawn: (context: PageContext, key: CacheKey)?
    /// True if each frame of the page differs.
    private var isMoving = false
    private var wasFading = false
    private var wakeTimer: EventLoop.Timer?
    private var taskTimer: EventLoop.Timer?
    private var armedTask: UInt64?
    /// The parts of the page under the pointer; nil until a pointer needs them.
    private var parts: PartList?
    /// The selected text that was offered last as the primary selection.
    private var primarySelection = ""

    init(_ page: any Page, environment: PageEnvironment, loop: EventLoop) {
        self.page = page
        textPage = page as? any TextPage
        taskPage = page as? any TaskPage
        cachedPage = page as? any CachedPage
        self.environment = environment
        wakeTimer = loop.timer { [weak self] in self?.onChange() }
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

    /// Applies an environment.
    ///
    /// - Parameters:
    ///   - insets: the page's insets in it.
    ///   - fades: true if a change of colours may be animated, which it is while nothing else is.
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
        if fresh.cover != before.cover { isStale = true }
        guard context != beforeContext || fresh.cover != before.cover else { return }
        reportTextFocus(at: now)
        onChange()
    }

    /// Brings the page to the front.
    func appear(at now: UInt64) {
        (isActive, isMoving) = (true, false)
        page.appeared(now: now)
        resetScroll(at: now)
        reportTextFocus(at: now)
        scheduleTask(after: now)
    }

    /// Returns false while the first frame waits for what the page loads.
    func isReady(at now: UInt64) -> Bool {
        guard page.isLoading(at: now) else { return true }
        let deadline = loadDeadline ?? now + Self.loadTimeout
        loadDeadline = deadline
        guard now < deadline else { return true }
        wakeTimer?.arm(at: deadline)
        return false
    }

    /// True if the picture that was drawn last may be right when the page appears again.
    var isPictureCacheable: Bool { drawn != nil && !needsDrawing }

    /// Schedules a drawing of the whole page unless the picture that was drawn last is right at a time.
    ///
    /// - Returns: true if it is right.
    func validatePicture(at time: UInt64) -> Bool {
        let isRight = isPictureRight(at: time)
        if !isRight { isStale = true }
        return isRight
    }

    /// True if the page promises that the picture that was drawn last is right at a time.
    func isPictureRight(at time: UInt64) -> Bool {
        guard !needsDrawing, let drawn, drawn.context == context else { return false }
        return cachedPage?.cacheKey(at: time, context: context) == drawn.key
    }

    /// Draws the page once while it is hidden. The first drawing loads fonts, which takes half the time of a transition; a
    /// page that has done so before, and has loaded what its first frame shows, appears smoothly at once.
    func prewarm(at now: UInt64) {
        _ = snapshot(at: now, withBackground: false)
        taskPage?.prewarmed(now: now)
        scheduleTask(after: now)
    }

    /// Takes the page from the front. Presses on it have been cancelled.
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

    /// The use of the screen.
    var screen = PageScreen.used {
        didSet { if screen != oldValue { page.screenChanged(screen, now: MonotonicClock.now) } }
    }

    /// Follows a return of the shell to its start.
    func `return`(discardsText: Bool) {
        let now = MonotonicClock.now
        apply(page.returned(discardsText: discardsText, context: context, now: now), at: now)
    }

    func barChanged(isMinimized: Bool) {
        scrollReporter.barChanged(isMinimized: isMinimized)
    }

    /// Passes an event to the page; of several pointers and fingers, those of the first until it is released.
    ///
    /// - Parameter origin: the page's origin on the surface.
    /// - Returns: false for an event without effect, such as a key that the page does not use.
    @discardableResult
    func handle(_ event: InputEvent, from source: InputSource, origin: Point = .zero) -> Bool {
        guard isActive, activeSource == nil || activeSource == source || event.isText else { return false }
        func local(_ point: Point) -> Point { self.local(point, origin: origin) }
        let now = MonotonicClock.now
        switch event {
        case .press(let point):
            activeSource = source
            forward(.press(local(point)), at: now)
        case .move(let point): forward(.move(local(point)), at: now)
        case .release(let point):
            activeSource = nil
            forward(.release(local(point)), at: now)
        case .cancel:
            activeSource = nil
            forward(.cancel, at: now)
        case .wheel(let steps, _): forward(.scroll(dy: steps * Self.wheelStep, source: .wheel, isFinal: true), at: now)
        case .scroll(_, let dy, let isFinal): forward(.scroll(dy: dy, source: .finger, isFinal: isFinal), at: now)
        case .leave: forward(.leave, at: now)
        case .secondaryPress, .dataDragged, .dataDragEnded: return false
        case .key(let key):
            let key = context.isRightToLeft ? key.mirrored : key
            guard let reaction = page.key(key, context: context, now: now) else { return false }
            apply(reaction, at: now)
        case .character: return false
        case .text(let event):
            guard textFocus != nil else { return false }
            edit(event, from: source, at: now)
        }
        offerSelection(after: event, from: source)
        return true
    }

    /// Returns the point of the page at one on the surface.
    private func local(_ point: Point, origin: Point) -> Point {
        let (x, y) = (point.x - origin.x, point.y - origin.y)
        return Point(x: context.isRightToLeft ? context.size.width - x : x, y: y)
    }

    /// The cursor at a point on the surface.
    func cursor(at point: Point, origin: Point = .zero) -> CursorShape {
        guard isActive else { return .default }
        let parts = parts ?? page.list(in: context, now: MonotonicClock.now)
        self.parts = parts
        return parts.target(at: local(point, origin: origin)) == nil ? .default : .pointer
    }

    private func edit(_ event: TextEvent, from source: InputSource, at now: UInt64) {
        switch event {
        case .copy, .cut:
            guard let text = textFocus?.field.selectedText, !text.isEmpty else { return }
            onCopy(text, .clipboard, source)
            if event == .cut { apply(.deleteSelection, at: now) }
        case .paste: onPaste(.clipboard, source)
        case .pastePrimary: onPaste(.primary, source)
        default:
            guard let edit = TextEdit(event) else { return }
            apply(edit, at: now)
        }
    }

    /// Inserts a text into the field that is edited.
    func paste(_ text: String) {
        let now = MonotonicClock.now
        if textFocus != nil { apply(.insert(text), at: now) }
    }

    private func apply(_ edit: TextEdit, at now: UInt64) {
        if let textPage { apply(textPage.text(edit, context: context, now: now), at: now) }
    }

    /// Makes a text that was selected the primary selection.
    private func offerSelection(after event: InputEvent, from source: InputSource) {
        switch event {
        case .release, .text(.move), .text(.selectAll): break
        default: return
        }
        let selected = textFocus?.field.selectedText ?? ""
        guard selected != primarySelection else { return }
        primarySelection = selected
        if !selected.isEmpty { onCopy(selected, .primary, source) }
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

    /// Returns the areas of the page that show blurred what is drawn in an area.
    func blurredAreas(near area: Rect, at time: UInt64) -> [Rect] {
        guard !context.isSheet, let cover = environment.cover else { return [] }
        return cover.blurredAreas(near: area, on: context.size, scale: context.scale, at: time)
    }

    /// True while colours change, or the shape of the bar over the page does.
    private func isFading(at time: UInt64) -> Bool {
        fade.isMoving(at: time) || (!context.isSheet && environment.cover?.isMoving(at: time) == true)
    }

    /// Draws what the page shows where the bar lies over it.
    private func drawCover(on canvas: Canvas, at time: UInt64) {
        guard !context.isSheet else { return }
        environment.cover?.draw(on: canvas, page: context.size, background: context.background, at: time)
    }

    /// Returns the place of a rectangle of the page on the screen.
    func placed(_ rect: Rect) -> Rect { context.isRightToLeft ? rect.mirrored(in: context.size.width) : rect }

    /// Mirrors what the page draws from right to left.
    private func withDirection(on canvas: Canvas, _ body: () -> Void) {
        guard context.isRightToLeft else { return body() }
        canvas.withSavedState {
            canvas.mirror(width: context.size.width)
            body()
        }
    }

    /// Draws the page; the canvas's origin is the page's.
    func draw(on canvas: Canvas, at time: UInt64) {
        withDirection(on: canvas) { page.drawFull(on: canvas, context: context, now: time) }
        drawCover(on: canvas, at: time)
        // The last frame of a fade differs everywhere.
        wasFading = isFading(at: time)
        fade.draw(on: canvas, at: .zero, now: time)
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

    /// Draws the page as on an image of it.
    func drawSnapshot(on canvas: Canvas, at time: UInt64, withBackground: Bool) {
        if withBackground {
            withDirection(on: canvas) { page.drawFull(on: canvas, context: context, now: time) }
            drawCover(on: canvas, at: time)
            var fade = fade
            fade.draw(on: canvas, at: .zero, now: time)
        } else {
            withDirection(on: canvas) { page.draw(on: canvas, context: context, now: time) }
            drawCover(on: canvas, at: time)
        }
    }

    /// True if the page is animated after a time. For a frame that is due later, sets a timer.
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

    /// Finishes the animations of the host.
    func finishAnimations() {
        fade.end()
        isStale = true
    }

    /// Records that the surface's content was discarded.
    func discardSnapshot() {
        fade.end()
        hasPicture = false
        drawn = nil
        isStale = true
    }

    private func forward(_ event: PagePointerEvent, at now: UInt64) {
        apply(page.pointer(event, context: context, now: now), at: now)
    }

    func apply(_ reaction: PageReaction, at now: UInt64) {
        switch reaction {
        case .none: return
        case .redraw: break
        case .request(let request): onRequest(request)
        }
        reportScroll(at: now)
        reportTextFocus(at: now)
        scheduleTask(after: now)
        // The frame that is drawn now asks for the next one.
        wakeTimer?.disarm()
        hasReacted = true
        onChange()
    }

    /// Draws the page after a change that did not come from the host.
    func pageChanged() {
        apply(.redraw, at: MonotonicClock.now)
    }

    private func reportTextFocus(at now: UInt64) {
        var focus = isActive ? textPage?.textFocus(in: context, now: now) : nil
        if let caret = focus?.caret { focus?.caret = placed(caret) }
        guard focus != textFocus else { return }
        textFocus = focus
        onTextFocus(focus)
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
        // A later time does not postpone a task: a page that always asks for "soon" would never be called. A task that
        // comes too early does nothing.
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
    /// The key on the other side of a vertical mirror.
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
        if case .text = self { true } else { false }
    }
}
