// SPDX-License-Identifier: MIT
import Canvas
import EventLoop
import Geometry
import SurfaceKit
import ShellModel

/// A page on a surface of its own: the page itself is drawn while it is in front, a snapshot of it while it fades in or
/// out.
final class PageView: PagePresenter {
    /// The delay before a hidden page is prewarmed, ns: when the shell starts, the page in front comes first.
    private static let prewarmDelay: UInt64 = 60_000_000

    var onClosed: () -> Void = {}

    let host: PageHost
    let tab: TabID
    let inWindow: Bool
    var surface: Surface?
    private var pageTransition = PageTransition()
    var snapshot: Bitmap?
    private var wasMoving = false
    private var isPrewarmed = false
    /// True if the page takes the keyboard from the windows that it covers.
    private var coversWindows = false
    private var hideTimer: EventLoop.Timer?
    private var prewarmTimer: EventLoop.Timer?

    init(_ host: PageHost, tab: TabID, inWindow: Bool, loop: EventLoop) {
        self.host = host
        self.tab = tab
        self.inWindow = inWindow
        hideTimer = loop.timer { [unowned self] in hideAfterTransition() }
        prewarmTimer = loop.timer { [unowned self] in prewarm() }
        observeHost()
    }

    func update(_ state: ShellState, environment: PageEnvironment) {
        let now = MonotonicClock.now
        // A window has come in front of the page, and is to have the keyboard.
        if keyboard == .exclusive, environment.isCovered { surface?.releaseKeyboard() }
        host.update(environment, insets: environment.insets, fades: !pageTransition.isMoving(at: now))
        surface?.setLayer(layer)
        surface?.overlap = environment.overlap
        guard let selection = state.selection else { return }
        let isSelected = selection.tab == tab
        // For a window the keyboard is given back before the page has faded out, and for another page afterwards: that
        // one may be slower to take it.
        if isSelected { coversWindows = true } else if state.tab(selection.tab)?.window != nil { coversWindows = false }
        applyKeyboard()
        let before = pageTransition
        pageTransition.update(
            isSelected: isSelected, entrance: state.tab(tab)?.entrance ?? .crossFade, selection: selection,
            reducesMotion: environment.reducesMotion)
        guard pageTransition != before else { return }
        if isSelected { host.appear(at: now) } else { host.disappear(at: now) }
        surface?.setInputRegion(isSelected ? nil : [])
        surface?.isHidden = false
        surface?.invalidate()
    }

    var isPresent: Bool { pageTransition.isSelected }
    var pageOrigin: Point { .zero }
    var namespace: String { "tabshell-page-\(tab)" }
    var layer: LayerPlacement.Layer { host.environment.isAboveWindows ? .top : .bottom }

    /// A page that covers windows takes the keyboard from them: no text goes to a hidden window. One that is covered may be
    /// visible beside a window, and gets the keyboard when the user presses it.
    var keyboard: KeyboardInteractivity {
        if host.environment.isAboveWindows { return coversWindows ? .exclusive : .none }
        return host.acceptsKeys ? .onDemand : .none
    }

    func advance(to frame: Frame) -> [Rect] {
        let before = host.context
        host.resize(frame.size, scale: frame.scale, insets: host.environment.insets)
        if host.context != before { snapshot = nil }
        let isMoving = pageTransition.isMoving(at: frame.time)
        defer { wasMoving = isMoving }
        let whole = Rect(x: 0, y: 0, width: frame.size.width, height: frame.size.height)
        if isMoving || wasMoving || pageTransition.opacity(at: frame.time) < 1 { return [whole] }
        return [host.changedArea(at: frame.time) ?? whole]
    }

    func draw(on buffer: PixelBuffer, frame: Frame, area: [Rect]) {
        let canvas = Canvas(buffer, scale: frame.scale)
        isPrewarmed = true
        let opacity = pageTransition.opacity(at: frame.time)
        let distance = pageTransition.distance(at: frame.time)
        let cover = pageTransition.coverage(at: frame.time)
        let isAtRest = opacity == 1 && distance == 0
        // Not while it fades, although its background covers all for half of the time: a compositor gives no frames to a
        // surface behind an opaque one, and the entering page may be there.
        surface?.setOpaque(isAtRest && pageTransition.isSelected && host.context.background.alpha == 1)
        if isAtRest {
            snapshot = nil
            canvas.withClip(to: area) { host.draw(on: canvas, at: frame.time) }
        } else {
            let whole = Rect(x: 0, y: 0, width: frame.size.width, height: frame.size.height)
            canvas.fill(whole, host.context.background.opacity(cover), replacing: true)
            let origin = Point(x: distance * frame.size.width, y: 0)
            let snapshot = snapshot ?? host.snapshot(at: frame.time, withBackground: false)
            self.snapshot = snapshot
            canvas.draw(snapshot, at: origin, opacity: opacity)
        }
        // The frame is drawn for a time that is still to come; until then the page is visible.
        if opacity == 0, !pageTransition.isSelected { hideTimer?.arm(at: frame.time) }
    }

    func isAnimating(at time: UInt64) -> Bool {
        pageTransition.isMoving(at: time) || (pageTransition.isSelected && host.isAnimating(at: time))
    }

    func finishAnimations() {
        pageTransition.finishAnimations()
        host.finishAnimations()
        if !pageTransition.isSelected { hideTimer?.arm(after: 0) }
    }

    func handle(_ event: InputEvent, from source: InputSource) {
        guard pageTransition.isSelected else { return }
        host.handle(event, from: source)
    }

    func resized(_ size: Size) {
        guard !isPrewarmed, !pageTransition.isSelected else { return }
        prewarmTimer?.arm(after: Self.prewarmDelay)
    }

    /// Draws the page once while it is hidden. The first drawing loads fonts, which takes half the time of a transition; a
    /// page that has done so before appears smoothly at once.
    private func prewarm() {
        guard !isPrewarmed, !pageTransition.isSelected, let surface, let size = surface.size else { return }
        isPrewarmed = true
        host.resize(size, scale: surface.scale, insets: host.environment.insets)
        _ = host.snapshot(at: MonotonicClock.now, withBackground: false)
    }

    /// Hides the surface of a page that has faded out, and frees the memory of its images.
    private func hideAfterTransition() {
        guard !pageTransition.isSelected, pageTransition.opacity(at: MonotonicClock.now) == 0 else { return }
        discardSnapshots()
        surface?.isHidden = true
    }
}
