import Canvas
import EventLoop
import Geometry
import Gestures
import Motion
import Posix
import ScreenClient
import SurfaceKit
import ShellModel

/// A page on its own surface. The page is drawn while in front, and a snapshot of it while it fades in or out.
final class PageView: PagePresenter {
    /// The delay before a hidden page is prewarmed, ns: when the shell starts, the page in front comes first.
    private static let prewarmDelay: UInt64 = 60_000_000
    /// The time for which a page that has left stays below the covering one, ns: that one's last frame may be late.
    private static let lingerTime: UInt64 = 100_000_000
    /// The delay after a transition before its memory is returned, ns: another one may follow.
    private static let trimDelay: UInt64 = 500_000_000
    /// The time for which a frame waits for a snapshot of a constantly changing page, ns.
    var drawingTimeout: UInt64 = 50_000_000
    /// The distance on a touchpad that moves by a page, logical px.
    private static let touchpadWidth = 500.0

    var onClosed: () -> Void = {}

    let host: PageHost
    let inWindow: Bool
    var surface: Surface?
    private var pageTransition: PageTransition
    var snapshot: Bitmap? { didSet { drawing = nil } }
    /// The surface's kept picture, with known facts about its rows while it fades.
    private var keptImage: KeptImage?
    /// The drawing of the snapshot, until it is complete.
    private var drawing: SnapshotDrawing?
    /// The time since which the next frame waits for it, CLOCK_MONOTONIC in ns.
    private var drawingSince: UInt64?
    private var wasMoving = false
    /// The picture in the surface's newest buffer.
    private var drawn: Picture?
    private var hasChanged = false
    /// True until the first frame after the page has appeared, or its surface was hidden.
    private var isReturning = false
    /// True once the earlier picture is known to be right or wrong.
    private var isValidated = false
    private var isPrewarmed = false
    /// True if the last press was a finger's.
    private var isTouched = false
    /// True if the page takes the keyboard from the windows that it covers.
    private var coversWindows = false
    /// True if the page comes from the trailing edge, and goes there.
    private var movesFromTrailing = false
    var gestures = GestureArena<PageField, PageGesture>()
    /// The coordinate at which a swipe has begun, logical px.
    private var swipeStart = 0.0
    private let drags: SelectionDragSender?
    /// The pages between which a swipe drags the selection.
    private var pages: [TabID] = []
    private var hideTimer: EventLoop.Timer?
    private var prewarmTimer: EventLoop.Timer?
    private var trimTimer: EventLoop.Timer?
    private var drawTimer: EventLoop.Timer?

    private enum Picture: Equatable {
        /// The page at rest, beside a margin of its background. The compositor fades and moves it.
        case page(background: Color)
        /// The page during a transition.
        case faded(PageOpacity, distance: Double)

        /// The colour of the margin; nil if it was not drawn.
        var background: Color? {
            if case .page(let background) = self { background } else { nil }
        }
    }

    init(_ host: PageHost, inWindow: Bool, loop: EventLoop, drags: SelectionDragSender? = nil) {
        (self.host, self.inWindow, self.drags) = (host, inWindow, drags)
        pageTransition = PageTransition(of: host.tab)
        hideTimer = loop.timer { [weak self] in self?.hideAfterTransition() }
        prewarmTimer = loop.timer { [weak self] in self?.prewarm() }
        trimTimer = loop.timer { releaseFreeMemory() }
        drawTimer = loop.timer { [weak self] in self?.surface?.invalidate() }
        host.presenter = self
    }

    func update(_ state: ShellState, environment: PageEnvironment) {
        let now = MonotonicClock.now
        // A window has come in front of the page, and gets the keyboard.
        if keyboard == .exclusive, environment.isCovered, !environment.isPageFocused { surface?.releaseKeyboard() }
        host.update(environment, insets: environment.insets, fades: !pageTransition.isMoving(at: now))
        surface?.overlap = environment.overlap
        movesFromTrailing = state.tab(tab)?.entrance == .crossFadeFromTrailing
        updateMargin()
        pages = state.tabs.filter { $0.role == .page && !$0.isHidden }.map(\.id)
        guard let selection = state.selection else { return }
        let isSelected = selection.tab == tab
        // For a window the keyboard is returned before the page has faded, for a page afterwards: that may be slower to take it.
        if isSelected { coversWindows = true } else if state.tab(selection.tab)?.window != nil { coversWindows = false }
        applyKeyboard()
        let (previous, dependedOnStacking) = (pageTransition.selected, pageTransition.dependsOnStacking)
        let enters = pageTransition.update(
            selection, drag: state.drag, tabs: state.tabs, stacking: environment.stacking,
            reducesMotion: environment.reducesMotion)
        if pageTransition.dependsOnStacking != dependedOnStacking { snapshot = nil }
        let urgency = pageTransition.selected == previous ? FrameUrgency.paced : .start
        // A page that left may still be there, below the other. It has to enter its layer again.
        if enters { hide() }
        updateLayer()
        guard isSelected != (previous == tab) else {
            if enters { show() }
            if pageTransition.isMoving(at: now) {
                surface?.invalidate(urgency)
                hideAfterLinger(at: now)
            } else if !isSelected, !pageTransition.isMoving(at: selection.acceptedAt) {
                // An earlier page must not remain among the exchanged ones.
                hide()
            }
            return
        }
        if isSelected {
            host.appear(at: now)
        } else {
            endGestures()
            host.disappear(at: now)
        }
        surface?.setInputRegion(isSelected ? nil : [])
        if isSelected || surface?.isHidden == true { show() }
        surface?.invalidate(urgency)
        hideAfterLinger(at: now)
    }

    /// Shows the surface, perhaps with an earlier picture.
    private func show() {
        (isReturning, isValidated) = (true, false)
        surface?.isHidden = false
    }

    /// Extends the buffer by the area beside the page that shows while it moves.
    private func updateMargin() {
        guard let surface else { return }
        let isMovedByCompositor =
            movesFromTrailing && host.environment.stacking != nil && !host.environment.reducesMotion
        surface.isRightToLeft = host.environment.isRightToLeft
        surface.leadingMargin = isMovedByCompositor ? surface.size?.width ?? 0 : 0
    }

    var isPresent: Bool { pageTransition.isSelected }
    var pageOrigin: Point { .zero }
    var namespace: String { "tabshell-page-\(tab)" }
    var layer: LayerPlacement.Layer { host.environment.isAboveWindows ? .top : .bottom }

    /// Updates the layers. A leaving page is not raised above a window: the coming page is the upper one.
    private func updateLayer() {
        guard let surface else { return }
        if pageTransition.isSelected || surface.isHidden || layer == .bottom { surface.setLayer(layer) }
        surface.setHiddenLayer(host.environment.stacking == nil ? nil : .background)
    }

    /// A page over windows takes their keyboard: no text goes to a hidden window. A covered page gets it by a press.
    var keyboard: KeyboardInteractivity {
        if host.environment.isAboveWindows {
            return coversWindows && !host.environment.isBarFocused ? .exclusive : .none
        }
        return .onDemand
    }

    /// A moving page does not wait: the other one moves with it.
    func isReady(at scale: Double) -> Bool {
        let now = MonotonicClock.now
        guard isPrewarmed || pageTransition.isMoving(at: now) || host.isReady(at: now) else { return false }
        return !drawsSnapshot(at: now)
    }

    /// Draws a part of a large snapshot before the first frame that shows it; false if the frame need not wait.
    private func drawsSnapshot(at now: UInt64) -> Bool {
        guard snapshot == nil, let surface, pageTransition.isMoving(at: now), !isComposited(at: now) else {
            return false
        }
        validatePicture(at: now)
        let isWhole = pageTransition.dependsOnStacking
        // That picture is shown instead.
        if isWhole, surface.keptPicture != nil || (drawn?.background != nil && !hasChanged) { return false }
        let since = drawingSince ?? now
        drawingSince = since
        guard now < since + drawingTimeout,
            var next = drawing ?? SnapshotDrawing(host, at: now, withBackground: isWhole)
        else { return false }
        if next.drawBand(of: host) { snapshot = next.bitmap } else { drawing = next }
        drawTimer?.arm(after: 0)
        return true
    }

    /// State that the page forgets when it leaves must not show again.
    private func validatePicture(at time: UInt64) {
        guard isReturning, !isValidated else { return }
        isValidated = true
        if !host.validatePicture(at: time) { pageChanged() }
    }

    func advance(to frame: Frame) -> [Rect] {
        let before = host.context
        host.resize(frame.size, scale: frame.scale, insets: host.environment.insets)
        if host.context != before { pageChanged() }
        validatePicture(at: frame.time)
        drawingSince = nil
        let wasMoving = wasMoving || isReturning
        isReturning = false
        let isMoving = pageTransition.isMoving(at: frame.time)
        self.wasMoving = isMoving
        // Not while it fades: a compositor gives no frames to a surface behind an opaque one, and the other page may be there.
        // Nor where no measurement has shown that surfaces behind an opaque one are skipped, and shown again: Mir forgets them.
        let isFilled = host.context.background.alpha == 1 && host.environment.stacking != nil
        let (isAtRest, isComposited) = (isAtRest(at: frame.time), isComposited(at: frame.time))
        surface?.setOpaque(isFilled && isAtRest, pixels: isFilled && isComposited)
        // The frame is drawn for a future time; until then the page is visible.
        if !pageTransition.isSelected, !isMoving, !pageTransition.dependsOnStacking { hideTimer?.arm(at: frame.time) }
        let picture = picture(at: frame.time)
        // That picture fades from now on, and returns with the page.
        if !hasChanged, pageTransition.dependsOnStacking {
            switch (drawn?.background != nil, picture.background != nil) {
            case (true, false):
                keptImage = nil
                surface?.keepPicture()
            case (false, true):
                guard let surface, surface.keptPicture != nil else { break }
                surface.restorePicture()
                drawn = picture
            default: break
            }
        }
        let (opacity, distance) = pageTransition.picture(at: frame.time)
        surface?.setTransform(
            opacity: isComposited ? opacity.surface : 1, distance: isComposited ? distance * frame.size.width : 0)
        if isAtRest, wasMoving { trimTimer?.arm(after: Self.trimDelay) }
        if picture == drawn, !hasChanged, !isAtRest || isUnchanged(at: frame.time, wasMoving: wasMoving) { return [] }
        let whole = Rect(frame.size)
        let area = isAtRest && picture == drawn ? host.changedArea(at: frame.time) ?? whole : whole
        let areas = area == whole ? [whole] : [area] + host.blurredAreas(near: area, at: frame.time)
        return drawn?.background == picture.background ? areas : areas + [margin(of: whole)]
    }

    func draw(on buffer: PixelBuffer, frame: Frame, area: [Rect]) {
        let canvas = Canvas(buffer, scale: frame.scale)
        isPrewarmed = true
        let whole = Rect(frame.size)
        let margin = margin(of: whole)
        if !isRightToLeft { canvas.translate(x: margin.width, y: 0) }
        if isComposited(at: frame.time) {
            snapshot = nil
            forgetPicture()
            canvas.withClip(to: area) {
                if !margin.isEmpty { canvas.fill(margin, host.context.background, replacing: true) }
                canvas.withClip(to: [whole]) { host.draw(on: canvas, at: frame.time) }
            }
        } else {
            canvas.withClip(to: [whole]) { drawSnapshot(on: canvas, frame: frame) }
        }
        drawn = picture(at: frame.time)
        hasChanged = false
    }

    /// True if the page at rest looks as in the previous frame.
    private func isUnchanged(at time: UInt64, wasMoving: Bool) -> Bool {
        !host.needsDrawing && !host.isAnimating(at: time) && (wasMoving || host.isPictureRight(at: time))
    }

    func pageChanged() {
        snapshot = nil
        forgetPicture()
        hasChanged = true
    }

    private func forgetPicture() {
        keptImage = nil
        surface?.forgetPicture()
    }

    private func picture(at time: UInt64) -> Picture {
        guard !isComposited(at: time) else { return .page(background: host.context.background) }
        let (opacity, distance) = pageTransition.picture(at: time)
        return .faded(opacity, distance: distance)
    }

    /// True if the compositor makes a time's picture from the picture of the page at rest.
    private func isComposited(at time: UInt64) -> Bool {
        if isAtRest(at: time) { return true }
        guard pageTransition.dependsOnStacking, let surface else { return false }
        let (opacity, distance) = pageTransition.picture(at: time)
        return (opacity.surface == 1 || surface.canFade) && (distance == 0 || surface.leadingMargin > 0)
    }

    private var isRightToLeft: Bool { host.environment.isRightToLeft }

    /// The area before the leading edge that the page's background fills.
    private func margin(of page: Rect) -> Rect {
        let width = surface?.leadingMargin ?? 0
        return Rect(x: isRightToLeft ? page.maxX : -width, y: 0, width: width, height: page.height)
    }

    /// True if the page is in front and not animated.
    private func isAtRest(at time: UInt64) -> Bool {
        pageTransition.isSelected && !pageTransition.isMoving(at: time)
    }

    private var keptBitmap: Bitmap? {
        guard let (buffer, columns) = surface?.keptPicture else { return nil }
        if let keptImage, keptImage.buffer === buffer, keptImage.columns == columns { return keptImage.bitmap }
        let bitmap = Bitmap(buffer, columns: columns)
        keptImage = KeptImage(buffer: buffer, columns: columns, bitmap: bitmap)
        return bitmap
    }

    /// Draws the snapshot as during a transition, with the background in the area that it has left.
    private func drawSnapshot(on canvas: Canvas, frame: Frame) {
        let (opacity, distance) = pageTransition.picture(at: frame.time)
        let isWhole = pageTransition.dependsOnStacking
        let kept = isWhole ? keptBitmap : nil
        let snapshot = kept ?? snapshot ?? host.snapshot(at: frame.time, withBackground: isWhole)
        if kept == nil { self.snapshot = snapshot }
        let whole = Rect(frame.size)
        let origin = Point(x: distance * frame.size.width * (isRightToLeft ? -1 : 1), y: 0)
        let background = host.context.background.opacity(opacity.background * opacity.surface)
        guard isWhole else {
            canvas.fill(whole, background, replacing: true)
            return canvas.draw(snapshot, at: origin, opacity: opacity.content)
        }
        if distance != 0 {
            let uncovered = Rect(
                x: isRightToLeft ? whole.maxX + origin.x : 0, y: 0, width: abs(origin.x), height: whole.height)
            canvas.fill(canvas.snapped(uncovered), background, replacing: true)
        }
        canvas.draw(snapshot, at: origin, opacity: opacity.surface, replacing: true)
    }

    func isAnimating(at time: UInt64) -> Bool {
        pageTransition.isAnimating(at: time) || (pageTransition.isSelected && host.isAnimating(at: time))
    }

    func finishAnimations() {
        pageTransition.finishAnimations()
        host.finishAnimations()
        if !pageTransition.isSelected { hideTimer?.arm(after: 0) }
    }

    func handle(_ event: InputEvent, from source: InputSource) {
        if case .press = event { isTouched = if case .touch = source { true } else { false } }
        guard pageTransition.isSelected, !recognize(event, from: source) else { return }
        let isHandled = host.handle(event, from: source)
        if event == .key(.escape), !isHandled, host.environment.isPageFocused { host.onRequest(.leaveFocus) }
    }

    /// Asks for the keyboard while a pressed field is edited: below the windows, many compositors give it only on a click.
    func editing(_ isEditing: Bool) {
        if isEditing, isTouched, !inWindow, !host.environment.isAboveWindows {
            host.onRequest(.focusField)
        } else if !isEditing, host.environment.isFieldFocused {
            host.onRequest(.leaveFocus)
        }
    }

    var field: PageField {
        let isSwiped =
            drags != nil && !inWindow && !host.environment.reducesMotion && pages.count > 1 && pages.contains(tab)
        return PageField(swipeWidth: isSwiped ? surface?.size?.width : nil)
    }

    func perform(_ gesture: PageGesture) {
        switch gesture {
        case .page(let event, let source): host.handle(event, from: source)
        case .swipe(.began(let point), _): swipeStart = point.x
        // A page goes with a finger, and against the direction of a scroll.
        case .swipe(.moved(_, let point), let scrolls):
            move(by: (swipeStart - point.x) / (scrolls ? -Self.touchpadWidth : surface?.size?.width ?? 1))
        case .swipe(.ended, _): drags?.end()
        case .swipe(.cancelled, _): drags?.cancel()
        case .sheet, .close, .outside: break
        }
    }

    /// Drags the selection towards the page before or after this one.
    private func move(by distance: Double) {
        guard let surface, let index = pages.firstIndex(of: tab) else { return }
        let position = (Double(index) + (isRightToLeft ? -distance : distance)).resisted(
            beyond: 0...Double(pages.count - 1))
        drags?.move(to: position, among: pages, refreshInterval: surface.refreshInterval)
    }

    func resized() {
        updateMargin()
        guard !isPrewarmed, !pageTransition.isSelected else { return }
        prewarmTimer?.arm(after: Self.prewarmDelay)
    }

    private func prewarm() {
        guard !isPrewarmed, !pageTransition.isSelected, let surface, let size = surface.size else { return }
        isPrewarmed = true
        host.resize(size, scale: surface.scale, insets: host.environment.insets)
        host.prewarm(at: MonotonicClock.now)
    }

    /// Hides the surface of a page that has faded out.
    private func hideAfterTransition() {
        guard !pageTransition.isSelected, !pageTransition.isMoving(at: MonotonicClock.now) else { return }
        hide()
        updateLayer()
    }

    /// Schedules the hiding of a leaving page. The covering one may leave it without frames.
    private func hideAfterLinger(at now: UInt64) {
        guard !pageTransition.isSelected, pageTransition.dependsOnStacking, surface?.isHidden == false else { return }
        hideTimer?.arm(at: max(pageTransition.end ?? now, now) + Self.lingerTime)
    }

    private func hide() {
        guard let surface, !surface.isHidden else { return }
        // The buffer is useful only if the page promises to report each change of its picture.
        if surface.keptPicture != nil { drawn = .page(background: host.context.background) }
        surface.keepsBuffer = drawn?.background != nil && !hasChanged && host.isPictureCacheable
        snapshot = nil
        if !surface.keepsBuffer {
            host.discardSnapshot()
            drawn = nil
        }
        surface.isHidden = true
        // Otherwise free memory between blocks in use would stay with the process.
        trimTimer?.disarm()
        releaseFreeMemory()
    }
}

/// An image of a buffer that the surface keeps.
private struct KeptImage {
    weak var buffer: PixelBuffer?
    let columns: Range<Int>
    let bitmap: Bitmap
}
