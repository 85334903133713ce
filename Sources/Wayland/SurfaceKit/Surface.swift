// SPDX-License-Identifier: MIT
import EventLoop
import Geometry
import Wayland

/// A surface: its role, its buffers, and the frames that it shows.
///
/// A frame is drawn when the content is invalidated and no earlier frame is on its way; the first one after rest at
/// once, the next ones each with the compositor's frame callback, and none while nothing changes.
public final class Surface {
    /// How long a frame callback is waited for, ns, and how long the answer to a change of height.
    static let callbackPatience: UInt64 = 250_000_000

    public let session: WaylandConnection
    /// What it takes of pointers, fingers and keys.
    public weak var input: (any SurfaceInput)?
    /// Called once, when the compositor has taken the surface away, or the user has closed the window.
    public var onClosed: () -> Void = {}
    /// Called with each new size (logical pixels), before it is drawn.
    public var onResize: (Size) -> Void = { _ in }

    /// The field that has the surface's text focus; nil while none has.
    public private(set) var textInput: TextInputState?

    /// Logical pixels; nil until the compositor has said.
    public private(set) var size: Size?
    /// Buffer pixels for a logical pixel.
    public private(set) var scale: Double

    let proxy: WlSurface
    private let content: any SurfaceContent
    private let role: any SurfaceRole
    private let regions: SurfaceRegions
    private let question: PresentationFeedback
    private var machine = FrameScheduler()
    private var pacer = FramePacer()
    private var pool: BufferPool?
    /// The buffers of an earlier size, one of which is still shown.
    private var retired: BufferPool?
    private let shm: WlShm
    private var callback: WlCallback?
    private var timeout: EventLoop.Timer?
    private var configureTimeout: EventLoop.Timer?
    private var viewport: WpViewport?
    private var fractionalScale: WpFractionalScaleV1?
    private var output: Output?
    private var keyboard = KeyboardInteractivity.none
    private var concealment: PixelBuffer?
    private var isSeen = false
    /// Whether something was said that takes a commit to take effect.
    private var needsCommit = false
    /// Whether the newest frame is one of a motion.
    private var isInMotion = false
    private var isDestroyed = false

    /// - Parameters:
    ///   - output: where it is to stand; nil leaves that to the compositor.
    ///   - isConcealed: whether it begins concealed.
    /// - Throws: ``WaylandConnectionError/unsupported(_:)`` when the compositor has no such role.
    public init(
        _ session: WaylandConnection, role: Role, output: Output?, content: any SurfaceContent,
        isConcealed: Bool = false
    ) throws(WaylandConnectionError) {
        guard let compositor = session.globals.compositor, let shm = session.globals.shm else {
            throw .unsupported(session.globals.missing)
        }
        let surface = compositor.createSurface()
        do throws(WaylandConnectionError) {
            self.role = try role.give(to: surface, output: output?.proxy, globals: session.globals)
        } catch {
            surface.destroy()
            throw error
        }
        self.session = session
        self.shm = shm
        self.content = content
        self.output = output
        self.isConcealed = isConcealed
        proxy = surface
        regions = SurfaceRegions(
            of: surface, compositor: compositor, blurOffer: session.globals.blur, isConcealed: isConcealed)
        question = PresentationFeedback(of: surface, globals: session.globals)
        scale = Double(output?.scale ?? 1)
        pacer.adopt(interval: output?.refreshInterval)
        viewport = session.globals.viewporter?.getViewport(surface: surface)
        // Without a viewport a buffer of a fractional scale could not be given its logical size.
        if viewport != nil {
            fractionalScale = session.globals.fractionalScale?.getFractionalScale(surface: surface)
        }
        timeout = session.loop.timer { [unowned self] in callbackMissing() }
        configureTimeout = session.loop.timer { [unowned self] in answerMissing() }
        proxy.onEvent = { [unowned self] in handle($0) }
        fractionalScale?.onEvent = { [unowned self] event in
            if case .preferredScale(let scale) = event { rescale(Double(scale) / 120) }
        }
        self.role.onConfigure = { [unowned self] in configure($0, isAnswer: $1) }
        self.role.onClosed = { [unowned self] in onClosed() }
        session.add(self)
        proxy.commit()
    }

    /// Whether the surface shows nothing and takes no input. It keeps its place, so showing it again takes one commit.
    public var isConcealed: Bool {
        didSet {
            guard isConcealed != oldValue, !isDestroyed else { return }
            regions.isConcealed = isConcealed
            applyKeyboard()
            needsCommit = true
            if isConcealed { conceal() } else { invalidate() }
        }
    }

    /// Has the content drawn in the next frame.
    public func invalidate() {
        machine.invalidate()
        session.render(self)
    }

    /// Gives the surface another height along its edge, or another exclusive zone; nil is as before. In a window only
    /// the height counts, and only where it is ours to choose.
    ///
    /// It is said before the next sleep. What is shown stays until the compositor has answered with the new size, or
    /// does not answer in time; nothing else is drawn meanwhile.
    ///
    /// - Parameters:
    ///   - height: logical pixels, rounded up.
    ///   - exclusiveZone: logical pixels. It is said only when it changes.
    ///   - duringMotion: whether the zone may change while the content moves; else it does when that has ended.
    public func place(height: Double? = nil, exclusiveZone: Double? = nil, duringMotion: Bool = false) {
        role.want(height: height, exclusiveZone: exclusiveZone, duringMotion: duringMotion)
        session.render(self)
    }

    /// Sets whether the surface can have the keyboard. A concealed one never takes it. Where the compositor does not know
    /// keyboards on demand (wlr-layer-shell before version 4), that is as `none`; and a window has the keyboard as the
    /// user wishes.
    ///
    /// - Returns: what holds.
    @discardableResult
    public func setKeyboardInteractivity(_ interactivity: KeyboardInteractivity) -> KeyboardInteractivity {
        keyboard = role.attainable(interactivity)
        if !isDestroyed { applyKeyboard() }
        return keyboard
    }

    /// What ``setKeyboardInteractivity(_:)`` would make of a wish.
    public func attainable(_ interactivity: KeyboardInteractivity) -> KeyboardInteractivity {
        role.attainable(interactivity)
    }

    /// Has input methods know that there are fields on the surface. Without it only keyboards write in them.
    ///
    /// It is said before the surface can have the keyboard: most compositors tell only of the next change of the focus.
    public func expectText() {
        session.prepareTextInput()
    }

    /// Gives the surface's text focus to a field, or says what has changed in the one that has it; nil takes it away.
    /// While a field has it, and the surface has the keyboard, what is written is a ``InputEvent/text(_:)``.
    public func setTextInput(_ state: TextInputState?) {
        guard !isDestroyed, state != textInput else { return }
        textInput = state
        session.textInputChanged(on: self)
    }

    /// Puts the surface among another layer, with the next frame, or at once when none is due. Where the compositor does
    /// not know how (wlr-layer-shell before version 2), and in a window, it stays where it is.
    public func setLayer(_ layer: LayerPlacement.Layer) {
        if !isDestroyed, role.setLayer(layer) { commitSoon() }
    }

    /// Sets where the surface takes input (logical pixels, and all of those that are touched); nil is everywhere. It
    /// takes effect with the next frame, or at once when none is due.
    public func setInputRegion(_ rects: [Rect]?) {
        guard !isDestroyed else { return }
        regions.setInput(rects)
        commitSoon()
    }

    /// Sets where what is behind the surface is to be blurred (logical pixels); nil is nowhere. It takes effect with the
    /// next frame, or at once when none is due, and none where ``Session/blursBehind`` is false.
    public func setBlurRegion(_ rects: [Rect]?) {
        guard !isDestroyed, regions.setBlurred(rects ?? []) else { return }
        commitSoon()
    }

    /// Says where the surface is opaque (logical pixels, and only those that are covered whole), which spares the
    /// compositor what lies behind. It takes effect with the next frame.
    public func setOpaqueRegion(_ rects: [Rect]) {
        guard !isDestroyed, !isConcealed, regions.setOpaque(rects) else { return }
        needsCommit = true
    }

    /// Says whether all of the surface is opaque. It takes effect with the next frame.
    public func setOpaque(_ isOpaque: Bool) {
        guard let size else { return }
        setOpaqueRegion(isOpaque ? [Rect(x: 0, y: 0, width: size.width, height: size.height)] : [])
    }

    /// Ends the surface. Whoever shares its session does not hear of it again.
    public func destroy() {
        guard !isDestroyed else { return }
        isDestroyed = true
        timeout?.disarm()
        configureTimeout?.disarm()
        session.remove(self)
        callback?.destroy()
        question.destroy()
        regions.destroy()
        fractionalScale?.destroy()
        viewport?.destroy()
        role.destroy()
        proxy.destroy()
        (pool, retired, concealment) = (nil, nil, nil)
    }

    /// Another one than before blurs what is behind surfaces, or nobody does any more.
    func renewBlur() {
        regions.renewBlur()
        commitSoon()
    }

    /// Draws if it is time to; called by the session before each sleep.
    func render() {
        guard !isDestroyed else { return }
        sendWanted()
        guard !isConcealed, !role.awaitsAnswer, machine.shouldDraw, let size, content.isReady(at: scale) else {
            return commitUnlessFrameFollows()
        }
        let now = MonotonicClock.now
        let frame = Frame(size: size, scale: scale, time: pacer.prediction(at: now))
        let width = Int((size.width * scale).rounded())
        let height = Int((size.height * scale).rounded())
        let pool = currentPool(width: width, height: height)
        guard let buffer = pool.take() else {
            // Without memory, or without an area, nothing will come back; the next change tries again.
            if pool.isHeld { machine.noBuffer() }
            return commitUnlessFrameFollows()
        }

        let changes = content.advance(to: frame)
        let isMoving = content.isMoving(at: frame.time)
        let damage = isSeen ? changes.compactMap { pixels($0, width, height) } : [whole(pool)]
        isInMotion = isMoving
        if role.sendZone(isMoving: isMoving) { needsCommit = true }
        guard !damage.isEmpty || isMoving else {
            machine.nothingToDraw()
            return commitUnlessFrameFollows()
        }
        if !damage.isEmpty {
            let area = buffer.missing.map { $0 + damage } ?? [whole(pool)]
            content.draw(on: buffer, frame: frame, area: area.map(logical))
            attach(buffer, damage: damage, size: size)
            pool.submitted(buffer, damage: damage)
        }
        commitFrame(at: now, isMoving: isMoving)
    }

    private func sendWanted() {
        if role.sendZone(isMoving: isInMotion) { needsCommit = true }
        if role.sendHeight() { needsCommit = true }
        if role.awaitsAnswer, configureTimeout?.deadline == nil {
            configureTimeout?.arm(at: MonotonicClock.now + Self.callbackPatience)
        }
    }

    private func commit() {
        needsCommit = false
        proxy.commit()
    }

    private func commitSoon() {
        needsCommit = true
        session.render(self)
    }

    /// What was said takes effect with the next frame. Where none follows it does so without one; and so does another
    /// height, which the next frame waits for.
    private func commitUnlessFrameFollows() {
        guard needsCommit, !machine.isDirty || isConcealed || role.awaitsAnswer else { return }
        commit()
    }

    private func applyKeyboard() {
        // Each change has compositors arrange all surfaces anew. On demand it is asked for by a click, which a concealed
        // surface does not get.
        if role.setKeyboardInteractivity(isConcealed && keyboard == .exclusive ? .none : keyboard) { commitSoon() }
    }

    private func attach(_ buffer: PixelBuffer, damage: [PixelRect], size: Size) {
        if !isSeen, let viewport {
            viewport.setDestination(width: Int32(size.width), height: Int32(size.height))
        } else if !isSeen {
            proxy.setBufferScale(scale: Int32(scale))
        }
        isSeen = true
        proxy.attach(buffer: buffer.proxy, x: 0, y: 0)
        for rect in damage {
            proxy.damageBuffer(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
        }
        buffer.submit { [weak self] in self?.bufferReleased() }
    }

    private func commitFrame(at now: UInt64, isMoving: Bool) {
        let callback = proxy.frame()
        callback.onEvent = { [unowned self] _ in callbackArrived() }
        self.callback = callback
        if isMoving { question.ask { [unowned self] in pacer.presented(at: $0, refresh: $1) } }
        commit()
        if isSeen { forgetReplaced() }
        machine.committed()
        if isMoving { machine.invalidate() }
        timeout?.arm(at: now + Self.callbackPatience)
    }

    /// What was shown may go once something else is: a buffer that is destroyed earlier takes the picture with it.
    private func forgetReplaced() {
        retired = nil
        if !isConcealed { concealment = nil }
    }

    private func callbackArrived() {
        callback = nil
        timeout?.disarm()
        pacer.callbackArrived(at: MonotonicClock.now)
        machine.callbackArrived()
        if machine.isDirty { session.render(self) } else { question.motionEnded() }
    }

    private func callbackMissing() {
        forgetCallback()
        question.motionEnded()
        guard machine.isDirty else { return }
        content.finishMoving()
        session.render(self)
    }

    private func forgetCallback() {
        callback?.destroy()
        callback = nil
        timeout?.disarm()
        machine.callbackMissing()
    }

    /// A compositor that does not give the height that was asked for is taken at its word.
    private func answerMissing() {
        role.stopWaiting()
        session.render(self)
    }

    private func bufferReleased() {
        machine.bufferReleased()
        if machine.isDirty { session.render(self) }
    }

    private func conceal() {
        retired = retired ?? pool
        pool = nil
        session.cancelPresses(on: self)
        forgetCallback()
        machine.bufferReleased()
        question.motionEnded()
        isInMotion = false
        // A zone that has waited for the motion's end may go.
        session.render(self)
        guard machine.isConfigured else { return }
        showNothing()
    }

    /// A single clear pixel keeps the place, so that showing the surface again needs no answer from the compositor.
    private func showNothing() {
        guard let buffer = PixelBuffer(width: 1, height: 1, shm: shm) else { return }
        isSeen = false
        _ = regions.setOpaque([])
        viewport?.setDestination(width: -1, height: -1)
        proxy.setBufferScale(scale: 1)
        proxy.attach(buffer: buffer.proxy, x: 0, y: 0)
        proxy.damageBuffer(x: 0, y: 0, width: 1, height: 1)
        commit()
        concealment = buffer
        forgetReplaced()
    }

    private func configure(_ newSize: Size, isAnswer: Bool) {
        if isAnswer { configureTimeout?.disarm() }
        guard newSize != size || !machine.isConfigured else {
            // A configure that changes nothing is owed a commit all the same, but no new picture.
            commit()
            return session.render(self)
        }
        // The compositor has moved the old picture already, so the new one does not wait for its turn.
        if isAnswer { forgetCallback() }
        size = newSize
        isSeen = false
        onResize(newSize)
        regions.applyInput()
        machine.configured()
        if isConcealed { showNothing() } else { session.render(self) }
    }

    private func rescale(_ newScale: Double) {
        guard newScale > 0, newScale != scale else { return }
        scale = newScale
        isSeen = false
        machine.resized()
        session.render(self)
    }

    private func handle(_ event: WlSurface.Event) {
        guard case .enter(let proxy) = event, let output = session.output(of: proxy) else { return }
        self.output = output
        outputChanged(output)
    }

    /// Takes up the new facts of the output that it stands on.
    public func outputChanged(_ output: Output) {
        guard output === self.output else { return }
        pacer.adopt(interval: output.refreshInterval)
        if fractionalScale == nil { rescale(Double(output.scale)) }
    }

    private func currentPool(width: Int, height: Int) -> BufferPool {
        if let pool, pool.width == width, pool.height == height { return pool }
        retired = retired ?? pool
        isSeen = false
        let fresh = BufferPool(width: width, height: height, shm: shm)
        pool = fresh
        return fresh
    }

    private func whole(_ pool: BufferPool) -> PixelRect {
        PixelRect(x: 0, y: 0, width: Int32(pool.width), height: Int32(pool.height))
    }

    private func pixels(_ rect: Rect, _ width: Int, _ height: Int) -> PixelRect? {
        let left = max(Int((rect.x * scale).rounded(.down)), 0)
        let top = max(Int((rect.y * scale).rounded(.down)), 0)
        let right = min(Int((rect.maxX * scale).rounded(.up)), width)
        let bottom = min(Int((rect.maxY * scale).rounded(.up)), height)
        guard right > left, bottom > top else { return nil }
        return PixelRect(x: Int32(left), y: Int32(top), width: Int32(right - left), height: Int32(bottom - top))
    }

    private func logical(_ rect: PixelRect) -> Rect {
        Rect(
            x: Double(rect.x) / scale, y: Double(rect.y) / scale, width: Double(rect.width) / scale,
            height: Double(rect.height) / scale)
    }
}
