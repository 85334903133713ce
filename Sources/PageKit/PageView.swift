// SPDX-License-Identifier: MIT
import Canvas
import EventLoop
import Geometry
import SurfaceKit
import TabModel

/// A page on its surface: it draws the page as it is while it stands, and as a fading picture while it comes or goes.
final class PageView: SurfaceContent, SurfaceInput {
    /// How far a wheel's step scrolls, logical px.
    private static let wheelStep = 64.0

    /// Called when the page wants something of the shell.
    var onRequest: (PageRequest) -> Void = { _ in }
    /// Called when the compositor has taken the page away, or the user has closed its window.
    var onClosed: () -> Void = {}

    private let page: any Page
    private let options: PageOptions
    private let loop: EventLoop
    private var surface: Surface?
    private var presence = PagePresence()
    private var context = PageContext(size: .zero)
    /// The page's picture while it comes or goes.
    private var picture: Bitmap?
    private var needsDrawing = true
    private var wasMoving = false
    private var isRehearsed = false
    private var activeSource: InputSource?
    private var wakeTimer: EventLoop.Timer?
    private var concealTimer: EventLoop.Timer?

    init(_ page: any Page, options: PageOptions, loop: EventLoop) {
        self.page = page
        self.options = options
        self.loop = loop
        wakeTimer = loop.timer { [unowned self] in surface?.invalidate() }
        concealTimer = loop.timer { [unowned self] in concealIfGone() }
    }

    /// Stands the page on an output, or in a window.
    func show(on session: Session, output: Output?, tab: TabID) throws(SessionError) {
        let role: Role =
            options.inWindow
            ? .window(title: tab.rawValue, appID: "org.tabshell.Page.\(tab)", height: nil)
            : .layer(
                LayerPlacement(
                    namespace: "tabshell-page-\(tab)", layer: .bottom, height: nil, exclusiveZone: 0))
        let surface = try Surface(
            session, role: role, output: output, content: self, isConcealed: !presence.isSelected)
        surface.input = self
        surface.onResize = { [unowned self] in rehearse($0) }
        surface.onClosed = { [unowned self] in onClosed() }
        self.surface = surface
    }

    func takeAway() {
        surface?.destroy()
        surface = nil
        picture = nil
    }

    func outputChanged(_ output: Output) {
        surface?.outputChanged(output)
    }

    /// Takes up a change of the selection.
    func update(isSelected: Bool, entrance: PageEntrance, selection: Selection) {
        let before = presence
        presence.update(
            isSelected: isSelected, entrance: entrance, selection: selection, reducesMotion: options.reducesMotion)
        guard presence != before else { return }
        let now = MonotonicClock.now
        if isSelected { page.appeared(now: now) } else { leave(at: now) }
        surface?.setInputRegion(isSelected ? nil : [])
        surface?.isConcealed = false
        surface?.invalidate()
    }

    /// The user selected the tab once more.
    func reselect() {
        react(to: page.reselected(context: context, now: MonotonicClock.now))
    }

    func advance(to frame: Frame) -> [Rect] {
        let newContext = PageContext(
            size: frame.size, scale: frame.scale, textScale: options.textScale, reducedMotion: options.reducesMotion)
        if newContext != context {
            context = newContext
            needsDrawing = true
            picture = nil
        }
        let isMoving = presence.isMoving(at: frame.time)
        defer { wasMoving = isMoving }
        let whole = Rect(x: 0, y: 0, width: frame.size.width, height: frame.size.height)
        if isMoving || wasMoving || needsDrawing || presence.opacity(at: frame.time) < 1 { return [whole] }
        return [page.animatedArea(in: context) ?? whole]
    }

    func draw(on buffer: PixelBuffer, frame: Frame, area: [Rect]) {
        let canvas = Canvas(
            pixels: buffer.pixels, width: buffer.width, height: buffer.height, stride: buffer.stride,
            scale: frame.scale)
        let opacity = presence.opacity(at: frame.time)
        let distance = presence.distance(at: frame.time)
        let cover = presence.cover(at: frame.time)
        surface?.setOpaque(cover == 1)
        if opacity == 1, distance == 0 {
            picture = nil
            canvas.clipped(to: area) { page.drawWhole(on: canvas, context: context, now: frame.time) }
        } else {
            let whole = Rect(x: 0, y: 0, width: frame.size.width, height: frame.size.height)
            canvas.fill(whole, page.background(for: context.appearance).opacity(cover), replacing: true)
            let place = Point(x: distance * frame.size.width, y: 0)
            canvas.draw(pictured(buffer, at: frame.time), at: place, opacity: opacity)
        }
        needsDrawing = false
        // The frame is drawn for a time that is still to come; until then the page is not quite gone.
        if opacity == 0, !presence.isSelected { concealTimer?.arm(at: frame.time) }
    }

    func isMoving(at time: UInt64) -> Bool {
        if presence.isMoving(at: time) { return true }
        guard presence.isSelected else { return false }
        switch page.nextFrame(after: time, context: context) {
        case .never: return false
        case .immediately: return true
        case .at(let next):
            wakeTimer?.arm(at: next)
            return false
        }
    }

    func finishMoving() {
        presence.finishMoving()
        if !presence.isSelected { concealTimer?.arm(after: 0) }
    }

    func handle(_ event: InputEvent, from source: InputSource) {
        guard presence.isSelected, activeSource == nil || activeSource == source else { return }
        switch event {
        case .press(let point):
            activeSource = source
            pass(.press(point))
        case .move(let point): pass(.move(point))
        case .release(let point):
            activeSource = nil
            pass(.release(point))
        case .cancel:
            activeSource = nil
            pass(.cancel)
        case .wheel(let steps): pass(.scroll(dy: steps * Self.wheelStep, source: .wheel, isFinal: true))
        case .scroll(_, let dy, let isFinal): pass(.scroll(dy: dy, source: .finger, isFinal: isFinal))
        case .leave, .key: break
        }
    }

    private func pass(_ event: PagePointerEvent) {
        react(to: page.pointer(event, context: context, now: MonotonicClock.now))
    }

    private func react(to reaction: PageReaction) {
        switch reaction {
        case .none: return
        case .redraw: break
        case .request(let request): onRequest(request)
        }
        needsDrawing = true
        surface?.invalidate()
    }

    private func leave(at now: UInt64) {
        if activeSource != nil { pass(.cancel) }
        activeSource = nil
        wakeTimer?.disarm()
        page.disappeared(now: now)
    }

    /// Draws the page once for nobody. The first picture has to load fonts, which takes half a transition's time; a
    /// page that has done so while it was hidden comes in as smoothly as it does ever after.
    private func rehearse(_ size: Size) {
        guard !isRehearsed, !presence.isSelected, let scale = surface?.scale else { return }
        isRehearsed = true
        let width = Int((size.width * scale).rounded())
        let height = Int((size.height * scale).rounded())
        guard width > 0, height > 0 else { return }
        let bitmap = Bitmap(format: .argb32, width: width, height: height)
        page.draw(
            on: Canvas(bitmap: bitmap, scale: scale),
            context: PageContext(size: size, scale: scale, textScale: options.textScale), now: MonotonicClock.now)
    }

    /// What stands on the page now, drawn once for the whole of a transition.
    private func pictured(_ buffer: PixelBuffer, at time: UInt64) -> Bitmap {
        if let picture { return picture }
        let bitmap = Bitmap(format: .argb32, width: buffer.width, height: buffer.height)
        page.draw(on: Canvas(bitmap: bitmap, scale: context.scale), context: context, now: time)
        picture = bitmap
        return bitmap
    }

    /// A page that has faded away gives its memory back and lets clicks through.
    private func concealIfGone() {
        guard !presence.isSelected, presence.opacity(at: MonotonicClock.now) == 0 else { return }
        picture = nil
        needsDrawing = true
        surface?.isConcealed = true
    }
}
