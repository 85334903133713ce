// SPDX-License-Identifier: MIT
import Canvas
import EventLoop
import Geometry
import SurfaceKit
import ShellModel

/// A page on its surface: it draws the page as it is while it stands, and as a fading picture while it comes or goes.
final class PageView: PagePresenter {
    /// How long a hidden page waits before it is drawn for the first time, ns: when the shell starts, the page in front
    /// comes first. But the user may select this one soon.
    private static let rehearsalDelay: UInt64 = 60_000_000

    var onClosed: () -> Void = {}

    let host: PageHost
    let tab: TabID
    let inWindow: Bool
    var surface: Surface?
    private var presence = PageTransition()
    /// The page's picture while it comes or goes.
    var picture: Bitmap?
    private var wasMoving = false
    private var isRehearsed = false
    private var concealTimer: EventLoop.Timer?
    private var rehearsalTimer: EventLoop.Timer?

    init(_ host: PageHost, tab: TabID, inWindow: Bool, loop: EventLoop) {
        self.host = host
        self.tab = tab
        self.inWindow = inWindow
        concealTimer = loop.timer { [unowned self] in concealIfGone() }
        rehearsalTimer = loop.timer { [unowned self] in rehearse() }
        host.onChange = { [unowned self] in changed() }
        host.onTextFocus = { [unowned self] _ in applyKeyboard() }
    }

    func update(_ state: ShellState, surroundings: PageEnvironment) {
        let now = MonotonicClock.now
        host.update(surroundings, insets: surroundings.insets, fades: !presence.isMoving(at: now))
        surface?.setLayer(layer)
        applyKeyboard()
        guard let selection = state.selection else { return }
        let isSelected = selection.tab == tab
        let before = presence
        presence.update(
            isSelected: isSelected, entrance: state.tab(tab)?.entrance ?? .crossFade, selection: selection,
            reducesMotion: surroundings.reducesMotion)
        guard presence != before else { return }
        if isSelected { host.appear(at: now) } else { host.disappear(at: now) }
        surface?.setInputRegion(isSelected ? nil : [])
        surface?.isHidden = false
        surface?.invalidate()
    }

    var isPresent: Bool { presence.isSelected }
    var pageOrigin: Point { .zero }
    var namespace: String { "tabshell-page-\(tab)" }
    var layer: LayerPlacement.Layer { host.surroundings.isAboveWindows ? .top : .bottom }

    /// A page that hides windows takes the keys from them while it is to be seen: nobody types into what is hidden.
    var keyboard: KeyboardInteractivity {
        if host.surroundings.isAboveWindows { return .exclusive }
        return host.takesKeys ? .onDemand : .none
    }

    func advance(to frame: Frame) -> [Rect] {
        let before = host.context
        host.resize(frame.size, scale: frame.scale, insets: host.surroundings.insets)
        if host.context != before { picture = nil }
        let isMoving = presence.isMoving(at: frame.time)
        defer { wasMoving = isMoving }
        let whole = Rect(x: 0, y: 0, width: frame.size.width, height: frame.size.height)
        if isMoving || wasMoving || presence.opacity(at: frame.time) < 1 { return [whole] }
        return [host.changedArea(at: frame.time) ?? whole]
    }

    func draw(on buffer: PixelBuffer, frame: Frame, area: [Rect]) {
        let canvas = Canvas(
            pixels: buffer.pixels, width: buffer.width, height: buffer.height, stride: buffer.stride,
            scale: frame.scale)
        isRehearsed = true
        let opacity = presence.opacity(at: frame.time)
        let distance = presence.distance(at: frame.time)
        let cover = presence.cover(at: frame.time)
        surface?.setOpaque(cover == 1 && host.context.background.alpha == 1)
        if opacity == 1, distance == 0 {
            picture = nil
            canvas.withClip(to: area) { host.draw(on: canvas, at: frame.time) }
        } else {
            let whole = Rect(x: 0, y: 0, width: frame.size.width, height: frame.size.height)
            canvas.fill(whole, host.context.background.opacity(cover), replacing: true)
            let place = Point(x: distance * frame.size.width, y: 0)
            let picture = picture ?? host.picture(at: frame.time, withBackground: false)
            self.picture = picture
            canvas.draw(picture, at: place, opacity: opacity)
        }
        // The frame is drawn for a time that is still to come; until then the page is not quite gone.
        if opacity == 0, !presence.isSelected { concealTimer?.arm(at: frame.time) }
    }

    func isAnimating(at time: UInt64) -> Bool {
        presence.isMoving(at: time) || (presence.isSelected && host.isMoving(at: time))
    }

    func finishAnimations() {
        presence.finishMoving()
        host.finishMoving()
        if !presence.isSelected { concealTimer?.arm(after: 0) }
    }

    func handle(_ event: InputEvent, from source: InputSource) {
        guard presence.isSelected else { return }
        host.handle(event, from: source)
    }

    private func changed() {
        picture = nil
        guard presence.isSelected else { return }
        surface?.invalidate()
    }

    func resized(_ size: Size) {
        guard !isRehearsed, !presence.isSelected else { return }
        rehearsalTimer?.arm(after: Self.rehearsalDelay)
    }

    /// Draws the page once for nobody. The first picture has to load fonts, which takes half a transition's time; a
    /// page that has done so while it was hidden comes in as smoothly as it does ever after.
    private func rehearse() {
        guard !isRehearsed, !presence.isSelected, let surface, let size = surface.size else { return }
        isRehearsed = true
        host.resize(size, scale: surface.scale, insets: host.surroundings.insets)
        _ = host.picture(at: MonotonicClock.now, withBackground: false)
    }

    /// A page that has faded away gives its memory back and lets clicks through.
    private func concealIfGone() {
        guard !presence.isSelected, presence.opacity(at: MonotonicClock.now) == 0 else { return }
        forgetPictures()
        surface?.isHidden = true
    }
}
