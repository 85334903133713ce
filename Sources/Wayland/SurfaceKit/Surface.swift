import EventLoop
import Geometry
import Gestures
import Posix
import WaylandProtocols

/// A `wl_surface` with its role, its buffers and its frames.
///
/// The first frame after rest is drawn at once, each following one at the compositor's frame callback, and none while
/// nothing changes. An urgent change replaces the pending frame, for the same refresh and at most once for each
/// urgency.
public final class Surface {
    /// The timeout of a frame callback, and of the configure that answers a change of height, ns.
    static let compositorTimeout: UInt64 = 250_000_000
    /// The time after the last frame at which all buffers but one are freed, ns.
    static let idleTime: UInt64 = 2_000_000_000

    public let connection: WaylandConnection
    /// The receiver of pointer, touch, key and text input.
    public weak var input: (any SurfaceInput)?
    /// Called once, when the compositor has removed the surface or the user has closed the window.
    public var onClosed: () -> Void = {}
    /// True if the surface gets an ``InputEvent/character(_:)`` for each key that types a text.
    public var takesCharacters = false
    /// Called when the surface has gained or lost the focus of the keyboard, or of the input method on a seat without one.
    public var onKeyboardFocus: (Bool) -> Void = { _ in }
    /// Called when the compositor has left the keyboard with the surface, which has released it: KWin returns it to the windows
    /// only from a surface that goes.
    public var onKeyboardKept: () -> Void = {}
    /// Called with each new size (logical pixels), before a frame of that size is drawn.
    public var onResize: (Size) -> Void = { _ in }

    public private(set) var textInput: TextInputState?

    /// Logical pixels; nil until the first configure.
    public internal(set) var size: Size?
    /// Buffer pixels per logical pixel.
    public internal(set) var scale: Double

    /// The receiver of input on a window that the user can drag.
    private var windowMover: WindowMover?
    /// The layer surface's namespace, or the window's app ID.
    let name: String
    let proxy: WlSurface
    let content: any SurfaceContent
    let role: SurfaceRole
    let regions: SurfaceRegions
    let presentation: PresentationFeedback
    let shm: WlShm
    let viewport: WpViewport?
    let transform: CompositorTransform
    let constraints: FrameConstraints
    var scheduler = FrameScheduler()
    var pacer = FramePacer()
    /// The refresh interval of the screen, ns.
    public var refreshInterval: UInt64 { pacer.interval }
    var pool: BufferPool?
    /// The pool of an earlier size with a buffer still on the screen.
    var retiredPool: BufferPool?
    var callback: WlCallback?
    /// The time for which the newest frame was drawn.
    var frameTime: UInt64 = 0
    var frameTimer: EventLoop.Timer?
    var configureTimer: EventLoop.Timer?
    var idleTimer: EventLoop.Timer?
    var placeholder: PixelBuffer?
    /// True if the next frame is the newest buffer's, and not the current one's.
    var needsAttach = false
    /// The columns of the current buffer that are attached; nil for all.
    var attachedColumns: Range<Int>?
    /// True if the current buffer shows the content, in the current size and scale.
    var hasContent = false
    var needsCommit = false
    /// The overlap with the bar's exclusive zone, and the edge at which the surface meets the bar.
    public var overlap = EdgeOverlap() {
        didSet { if overlap != oldValue, !isDestroyed { applyOverlap() } }
    }
    /// True if the surface's edge at the bar may lie between two pixels of the output.
    var hasSeam = false
    var isScheduled = false
    /// True if the newest frame was part of an animation.
    var wasAnimating = false
    private(set) var isDestroyed = false
    private let fractionalScale: WpFractionalScaleV1?
    /// The output on which the surface was created, or which it entered last.
    public private(set) var output: Output?
    private(set) var keyboard = KeyboardInteractivity.none
    private var layer: LayerPlacement.Layer?
    private var hiddenLayer: LayerPlacement.Layer?
    /// True until the focus has left the surface; meanwhile its interactivity is `none`.
    var isReleasingKeyboard = false
    /// The answer to the last change for a release or a share.
    var keyboardSync: WlCallback?
    /// True if the buffers to be attached lack alpha.
    private(set) var hasOpaqueBuffers = false
    var hadKeyboardFocus = false
    var isShareRefused = false
    /// True to keep the newest buffer while the surface is hidden. When it is shown again, only the part that the
    /// content has reported as changed is drawn.
    public var keepsBuffer = false

    /// A surface on an output, or on one of the compositor's choice; throws if the compositor lacks the role.
    public init(
        _ connection: WaylandConnection, role: Role, output: Output?, content: any SurfaceContent,
        isHidden: Bool = false
    ) throws(WaylandConnectionError) {
        let globals = connection.globals
        guard let compositor = globals.compositor, let shm = globals.shm else {
            throw .unsupported(globals.missing)
        }
        let surface = compositor.createSurface()
        do throws(WaylandConnectionError) {
            self.role = try role.makeRole(for: surface, output: output?.proxy, globals: globals)
        } catch {
            surface.destroy()
            throw error
        }
        self.connection = connection
        self.shm = shm
        self.content = content
        self.output = output
        self.isHidden = isHidden
        switch role {
        case .layer(let placement): (name, overlap) = (placement.namespace, placement.overlap)
        case .window(_, let appID, _): name = appID
        }
        proxy = surface
        regions = SurfaceRegions(
            of: surface, compositor: compositor, blurManager: globals.blur, isHidden: isHidden)
        presentation = PresentationFeedback(of: surface, globals: globals)
        scale = min(Double(output?.scale ?? 1), Self.plausibleScales.upperBound)
        pacer.adopt(interval: output?.refreshInterval)
        viewport = globals[WpViewporter.self]?.getViewport(surface: surface)
        transform = CompositorTransform(of: surface, viewport: viewport, globals: globals)
        constraints = FrameConstraints(of: surface, globals: globals)
        // Without a viewport, a buffer of fractional scale cannot have the surface's logical size.
        let scaling = viewport == nil ? nil : globals[WpFractionalScaleManagerV1.self]
        fractionalScale = scaling?.getFractionalScale(surface: surface)
        frameTimer = connection.loop.timer { [weak self] in self?.frameCallbackTimedOut() }
        configureTimer = connection.loop.timer { [weak self] in self?.configureTimedOut() }
        idleTimer = connection.loop.timer { [weak self] in
            self?.pool?.discardStaleBuffers()
            releaseUnusedStack()
        }
        proxy.onEvent = { [weak self] in self?.handle($0) }
        fractionalScale?.onEvent = { [weak self] event in
            guard let self else { return }
            if case .preferredScale(let scale) = event { rescale(Double(scale) / 120) }
        }
        self.role.onConfigure = { [weak self] in self?.configure($0, isRequested: $1) }
        self.role.onClosed = { [weak self] in self?.onClosed() }
        connection.add(self)
        proxy.commit()
    }

    /// True while the surface is invisible and takes no input. It stays mapped, so showing it again takes one commit.
    public var isHidden: Bool {
        didSet {
            guard isHidden != oldValue, !isDestroyed else { return }
            regions.isHidden = isHidden
            applyKeyboardInteractivity()
            applyLayer()
            needsCommit = true
            if isHidden { hide() } else { invalidate() }
        }
    }

    public func invalidate(_ urgency: FrameUrgency = .paced) {
        scheduler.invalidate(urgency)
        connection.scheduleRender(self)
    }

    /// Requests another height along the surface's edge (logical pixels, rounded up), or another exclusive zone; nil
    /// leaves a value unchanged. A window lacks a zone, and its height changes only where the compositor leaves it to
    /// us.
    ///
    /// The request is sent before the next sleep. No frame is drawn until the new size is configured or the timeout has
    /// passed.
    ///
    /// - Parameter duringAnimation: true if the zone may change while the content animates; otherwise it changes
    ///   afterwards.
    public func setGeometry(height: Double? = nil, exclusiveZone: Double? = nil, duringAnimation: Bool = false) {
        role.request(height: height, exclusiveZone: exclusiveZone, duringAnimation: duringAnimation)
        connection.scheduleRender(self)
    }

    /// Sets the keyboard interactivity, and returns the effective one. A hidden surface never takes the keyboard. Where
    /// the compositor lacks `onDemand` (wlr-layer-shell before version 4) it becomes `none` above the windows, and
    /// below them `exclusive`, which means the same there; a window has the keyboard whenever the user focuses it.
    @discardableResult
    public func setKeyboardInteractivity(_ interactivity: KeyboardInteractivity) -> KeyboardInteractivity {
        let before = keyboard
        keyboard = role.supported(interactivity)
        if keyboard == .exclusive || keyboard == .none && !isReleasingKeyboard { endKeyboardChange() }
        if keyboard == .none, before != .none, hasKeyboardFocus { releaseKeyboard() }
        if !isDestroyed { applyKeyboardInteractivity() }
        return keyboard
    }

    /// Enables input methods for the surface's text fields; without it only keyboards write in them. Call it before the
    /// surface can have the keyboard: most compositors announce only the next change of focus.
    public func prepareTextInput() {
        connection.prepareTextInput()
    }

    /// Offers a text to other programs, because of an event of a source. Does nothing before ``prepareTextInput()``.
    public func offer(_ text: String, as selection: TextSelection, from source: InputSource) {
        connection.seat(of: source)?.offer(text, as: selection)
    }

    /// Reads a selection of the seat of a source. The completion is not called if it is not text.
    public func read(_ selection: TextSelection, from source: InputSource, completion: @escaping (String) -> Void) {
        connection.seat(of: source)?.read(selection, completion: completion)
    }

    /// Gives the surface's text focus to a field, or updates the focused field; nil removes the focus. While a field
    /// has it, and the surface has the keyboard, typed text arrives as ``InputEvent/text(_:)``.
    public func setTextInput(_ state: TextInputState?) {
        guard !isDestroyed, state != textInput else { return }
        textInput = state
        for seat in connection.seats.values { seat.textInputChanged(on: self) }
    }

    /// Moves the surface to another layer, with the next frame or, if none is pending, at once. Does nothing in a
    /// window, and where the compositor lacks it (wlr-layer-shell before version 2).
    public func setLayer(_ layer: LayerPlacement.Layer) {
        self.layer = layer
        if applyLayer() { scheduleCommit() }
    }

    /// Sets the layer in which the hidden surface waits; nil: its own. With its first frame it enters its own
    /// again, and the compositor puts it at the end of the stack where new surfaces go.
    public func setHiddenLayer(_ layer: LayerPlacement.Layer?) {
        hiddenLayer = layer
        // At once: in one commit with the way back, it would do nothing.
        if applyLayer(), scheduler.isConfigured { commit() }
    }

    /// Returns true if a commit is needed.
    @discardableResult
    private func applyLayer() -> Bool {
        guard !isDestroyed, let layer = isHidden ? hiddenLayer ?? layer : layer else { return false }
        return role.setLayer(layer)
    }

    /// Sets the input region (logical pixels, rounded outwards); nil is the whole surface. It takes effect with the next
    /// frame or, if none is pending, at once.
    public func setInputRegion(_ rects: [Rect]?) {
        guard !isDestroyed, regions.setInput(rects) else { return }
        scheduleCommit()
    }

    /// Sets the region behind which the background is blurred (logical pixels); nil for none. It takes effect with the
    /// next frame or, if none is pending, at once, where the compositor has
    /// ``WaylandConnection/supportsBackgroundBlur``.
    public func setBlurRegion(_ rects: [Rect]?) {
        guard !isDestroyed, regions.setBlurred(rects ?? []) else { return }
        scheduleCommit()
    }

    /// Makes all or none of the surface opaque, so that the compositor can skip anything behind it. It takes effect with the next frame.
    ///
    /// - Parameter pixels: true if the pixels to be drawn are opaque; nil: as the surface. sway 1.7 blends all others,
    ///   whatever is opaque. Ignored if the compositor can fade: then a buffer is shown for longer than it is opaque.
    public func setOpaque(_ isOpaque: Bool, pixels: Bool? = nil) {
        guard !isDestroyed, !isHidden, let size else { return }
        hasOpaqueBuffers = (pixels ?? isOpaque) && !canFade
        if regions.setOpaque(isOpaque ? size : nil) { needsCommit = true }
    }

    /// True if the compositor can change the surface's opacity (alpha-modifier).
    public var canFade: Bool { transform.canFade }
    public var cursor = CursorShape.default {
        didSet {
            guard cursor != oldValue else { return }
            for seat in connection.seats.values { seat.cursorChanged(on: self) }
        }
    }

    /// True if the leading edge is the right one.
    public var isRightToLeft = false {
        didSet { transform.isRightToLeft = isRightToLeft }
    }
    /// The overhang of the content beyond the surface's leading edge, logical pixels: the part that appears
    /// there when the content is moved. It is drawn beyond the surface's coordinates.
    public var leadingMargin = 0.0

    /// Sets the opacity (0…1) and the distance (logical pixels, at most ``leadingMargin``) by which the content is moved
    /// towards the trailing edge. The compositor applies both; they take effect with the next frame, and need no drawing.
    public func setTransform(opacity: Double, distance: Double) {
        transform.opacity = opacity
        transform.distance = distance
    }

    /// The picture that ``keepPicture()`` keeps, with the columns of the buffer that belong to the surface.
    public var keptPicture: (buffer: PixelBuffer, columns: Range<Int>)? {
        guard let pool, let buffer = pool.kept, let size else { return nil }
        let width = Int((size.width * scale).rounded())
        return (buffer, isRightToLeft ? 0..<width : max(buffer.width - width, 0)..<buffer.width)
    }

    /// Keeps the picture of the newest frame while others are drawn. If ``keepsBuffer`` is true when the surface is hidden,
    /// it shows that picture again.
    public func keepPicture() { pool?.keepNewest() }

    /// Shows the kept picture in the next frame, without drawing it.
    public func restorePicture() {
        pool?.restore()
        needsAttach = true
    }

    public func forgetPicture() { pool?.forget() }

    /// Lets the user move a window by dragging it at the points (logical pixels) for which the closure returns true. Call
    /// it once ``input`` is set; no effect on a layer surface.
    public func allowMoving(isDraggable: @escaping (Point) -> Bool) {
        let mover = WindowMover(self, content: input, isDraggable: isDraggable)
        windowMover = mover
        input = mover
    }

    /// Lets the compositor move the window with the pointer or the finger that pressed last.
    func beginMove() {
        guard !isDestroyed, let press = connection.latestPress else { return }
        role.beginMove(seat: press.seat, serial: press.serial)
    }

    /// Ends the input on a surface before its destruction: cancels presses and compose sequences.
    public func endInput() {
        for seat in connection.seats.values { seat.remove(self) }
    }

    /// Destroys the surface. No callback comes during or after it; ``endInput()`` is for a receiver that outlives the surface.
    public func destroy() {
        guard !isDestroyed else { return }
        isDestroyed = true
        input = nil
        (frameTimer, configureTimer, idleTimer) = (nil, nil, nil)
        (onClosed, onKeyboardFocus, onKeyboardKept, onResize) = ({}, { _ in }, {}, { _ in })
        connection.remove(self)
        endInput()
        callback?.destroy()
        endKeyboardChange()
        presentation.destroy()
        regions.destroy()
        fractionalScale?.destroy()
        transform.destroy()
        constraints.destroy()
        viewport?.destroy()
        role.destroy()
        proxy.destroy()
        (pool, retiredPool, placeholder) = (nil, nil, nil)
    }

    /// Applies the properties of the surface's output; ignores others.
    public func outputChanged(_ output: Output) {
        guard output === self.output else { return }
        pacer.adopt(interval: output.refreshInterval)
        if fractionalScale == nil { rescale(Double(output.scale)) }
    }

    func recreateBlur() {
        regions.recreateBlur()
        scheduleCommit()
    }

    private func handle(_ event: WlSurface.Event) {
        guard case .enter(let proxy) = event, let output = connection.output(of: proxy) else { return }
        if output !== self.output { pacer.outputChanged() }
        self.output = output
        outputChanged(output)
    }

    func applyKeyboardInteractivity() {
        // Each change makes compositors arrange all surfaces again. `onDemand` takes a click, which a hidden surface
        // does not get, so it may stay.
        let isWithheld =
            connection.withholdsKeyboard || isReleasingKeyboard || isHidden && keyboard == .exclusive
        if role.setKeyboardInteractivity(isWithheld ? .none : keyboard) { scheduleCommit() }
    }
}
