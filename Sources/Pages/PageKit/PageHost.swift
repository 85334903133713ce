// SPDX-License-Identifier: MIT

import Canvas
import EventLoop
import Geometry
import SurfaceKit
import ShellModel

/// A page and all that its program does for it wherever it is shown: it tells the page of its surroundings and of the
/// user, and listens to what it answers.
final class PageHost {
    /// How far a wheel's step scrolls, logical px.
    private static let wheelStep = 64.0

    /// Called when the page wants something of the shell.
    var onRequest: (PageRequest) -> Void = { _ in }
    /// Called when the page was scrolled another way than before.
    var onScroll: (ScrollDirection) -> Void = { _ in }
    /// Called when a field of the page has the text focus, when what is written in it changes, and when none has it any
    /// more.
    var onTextFocus: (TextFocus?) -> Void = { _ in }
    /// Called when the picture is to be drawn anew.
    var onChange: () -> Void = {}

    private(set) var context = PageContext(size: .zero)
    private(set) var surroundings: PageEnvironment
    /// Whether keys mean something to the page.
    var takesKeys: Bool { page.takesKeys }
    /// Whether there are fields of text on the page.
    var takesText: Bool { page.takesText }
    /// The field that is written in.
    private(set) var textFocus: TextFocus?
    /// Whether more has changed than the page said it would.
    private(set) var needsDrawing = true
    /// Whether the page is the one that the user deals with.
    private(set) var isActive = false
    private let page: any Page
    private var fade = CrossFade()
    private var scrollReporter = ScrollReporter()
    private var activeSource: InputSource?
    private var hasPicture = false
    private var wasFading = false
    private var wakeTimer: EventLoop.Timer?
    private var taskTimer: EventLoop.Timer?
    private var armedTask: UInt64?

    init(_ page: any Page, surroundings: PageEnvironment, loop: EventLoop) {
        self.page = page
        self.surroundings = surroundings
        wakeTimer = loop.timer { [unowned self] in onChange() }
        taskTimer = loop.timer { [unowned self] in performTask() }
        resize(context.size, scale: context.scale, insets: .zero)
    }

    /// Takes up another size, in logical pixels.
    func resize(_ size: Size, scale: Double, insets: PageInsets) {
        let fresh = surroundings.context(size: size, scale: scale, insets: insets)
        guard fresh != context else { return }
        if fresh.size != context.size || fresh.scale != context.scale {
            hasPicture = false
            fade.end()
        }
        context = fresh
        needsDrawing = true
        reportTextFocus(at: MonotonicClock.now)
    }

    /// Takes up other surroundings.
    ///
    /// - Parameters:
    ///   - insets: what the page is to keep free now.
    ///   - fades: whether other colours may come in softly, which they do where the page stands still.
    func update(_ fresh: PageEnvironment, insets: PageInsets, fades: Bool) {
        guard fresh != surroundings else { return }
        let now = MonotonicClock.now
        let (before, beforeContext) = (surroundings, context)
        surroundings = fresh
        if fades, fresh.palette != before.palette, isActive, hasPicture, !fresh.reducesMotion {
            let isSwitch = fresh.appearance != before.appearance
            fade.begin(
                with: picture(at: now, withBackground: true), from: isSwitch ? fresh.appearance.acceptedAt : now,
                along: fresh.appearanceMotion)
        }
        resize(context.size, scale: context.scale, insets: insets)
        if context.route != beforeContext.route {
            page.routeChanged(context: context, now: now)
            placeScroll(at: now)
            needsDrawing = true
        }
        guard context != beforeContext else { return }
        reportTextFocus(at: now)
        onChange()
    }

    /// The page comes to the front.
    func appear(at now: UInt64) {
        isActive = true
        page.appeared(now: now)
        placeScroll(at: now)
        reportTextFocus(at: now)
        needsDrawing = true
    }

    /// The page leaves the front, with whatever was pressed on it.
    func disappear(at now: UInt64) {
        if activeSource != nil { pass(.cancel, at: now) }
        activeSource = nil
        wakeTimer?.disarm()
        page.disappeared(now: now)
        isActive = false
        reportTextFocus(at: now)
        scheduleTask(after: now)
    }

    func reselect() {
        let now = MonotonicClock.now
        react(to: page.reselected(context: context, now: now), at: now)
    }

    func barChanged(isMinimized: Bool) {
        scrollReporter.barChanged(isMinimized: isMinimized)
    }

    /// Passes on what a pointer or a finger did, one at a time; `origin` is where the page begins on the surface.
    ///
    /// - Returns: whether it meant anything to the page, of a key.
    @discardableResult
    func handle(_ event: InputEvent, from source: InputSource, origin: Point = .zero) -> Bool {
        guard isActive, activeSource == nil || activeSource == source || event.isWritten else { return false }
        func local(_ point: Point) -> Point { Point(x: point.x - origin.x, y: point.y - origin.y) }
        let now = MonotonicClock.now
        switch event {
        case .press(let point):
            activeSource = source
            pass(.press(local(point)), at: now)
        case .move(let point): pass(.move(local(point)), at: now)
        case .release(let point):
            activeSource = nil
            pass(.release(local(point)), at: now)
        case .cancel:
            activeSource = nil
            pass(.cancel, at: now)
        case .wheel(let steps): pass(.scroll(dy: steps * Self.wheelStep, source: .wheel, isFinal: true), at: now)
        case .scroll(_, let dy, let isFinal): pass(.scroll(dy: dy, source: .finger, isFinal: isFinal), at: now)
        case .leave: pass(.leave, at: now)
        case .key(let key):
            guard let reaction = page.key(PageKey(key), context: context, now: now) else { return false }
            react(to: reaction, at: now)
        case .text(let event):
            guard textFocus != nil else { return false }
            react(to: page.text(TextEdit(event), context: context, now: now), at: now)
        }
        return true
    }

    /// Where the next picture differs, in the page's own coordinates; nil is anywhere.
    func changedArea(at time: UInt64) -> Rect? {
        needsDrawing || wasFading || fade.isMoving(at: time) || !hasPicture ? nil : page.animatedArea(in: context)
    }

    /// Draws the page as it stands; the canvas's origin is the page's.
    func draw(on canvas: Canvas, at time: UInt64) {
        page.drawWhole(on: canvas, context: context, now: time)
        // The end of a fade is seen everywhere.
        wasFading = fade.isMoving(at: time)
        fade.draw(on: canvas, at: .zero, now: time)
        needsDrawing = false
        hasPicture = true
    }

    /// The page as a picture of its own, on its background or on nothing.
    func picture(at time: UInt64, withBackground: Bool) -> Bitmap {
        let (width, height) = (context.size.width * context.scale, context.size.height * context.scale)
        let bitmap = Bitmap(
            format: .argb32, width: Int(min(width.rounded(), 32_767)), height: Int(min(height.rounded(), 32_767)))
        let canvas = Canvas(bitmap: bitmap, scale: context.scale)
        if withBackground {
            page.drawWhole(on: canvas, context: context, now: time)
            var fade = fade
            fade.draw(on: canvas, at: .zero, now: time)
        } else {
            page.draw(on: canvas, context: context, now: time)
        }
        return bitmap
    }

    /// Whether the page moves by itself after a time. One that will change later is woken then.
    func isMoving(at time: UInt64) -> Bool {
        reportScroll(at: time)
        scheduleTask(after: time)
        if fade.isMoving(at: time) { return true }
        guard isActive else { return false }
        switch page.nextFrame(after: time, context: context) {
        case .never: return false
        case .immediately: return true
        case .at(let next):
            wakeTimer?.arm(at: next)
            return false
        }
    }

    /// Ends what only looks as if it moved.
    func finishMoving() {
        fade.end()
        needsDrawing = true
    }

    /// The page's picture is no longer kept.
    func forgetPicture() {
        fade.end()
        hasPicture = false
        needsDrawing = true
    }

    private func pass(_ event: PagePointerEvent, at now: UInt64) {
        react(to: page.pointer(event, context: context, now: now), at: now)
    }

    private func react(to reaction: PageReaction, at now: UInt64) {
        switch reaction {
        case .none: return
        case .redraw: break
        case .request(let request): onRequest(request)
        }
        reportScroll(at: now)
        reportTextFocus(at: now)
        scheduleTask(after: now)
        needsDrawing = true
        onChange()
    }

    /// Says that the page has changed by something that its host knows nothing of.
    func pageChanged() {
        react(to: .redraw, at: MonotonicClock.now)
    }

    private func reportTextFocus(at now: UInt64) {
        let focus = isActive ? page.textFocus(in: context, now: now) : nil
        guard focus != textFocus else { return }
        textFocus = focus
        onTextFocus(focus)
    }

    private func performTask() {
        armedTask = nil
        let now = MonotonicClock.now
        react(to: page.performTask(context: context, now: now), at: now)
        scheduleTask(after: now)
    }

    private func scheduleTask(after now: UInt64) {
        let next = page.nextTask(after: now)
        // Nobody who asks often may put a task off; one that comes too early does nothing.
        if let next, let armedTask, armedTask <= next { return }
        armedTask = next
        if let next { taskTimer?.arm(at: next) } else { taskTimer?.disarm() }
    }

    private func placeScroll(at time: UInt64) {
        let offset = isActive && !context.isSheet ? page.scrollOffset(at: time, context: context) : nil
        if let direction = scrollReporter.place(offset) { onScroll(direction) }
    }

    private func reportScroll(at time: UInt64) {
        guard isActive, !context.isSheet, let offset = page.scrollOffset(at: time, context: context),
            let direction = scrollReporter.note(offset)
        else { return }
        onScroll(direction)
    }
}

extension InputEvent {
    /// Whether it comes of a keyboard or an input method, which a finger that rests on the page does not shut out.
    fileprivate var isWritten: Bool {
        if case .text = self { true } else { false }
    }
}

extension PageKey {
    /// A key of the keyboard.
    init(_ key: Key) {
        self =
            switch key {
            case .left: .left
            case .right: .right
            case .up: .up
            case .down: .down
            case .home: .home
            case .end: .end
            case .pageUp: .pageUp
            case .pageDown: .pageDown
            case .tab: .next
            case .backtab: .previous
            case .activate: .activate
            case .escape: .escape
            }
    }
}
