import Canvas
import EventLoop
import Geometry
import Gestures
import SurfaceKit
import ShellModel

/// A page as a card that slides over the dimmed pages. It is drawn while open, a snapshot while it slides; closed it is hidden.
final class SheetView: PagePresenter {
    var onClosed: () -> Void = {}

    let host: PageHost
    let inWindow: Bool
    var surface: Surface?
    private var motion = SheetMotion()
    private var layout = SheetLayout(size: .zero, style: SheetStyle(), insets: .zero, edgeInset: 0)
    var snapshot: Bitmap?
    private var wasMoving = false
    /// True while a press of the close button has not left it.
    private var isClosePressed = false
    var gestures = GestureArena<PageField, PageGesture>()
    private var hideTimer: EventLoop.Timer?

    init(_ host: PageHost, inWindow: Bool, loop: EventLoop) {
        (self.host, self.inWindow) = (host, inWindow)
        hideTimer = loop.timer { [weak self] in self?.hideAfterTransition() }
        host.presenter = self
    }

    func update(_ state: ShellState, environment: PageEnvironment) {
        let now = MonotonicClock.now
        host.update(environment, insets: layout.insets, fades: motion.isOpen && !motion.isMoving(at: now))
        surface?.setInputRegion(inputRegion)
        surface?.setLayer(layer)
        surface?.overlap = environment.overlap
        applyKeyboard()
        let isOpen = state.sheet.tab == tab
        guard isOpen != motion.isOpen else { return }
        motion.setOpen(
            isOpen, from: state.sheet.acceptedAt, along: environment.sheetMotion,
            reducesMotion: environment.reducesMotion)
        endGestures()
        if isOpen { host.appear(at: now) } else { host.disappear(at: now) }
        surface?.setInputRegion(inputRegion)
        applyKeyboard()
        surface?.isHidden = false
        surface?.invalidate(.start)
    }

    func advance(to frame: Frame) -> [Rect] {
        let before = (layout, host.context)
        let isRightToLeft = host.environment.isRightToLeft
        layout = SheetLayout(
            size: frame.size, style: host.environment.sheet,
            insets: isRightToLeft ? host.environment.insets.mirrored : host.environment.insets,
            edgeInset: host.environment.sheetInset, at: host.environment.overlap.edge)
        host.resize(layout.card.size, scale: frame.scale, insets: layout.insets)
        if before != (layout, host.context) { snapshot = nil }
        if before.0 != layout {
            surface?.setInputRegion(inputRegion)
            applyKeyboard()
        }
        let isMoving = motion.isMoving(at: frame.time) || motion.isDragging
        defer { wasMoving = isMoving }
        let whole = Rect(frame.size)
        if isMoving || wasMoving || before.0 != layout || motion.value(at: frame.time) != 1 { return [whole] }
        return [host.changedArea(at: frame.time)?.offset(x: layout.card.x, y: layout.card.y) ?? whole]
    }

    func draw(on buffer: PixelBuffer, frame: Frame, area: [Rect]) {
        let canvas = Canvas(buffer, scale: frame.scale)
        let progress = motion.value(at: frame.time)
        canvas.withClip(to: area) { draw(on: canvas, progress: progress, at: frame.time) }
        if progress <= 0, !motion.isOpen { hideTimer?.arm(at: frame.time) }
    }

    func isAnimating(at time: UInt64) -> Bool {
        motion.isMoving(at: time) || (motion.isOpen && host.isAnimating(at: time))
    }

    func finishAnimations() {
        motion.finishAnimations()
        host.finishAnimations()
        if !motion.isOpen { hideTimer?.arm(after: 0) }
    }

    func handle(_ event: InputEvent, from source: InputSource) {
        guard motion.isOpen, !recognize(event, from: source) else { return }
        let isHandled = host.handle(event, from: source, origin: origin)
        if event == .key(.escape), !isHandled { host.onRequest(.sheet(tab: nil)) }
    }

    var field: PageField { PageField(card: card, closeTarget: closeTarget(in: card)) }

    func perform(_ gesture: PageGesture) {
        switch gesture {
        case .page(let event, let source): host.handle(event, from: source, origin: origin)
        case .outside(.began): host.onRequest(.sheet(tab: nil))
        case .sheet(let phase): drag(phase)
        case .close(.began): isClosePressed = true
        case .close(.moved(_, let point)): isClosePressed = closeTarget(in: card).contains(point)
        case .close(let phase):
            if isClosePressed, phase == .ended { host.onRequest(.sheet(tab: nil)) }
            isClosePressed = false
        case .outside, .swipe: break
        }
    }

    private func drag(_ phase: DragPhase) {
        let now = MonotonicClock.now
        switch phase {
        case .began(let point): motion.beginDrag(at: point.y, now: now)
        case .moved(_, let point): motion.drag(to: point.y, height: layout.card.height, now: now)
        case .ended, .cancelled:
            let (along, reducesMotion) = (host.environment.sheetMotion, host.environment.reducesMotion)
            let isDismissed = motion.endDrag(now: now, along: along, reducesMotion: reducesMotion)
            if isDismissed, phase == .ended { host.onRequest(.sheet(tab: nil)) }
        }
        surface?.invalidate()
    }

    /// The card's frame at this moment, and the page's origin on the surface.
    private var card: Rect { layout.frame(progress: motion.value(at: MonotonicClock.now)) }
    private var origin: Point { card.origin }

    private func closeTarget(in card: Rect) -> Rect {
        SheetLayout.closeTarget(in: card, isRightToLeft: host.environment.isRightToLeft)
    }

    /// The whole surface: the bar has slid out, or is in front.
    private var inputRegion: [Rect]? { motion.isOpen ? nil : [] }

    var isPresent: Bool { motion.isOpen }
    var pageOrigin: Point { layout.card.origin }
    var namespace: String { "tabshell-sheet-\(tab)" }
    var layer: LayerPlacement.Layer { host.environment.isAboveWindows ? .overlay : .top }
    /// Exclusive while the sheet is open, unless the bar has the focus: Escape closes it without an earlier press.
    var keyboard: KeyboardInteractivity { motion.isOpen && !host.environment.isBarFocused ? .exclusive : .none }

    private func draw(on canvas: Canvas, progress: Double, at time: UInt64) {
        let dim = Color(host.context.palette[.dim]).opacity(progress.clamped)
        canvas.clear(canvas.clipBounds)
        canvas.fill(canvas.clipBounds, dim)
        let card = layout.frame(progress: progress)
        if progress == 1, !motion.isDragging {
            snapshot = nil
            canvas.withClip(to: [card]) {
                canvas.translate(x: card.x, y: card.y)
                host.draw(on: canvas, at: time)
            }
        } else {
            // When it overshoots, the card must still reach the lower edge.
            canvas.fill(
                Rect(x: card.x, y: card.y, width: card.width, height: max(layout.card.maxY - card.y, 0)),
                host.context.background, replacing: true)
            let snapshot = snapshot ?? host.snapshot(at: time, withBackground: true)
            self.snapshot = snapshot
            canvas.draw(snapshot, at: card.origin, replacing: true)
        }
        roundCorners(of: card, on: canvas, outside: dim)
        drawGrabber(in: card, on: canvas)
        drawCloseButton(in: card, on: canvas)
    }

    private func roundCorners(of card: Rect, on canvas: Canvas, outside: Color) {
        let radius = layout.cornerRadius
        guard radius > 0 else { return }
        var path = Path()
        // From each corner to the start of its arc.
        for (x, center, quarter) in [(card.x, card.x + radius, 2.0), (card.maxX, card.maxX - radius, 3)] {
            path.move(to: Point(x: x, y: card.y))
            path.line(to: quarter == 2 ? Point(x: x, y: card.y + radius) : Point(x: center, y: card.y))
            path.arc(
                center: Point(x: center, y: card.y + radius), radius: radius, from: quarter * .pi / 2,
                to: (quarter + 1) * .pi / 2)
            path.close()
        }
        canvas.fill(path, with: .color(outside), replacing: true)
    }

    private func drawGrabber(in card: Rect, on canvas: Canvas) {
        let bar = Rect(center: Point(x: card.center.x, y: card.y + 10), width: 36, height: 5)
        let ink = host.context.appearance == .dark ? Color.white : .black
        canvas.fillRoundedRect(bar, radius: 2.5, ink.opacity(0.18))
    }

    private func drawCloseButton(in card: Rect, on canvas: Canvas) {
        let isDark = host.context.appearance == .dark
        let diameter = SheetLayout.closeDiameter
        let disc = Rect(center: closeTarget(in: card).center, width: diameter, height: diameter)
        canvas.fillEllipse(in: disc, Color(rgb: 0x787880, alpha: isDark ? 0.24 : 0.12))
        let ink = (isDark ? Color.white : .black).opacity(0.6)
        let cross = disc.inset(by: 10)
        for (left, right) in [(cross.y, cross.maxY), (cross.maxY, cross.y)] {
            let line = Path(through: Point(x: cross.x, y: left), Point(x: cross.maxX, y: right))
            canvas.stroke(line, with: .color(ink), width: 2)
        }
    }

    /// Hides the surface of a sheet that has slid out, and frees the memory of its images.
    private func hideAfterTransition() {
        guard !motion.isOpen, motion.value(at: MonotonicClock.now) <= 0 else { return }
        discardSnapshots()
        surface?.isHidden = true
    }
}
