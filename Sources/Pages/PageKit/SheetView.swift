// SPDX-License-Identifier: MIT
import Canvas
import EventLoop
import Geometry
import SurfaceKit
import ShellModel

/// A page as a sheet: a card that slides up over the dimmed pages, and can be pulled down again.
///
/// While it is away its surface is concealed. While it slides it is a picture; the page itself is drawn where it stands.
final class SheetView: PagePresenter {
    /// Where a pointer or a finger was put down on the card's upper part.
    private struct DragState {
        var source: InputSource
        var y: Double
    }

    /// How far it goes before it pulls the sheet, logical px.
    private static let slack = 8.0

    var onClosed: () -> Void = {}

    let host: PageHost
    let tab: TabID
    let inWindow: Bool
    var surface: Surface?
    private var motion = SheetMotion()
    private var layout = SheetLayout(size: .zero, style: SheetStyle(), insets: .zero, barCover: 0)
    /// The card's picture while it moves.
    var picture: Bitmap?
    private var wasMoving = false
    private var hold: DragState?
    private var concealTimer: EventLoop.Timer?

    init(_ host: PageHost, tab: TabID, inWindow: Bool, loop: EventLoop) {
        self.host = host
        self.tab = tab
        self.inWindow = inWindow
        concealTimer = loop.timer { [unowned self] in concealIfGone() }
        host.onChange = { [unowned self] in changed() }
        host.onTextFocus = { [unowned self] _ in applyKeyboard() }
    }

    func update(_ state: ShellState, surroundings: PageEnvironment) {
        let now = MonotonicClock.now
        host.update(surroundings, insets: cardInsets, fades: motion.isOpen && !motion.isMoving(at: now))
        surface?.setLayer(layer)
        let isOpen = state.sheet.tab == tab
        guard isOpen != motion.isOpen else { return }
        motion.setOpen(
            isOpen, from: state.sheet.acceptedAt, along: surroundings.sheetMotion,
            reducesMotion: surroundings.reducesMotion)
        hold = nil
        if isOpen { host.appear(at: now) } else { host.disappear(at: now) }
        surface?.setInputRegion(inputRegion)
        applyKeyboard()
        surface?.isHidden = false
        surface?.invalidate()
    }

    /// The card is laid out with the next frame.
    func resized(_ size: Size) {}

    func advance(to frame: Frame) -> [Rect] {
        let before = (layout, host.context)
        layout = SheetLayout(
            size: frame.size, style: host.surroundings.sheet, insets: host.surroundings.insets,
            barCover: host.surroundings.barCover)
        host.resize(layout.card.size, scale: frame.scale, insets: cardInsets)
        if before != (layout, host.context) { picture = nil }
        if before.0 != layout {
            surface?.setInputRegion(inputRegion)
            applyKeyboard()
        }
        let isMoving = motion.isMoving(at: frame.time) || motion.isHeld
        defer { wasMoving = isMoving }
        let whole = Rect(x: 0, y: 0, width: frame.size.width, height: frame.size.height)
        if isMoving || wasMoving || before.0 != layout || motion.value(at: frame.time) != 1 { return [whole] }
        return [host.changedArea(at: frame.time)?.offset(x: layout.card.x, y: layout.card.y) ?? whole]
    }

    func draw(on buffer: PixelBuffer, frame: Frame, area: [Rect]) {
        let canvas = Canvas(
            pixels: buffer.pixels, width: buffer.width, height: buffer.height, stride: buffer.stride,
            scale: frame.scale)
        let share = motion.value(at: frame.time)
        canvas.withClip(to: area) { draw(on: canvas, share: share, at: frame.time) }
        if share <= 0, !motion.isOpen { concealTimer?.arm(at: frame.time) }
    }

    func isAnimating(at time: UInt64) -> Bool {
        motion.isMoving(at: time) || (motion.isOpen && host.isMoving(at: time))
    }

    func finishAnimations() {
        motion.finishMoving()
        host.finishMoving()
        if !motion.isOpen { concealTimer?.arm(after: 0) }
    }

    func handle(_ event: InputEvent, from source: InputSource) {
        guard motion.isOpen, hold == nil || hold?.source == source else { return }
        let now = MonotonicClock.now
        let card = layout.card(at: motion.value(at: now))
        switch event {
        case .press(let point) where !card.contains(point):
            return host.onRequest(.sheet(tab: nil))
        case .press(let point) where point.y < card.y + SheetLayout.grip:
            hold = DragState(source: source, y: point.y)
        case .move(let point) where motion.isHeld:
            motion.drag(to: point.y, height: layout.card.height, now: now)
            surface?.invalidate()
            return
        case .move(let point):
            guard let hold, abs(point.y - hold.y) > Self.slack else { break }
            host.handle(.cancel, from: source)
            motion.take(at: hold.y, now: now)
            motion.drag(to: point.y, height: layout.card.height, now: now)
            surface?.invalidate()
            return
        case .release, .cancel:
            hold = nil
            if letGo(at: now, isCancelled: event == .cancel) { return }
        case .key(.escape):
            if !host.handle(event, from: source) { host.onRequest(.sheet(tab: nil)) }
            return
        default: break
        }
        host.handle(event, from: source, origin: Point(x: card.x, y: card.y))
    }

    /// Ends a drag.
    ///
    /// - Returns: whether there was one.
    private func letGo(at now: UInt64, isCancelled: Bool) -> Bool {
        guard motion.isHeld else { return false }
        let (along, reducesMotion) = (host.surroundings.sheetMotion, host.surroundings.reducesMotion)
        let isDismissed = motion.letGo(now: now, along: along, reducesMotion: reducesMotion)
        if isDismissed, !isCancelled { host.onRequest(.sheet(tab: nil)) }
        surface?.invalidate()
        return true
    }

    /// What the card's content keeps free: the bar and the screen's shape are kept clear of by the card itself.
    private var cardInsets: PageInsets { PageInsets(top: SheetLayout.grabberRoom) }

    /// What the bar does not cover, so that it stays within reach wherever the compositor stacks it.
    private var inputRegion: [Rect]? { motion.isOpen ? [layout.area] : [] }

    /// While it is open it is what the user deals with: Escape is to reach it without a press before.
    var isPresent: Bool { motion.isOpen }
    /// Where the card stands when it does not move.
    var pageOrigin: Point { Point(x: layout.card.x, y: layout.card.y) }
    var namespace: String { "tabshell-sheet-\(tab)" }
    var layer: LayerPlacement.Layer { host.surroundings.isAboveWindows ? .overlay : .top }
    var keyboard: KeyboardInteractivity { motion.isOpen ? .exclusive : .none }

    private func draw(on canvas: Canvas, share: Double, at time: UInt64) {
        let palette = host.context.palette
        let dim = Color(palette[.dim]).opacity(min(max(share, 0), 1))
        canvas.clear(canvas.clipBounds)
        // The bar's part too: whichever of the two the compositor puts above, nothing there looks as if it were bright.
        canvas.fill(canvas.clipBounds, dim)
        let card = layout.card(at: share)
        canvas.withClip(to: [layout.area]) {
            if share == 1, !motion.isHeld {
                picture = nil
                canvas.withClip(to: [card]) {
                    canvas.translate(x: card.x, y: card.y)
                    host.draw(on: canvas, at: time)
                }
            } else {
                // Beyond its place there must still be card at the lower edge.
                canvas.fill(
                    Rect(x: card.x, y: card.y, width: card.width, height: max(layout.area.maxY - card.y, 0)),
                    host.context.background, replacing: true)
                let picture = picture ?? host.picture(at: time, withBackground: true)
                self.picture = picture
                canvas.draw(picture, at: Point(x: card.x, y: card.y), replacing: true)
            }
            roundCorners(of: card, on: canvas, outside: dim)
            drawGrabber(in: card, on: canvas)
        }
    }

    /// Puts what is outside of the card back into its upper corners.
    private func roundCorners(of card: Rect, on canvas: Canvas, outside: Color) {
        let radius = layout.cornerRadius
        guard radius > 0 else { return }
        let (left, right, top) = (card.x, card.maxX, card.y)
        var path = Path()
        path.move(to: Point(x: left, y: top))
        path.line(to: Point(x: left, y: top + radius))
        path.arc(center: Point(x: left + radius, y: top + radius), radius: radius, from: .pi, to: 1.5 * .pi)
        path.close()
        path.move(to: Point(x: right, y: top))
        path.line(to: Point(x: right - radius, y: top))
        path.arc(center: Point(x: right - radius, y: top + radius), radius: radius, from: 1.5 * .pi, to: 2 * .pi)
        path.close()
        canvas.fill(path, with: .color(outside), replacing: true)
    }

    private func drawGrabber(in card: Rect, on canvas: Canvas) {
        let bar = Rect(center: Point(x: card.center.x, y: card.y + 10), width: 36, height: 5)
        let ink = host.context.appearance == .dark ? Color.white : .black
        canvas.fillRoundedRect(bar, radius: 2.5, ink.opacity(0.18))
    }

    private func changed() {
        picture = nil
        guard motion.isOpen else { return }
        surface?.invalidate()
    }

    /// A sheet that has slid away gives its memory back and lets clicks through.
    private func concealIfGone() {
        guard !motion.isOpen, motion.value(at: MonotonicClock.now) <= 0 else { return }
        forgetPictures()
        surface?.isHidden = true
    }
}
