// SPDX-License-Identifier: MIT
import Canvas
import EventLoop
import Geometry
import Gestures
import Motion
import Posix
import ScreenClient
import SurfaceKit
import ShellModel

/// A page on a surface of its own: the page itself is drawn while it is in front, a snapshot of it while it fades in or
/// out.
final class PageView: PagePresenter {
    /// The delay before a hidden page is prewarmed, ns: when the shell starts, the page in front comes first.
    private static let prewarmDelay: UInt64 = 60_000_000
    /// The time for which a page that has left stays below the one that covers it, ns: the last frame of that one may be
    /// late.
    private static let lingerTime: UInt64 = 100_000_000
    /// The delay after a transition before the memory that it has freed is returned, ns: another one may follow.
    private static let trimDelay: UInt64 = 500_000_000
    /// The time for which a frame waits for a snapshot of a page that changes again and again, ns.
    private static let drawingTimeout: UInt64 = 50_000_000
    /// The distance on a touchpad that moves by a page, logical px.
    private static let touchpadWidth = 500.0

    var onClosed: () -> Void = {}

    let host: PageHost
    let tab: TabID
    let inWindow: Bool
    var surface: Surface?
    private var pageTransition: PageTransition
    var snapshot: Bitmap? { didSet { drawing = nil } }
    /// The kept picture while it fades.
    private var keptImage: KeptImage?
    /// The drawing of the snapshot, until it is complete.
    private var drawing: SnapshotDrawing?
    /// The time since which the next frame waits for it, CLOCK_MONOTONIC in ns.
    private var drawingSince: UInt64?
    private var wasMoving = false
    /// The picture in the surface's newest buffer.
    private var drawn: Picture?
    /// True if the page has changed since.
    private var hasChanged = false
    /// True until the first frame after the page has appeared, or its surface was hidden.
    private var isReturning = false
    /// True once it is known whether the picture of an earlier time is right.
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

    /// A picture of the page in a buffer.
    private enum Picture: Equatable {
        /// The page at rest, beside a margin of its background. The compositor fades and moves it.
        case page(background: Color)
        /// The page as it is seen during a transition.
        case faded(PageOpacity, distance: Double)

        /// The colour of the margin; nil if it was not drawn.
        var background: Color? {
            if case .page(let background) = self { background } else { nil }
        }
    }

    init(_ host: PageHost, tab: TabID, inWindow: Bool, loop: EventLoop, drags: SelectionDragSender? = nil) {
        self.host = host
        self.drags = drags
        self.tab = tab
        self.inWindow = inWindow
        pageTransition = PageTransition(of: tab)
        hideTimer = loop.timer { [weak self] in self?.hideAfterTransition() }
        prewarmTimer = loop.timer { [weak self] in self?.prewarm() }
        trimTimer = loop.timer { releaseFreeMemory() }
        drawTimer = loop.timer { [weak self] in self?.surface?.invalidate() }
        observeHost()
    }

    func update(_ state: ShellState, environment: PageEnvironment) {
        let now = MonotonicClock.now
        // A window has come in front of the page, and is to have the keyboard.
        if keyboard == .exclusive, environment.isCovered, !environment.isPageFocused { surface?.releaseKeyboard() }
        host.update(environment, insets: environment.insets, fades: !pageTransition.isMoving(at: now))
        surface?.overlap = environment.overlap
        movesFromTrailing = state.tab(tab)?.entrance == .crossFadeFromTrailing
        updateMargin()
        pages = state.tabs.filter { $0.role == .page && !$0.isHidden }.map(\.id)
        guard let selection = state.selection else { return }
        let isSelected = selection.tab == tab
        // For a window the keyboard is given back before the page has faded out, and for another page afterwards: that
        // one may be slower to take it.
        if isSelected { coversWindows = true } else if state.tab(selection.tab)?.window != nil { coversWindows = false }
        applyKeyboard()
        let (previous, dependedOnStacking) = (pageTransition.selected, pageTransition.dependsOnStacking)
        let enters = pageTransition.update(
            selection, drag: state.drag, tabs: state.tabs, stacking: environment.stacking,
            reducesMotion: environment.reducesMotion)
        if pageTransition.dependsOnStacking != dependedOnStacking { snapshot = nil }
        let urgency = pageTransition.selected == previous ? FrameUrgency.paced : .start
        // One that has left may still be there, below the other. It has to enter its layer again.
        if enters { hide() }
        updateLayer()
        guard isSelected != (previous == tab) else {
            if enters { show() }
            if pageTransition.isMoving(at: now) {
                surface?.invalidate(urgency)
                hideAfterLinger(at: now)
            } else if !isSelected, !pageTransition.isMoving(at: selection.acceptedAt) {
                // Nothing of an earlier page may be among those that change places.
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

    /// Shows the surface, with a picture that may be from an earlier time until it was checked.
    private func show() {
        (isReturning, isValidated) = (true, false)
        surface?.isHidden = false
    }

    /// Lets the buffer have what is seen beside the page while it moves.
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

    /// Updates the surface's layers. While the page leaves it is not raised above a window that covers it: the page that
    /// comes must be the upper one.
    private func updateLayer() {
        guard let surface else { return }
        if pageTransition.isSelected || surface.isHidden || layer == .bottom { surface.setLayer(layer) }
        surface.setHiddenLayer(host.environment.stacking == nil ? nil : .background)
    }

    /// A page that covers windows takes the keyboard from them: no text goes to a hidden window. One that is covered may be
    /// visible beside a window, and gets the keyboard when the user presses it.
    var keyboard: KeyboardInteractivity {
        if host.environment.isAboveWindows {
            return coversWindows && !host.environment.isBarFocused ? .exclusive : .none
        }
        return .onDemand
    }

    /// A page that moves does not wait: the other one moves with it.
    func isReady(at scale: Double) -> Bool {
        let now = MonotonicClock.now
        guard isPrewarmed || pageTransition.isMoving(at: now) || host.isReady(at: now) else { return false }
        return !drawsSnapshot(at: now)
    }

    /// Draws a part of a large snapshot, in the turns of the loop before the first frame that shows it.
    ///
    /// - Returns: false if the frame need not wait.
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
        guard now < since + Self.drawingTimeout,
            var next = drawing ?? SnapshotDrawing(host, at: now, withBackground: isWhole)
        else { return false }
        if next.drawBand(of: host) { snapshot = next.bitmap } else { drawing = next }
        drawTimer?.arm(after: 0)
        return true
    }

    /// Anything that the page forgets when it leaves is not seen again.
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
        // Not while it fades, although it may cover all: a compositor gives no frames to a surface behind an opaque one, and
        // the other page may be there.
        let isFilled = host.context.background.alpha == 1
        surface?.setOpaque(isFilled && isAtRest(at: frame.time), pixels: isFilled && isComposited(at: frame.time))
        // The frame is drawn for a time that is still to come; until then the page is visible.
        if !pageTransition.isSelected, !isMoving, !pageTransition.dependsOnStacking { hideTimer?.arm(at: frame.time) }
        let picture = picture(at: frame.time)
        // That picture fades from now on, and is the one to come back with.
        if !hasChanged, pageTransition.dependsOnStacking {
            switch (drawn?.background != nil, picture.background != nil) {
            case (true, false):
                keptImage = nil
                surface?.keepPicture()
            case (false, true): if restorePicture() { drawn = picture }
            default: break
            }
        }
        let (opacity, distance) = pageTransition.picture(at: frame.time)
        let isComposited = isComposited(at: frame.time)
        surface?.setTransform(
            opacity: isComposited ? opacity.surface : 1, distance: isComposited ? distance * frame.size.width : 0)
        let isAtRest = isAtRest(at: frame.time)
        if isAtRest, wasMoving { trimTimer?.arm(after: Self.trimDelay) }
        if picture == drawn, !hasChanged, !isAtRest || isUnchanged(at: frame.time, wasMoving: wasMoving) { return [] }
        let whole = Rect(x: 0, y: 0, width: frame.size.width, height: frame.size.height)
        let area = isAtRest && picture == drawn ? host.changedArea(at: frame.time) ?? whole : whole
        let areas = area == whole ? [whole] : [area] + host.blurredAreas(near: area, at: frame.time)
        return drawn?.background == picture.background ? areas : areas + [margin(of: whole)]
    }

    func draw(on buffer: PixelBuffer, frame: Frame, area: [Rect]) {
        let canvas = Canvas(buffer, scale: frame.scale)
        isPrewarmed = true
        let whole = Rect(x: 0, y: 0, width: frame.size.width, height: frame.size.height)
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

    /// True if the page at rest looks as it did in the previous frame.
    private func isUnchanged(at time: UInt64, wasMoving: Bool) -> Bool {
        !host.needsDrawing && !host.isAnimating(at: time) && (wasMoving || host.isPictureRight(at: time))
    }

    /// Shows the picture that was kept during the transition.
    ///
    /// - Returns: false if there is none.
    private func restorePicture() -> Bool {
        guard let surface, surface.keptPicture != nil else { return false }
        surface.restorePicture()
        return true
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

    /// The picture that the buffer has to show at a time.
    private func picture(at time: UInt64) -> Picture {
        guard !isComposited(at: time) else { return .page(background: host.context.background) }
        let (opacity, distance) = pageTransition.picture(at: time)
        return .faded(opacity, distance: distance)
    }

    /// True if the compositor makes the picture of a time from that of the page at rest.
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

    /// True if the page is in front and no longer animated.
    private func isAtRest(at time: UInt64) -> Bool {
        pageTransition.isSelected && !pageTransition.isMoving(at: time)
    }

    /// The picture that the surface keeps.
    private var keptBitmap: Bitmap? {
        guard let (buffer, columns) = surface?.keptPicture else { return nil }
        if let keptImage, keptImage.buffer === buffer, keptImage.columns == columns { return keptImage.bitmap }
        let bitmap = Bitmap(buffer, columns: columns)
        keptImage = KeptImage(buffer: buffer, columns: columns, bitmap: bitmap)
        return bitmap
    }

    /// Draws the snapshot as it is seen during a transition, with the background in what it has left.
    private func drawSnapshot(on canvas: Canvas, frame: Frame) {
        let (opacity, distance) = pageTransition.picture(at: frame.time)
        let isWhole = pageTransition.dependsOnStacking
        let kept = isWhole ? keptBitmap : nil
        let snapshot = kept ?? snapshot ?? host.snapshot(at: frame.time, withBackground: isWhole)
        if kept == nil { self.snapshot = snapshot }
        let whole = Rect(x: 0, y: 0, width: frame.size.width, height: frame.size.height)
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

    /// Asks for the keyboard while a field is edited that a finger has pressed: many compositors give it to a surface below the
    /// windows by a click only.
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
        // A page goes with a finger, and against the direction of a scroll.
        case .swipe(let phase, let scrolls):
            swipe(phase, pageWidth: scrolls ? -Self.touchpadWidth : surface?.size?.width ?? 1)
        case .sheet, .outside: break
        }
    }

    /// Drags the selection to the page before or after this one.
    private func swipe(_ phase: DragPhase, pageWidth: Double) {
        switch phase {
        case .began(let point): swipeStart = point.x
        case .moved(_, let point): move(by: (swipeStart - point.x) / pageWidth)
        case .ended: drags?.end()
        case .cancelled: drags?.cancel()
        }
    }

    private func move(by distance: Double) {
        guard let surface, let index = pages.firstIndex(of: tab) else { return }
        let position = (Double(index) + (isRightToLeft ? -distance : distance)).resisted(
            beyond: 0...Double(pages.count - 1))
        drags?.move(to: position, among: pages, refreshInterval: surface.refreshInterval)
    }

    func resized(_ size: Size) {
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

    /// Hides the surface of a page that has faded out, and frees the memory of its images.
    private func hideAfterTransition() {
        guard !pageTransition.isSelected, !pageTransition.isMoving(at: MonotonicClock.now) else { return }
        hide()
        updateLayer()
    }

    /// Schedules the hiding of a page that leaves. The one that covers it may leave it without frames.
    private func hideAfterLinger(at now: UInt64) {
        guard !pageTransition.isSelected, pageTransition.dependsOnStacking, surface?.isHidden == false else { return }
        hideTimer?.arm(at: max(pageTransition.end ?? now, now) + Self.lingerTime)
    }

    private func hide() {
        guard let surface, !surface.isHidden else { return }
        // The buffer is of use only if the page promises to report each change of its picture.
        if surface.keptPicture != nil { drawn = .page(background: host.context.background) }
        surface.keepsBuffer = drawn?.background != nil && !hasChanged && host.isPictureCacheable
        snapshot = nil
        if !surface.keepsBuffer {
            host.discardSnapshot()
            drawn = nil
        }
        surface.isHidden = true
        // Free memory between blocks in use would stay with the process.
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
