// SPDX-License-Identifier: MIT
import EventLoop
import Geometry
import Glibc
import Wayland

/// A surface: its role, its buffers, and the frames that it shows.
///
/// A frame is drawn when the content is invalidated and no earlier frame is on its way; the first one after rest at
/// once, the next ones each with the compositor's frame callback, and none while nothing changes.
public final class Surface {
    /// How long a frame callback is waited for, ns.
    static let callbackPatience: UInt64 = 250_000_000

    public let session: Session
    /// What it takes of pointers, fingers and keys.
    public weak var input: (any SurfaceInput)?
    /// Called once, when the compositor has taken the surface away, or the user has closed the window.
    public var onClosed: () -> Void = {}
    /// Called with each new size (logical pixels), before it is drawn.
    public var onResize: (Size) -> Void = { _ in }

    /// Logical pixels; nil until the compositor has said.
    public private(set) var size: Size?
    /// Buffer pixels for a logical pixel.
    public private(set) var scale: Double

    let proxy: WlSurface
    private let content: any SurfaceContent
    private let placement: RoleObject
    private var machine = FrameMachine()
    private var pacer = FramePacer()
    private var pool: BufferPool?
    /// The buffers of an earlier size, one of which is still shown.
    private var retired: BufferPool?
    private let shm: WlShm
    private var callback: WlCallback?
    private var patience: EventLoop.Timer?
    private var viewport: WpViewport?
    private var fractionalScale: WpFractionalScaleV1?
    private var output: Output?
    private var inputRegion: [Rect]?
    private var concealment: PixelBuffer?
    private var isSeen = false
    private var isOpaque = false
    /// Whether a motion's one question was asked, and whether one is still unanswered.
    private var hasFeedback = false
    private var awaitsFeedback = false
    private var isDestroyed = false

    /// - Parameters:
    ///   - output: where it is to stand; nil leaves that to the compositor.
    ///   - isConcealed: whether it begins concealed.
    /// - Throws: ``SessionError/unsupported(_:)`` when the compositor has no such role.
    public init(
        _ session: Session, role: Role, output: Output?, content: any SurfaceContent, isConcealed: Bool = false
    ) throws(SessionError) {
        guard let compositor = session.globals.compositor, let shm = session.globals.shm else {
            throw .unsupported(session.globals.missing)
        }
        let surface = compositor.createSurface()
        do throws(SessionError) {
            placement = try RoleObject(role, surface: surface, output: output?.proxy, globals: session.globals)
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
        scale = Double(output?.scale ?? 1)
        pacer.adopt(interval: output?.refreshInterval)
        viewport = session.globals.viewporter?.getViewport(surface: surface)
        // Without a viewport a buffer of a fractional scale could not be given its logical size.
        if viewport != nil {
            fractionalScale = session.globals.fractionalScale?.getFractionalScale(surface: surface)
        }
        patience = session.loop.timer { [unowned self] in callbackMissing() }
        proxy.onEvent = { [unowned self] in handle($0) }
        fractionalScale?.onEvent = { [unowned self] event in
            if case .preferredScale(let scale) = event { rescale(Double(scale) / 120) }
        }
        placement.onConfigure = { [unowned self] in configure($0) }
        placement.onClosed = { [unowned self] in onClosed() }
        session.add(self)
        proxy.commit()
    }

    /// Whether the surface shows nothing and takes no input. It keeps its place, so showing it again takes one commit.
    public var isConcealed: Bool {
        didSet {
            guard isConcealed != oldValue else { return }
            if isConcealed {
                conceal()
            } else {
                applyInputRegion()
                invalidate()
            }
        }
    }

    /// Has the content drawn in the next frame.
    public func invalidate() {
        machine.invalidate()
        session.render(self)
    }

    /// Sets where the surface takes input (logical pixels); nil is everywhere. It takes effect with the next frame.
    public func setInputRegion(_ rects: [Rect]?) {
        inputRegion = rects
        applyInputRegion()
    }

    /// Says whether all of the surface is opaque, which spares the compositor what lies behind. It takes effect with the
    /// next frame.
    public func setOpaque(_ isOpaque: Bool) {
        guard isOpaque != self.isOpaque, let size, let compositor = session.globals.compositor else { return }
        self.isOpaque = isOpaque
        guard isOpaque else { return proxy.setOpaqueRegion(region: nil) }
        let region = compositor.createRegion()
        region.add(x: 0, y: 0, width: Int32(size.width), height: Int32(size.height))
        proxy.setOpaqueRegion(region: region)
        region.destroy()
    }

    /// Ends the surface. Whoever shares its session does not hear of it again.
    public func destroy() {
        guard !isDestroyed else { return }
        isDestroyed = true
        patience?.disarm()
        session.remove(self)
        callback?.destroy()
        fractionalScale?.destroy()
        viewport?.destroy()
        placement.destroy()
        proxy.destroy()
    }

    /// Draws if it is time to; called by the session before each sleep.
    func render() {
        guard !isDestroyed, !isConcealed, machine.shouldDraw, let size, content.isReady(at: scale) else { return }
        let now = MonotonicClock.now
        let frame = Frame(size: size, scale: scale, time: pacer.prediction(at: now))
        let width = Int((size.width * scale).rounded())
        let height = Int((size.height * scale).rounded())
        let pool = currentPool(width: width, height: height)
        guard let buffer = pool.take() else {
            // Without memory, or without an area, nothing will come back; the next change tries again.
            if pool.isHeld { machine.noBuffer() }
            return
        }

        let changes = content.advance(to: frame)
        let isMoving = content.isMoving(at: frame.time)
        let damage = isSeen ? changes.compactMap { pixels($0, width, height) } : [whole(pool)]
        guard !damage.isEmpty || isMoving else { return machine.nothingToDraw() }
        if !damage.isEmpty {
            let area = buffer.missing.map { $0 + damage } ?? [whole(pool)]
            content.draw(on: buffer, frame: frame, area: area.map(logical))
            attach(buffer, damage: damage, size: size)
            pool.submitted(buffer, damage: damage)
        }
        commitFrame(at: now, isMoving: isMoving)
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
        if isMoving { askWhenPresented() }
        proxy.commit()
        if isSeen { forgetReplaced() }
        machine.committed()
        if isMoving { machine.invalidate() }
        patience?.arm(at: now + Self.callbackPatience)
    }

    /// What was shown may go once something else is: a buffer that is destroyed earlier takes the picture with it.
    private func forgetReplaced() {
        retired = nil
        if !isConcealed { concealment = nil }
    }

    /// One answer at the beginning of a motion is enough to know the refreshes' phase. A compositor may never answer,
    /// and a question cannot be taken back, so there is one at a time.
    private func askWhenPresented() {
        guard !hasFeedback, !awaitsFeedback, let presentation = session.globals.presentation,
            let clock = session.globals.presentationClock
        else { return }
        hasFeedback = true
        awaitsFeedback = true
        presentation.feedback(surface: proxy).onEvent = { [weak self] event in
            switch event {
            case .presented, .discarded: self?.awaitsFeedback = false
            case .syncOutput: break
            }
            guard case .presented(let high, let low, let nanoseconds, let refresh, _, _, _) = event else { return }
            let time = (UInt64(high) << 32 | UInt64(low)) &* 1_000_000_000 &+ UInt64(nanoseconds)
            self?.pacer.presented(at: Self.monotonic(time, clock: clock), refresh: UInt64(refresh))
        }
    }

    /// Translates a time of the compositor's presentation clock, which need not be ours.
    private static func monotonic(_ time: UInt64, clock: Int32) -> UInt64 {
        guard clock != CLOCK_MONOTONIC else { return time }
        var other = timespec()
        guard clock_gettime(clock, &other) == 0 else { return MonotonicClock.now }
        let difference = Int64(MonotonicClock.now) - (Int64(other.tv_sec) * 1_000_000_000 + Int64(other.tv_nsec))
        return UInt64(clamping: Int64(clamping: time).addingReportingOverflow(difference).partialValue)
    }

    private func callbackArrived() {
        callback = nil
        patience?.disarm()
        pacer.callbackArrived(at: MonotonicClock.now)
        machine.callbackArrived()
        if machine.isDirty { session.render(self) } else { hasFeedback = false }
    }

    private func callbackMissing() {
        callback?.destroy()
        callback = nil
        machine.callbackMissing()
        hasFeedback = false
        guard machine.isDirty else { return }
        content.finishMoving()
        session.render(self)
    }

    private func bufferReleased() {
        machine.bufferReleased()
        if machine.isDirty { session.render(self) }
    }

    private func conceal() {
        retired = retired ?? pool
        pool = nil
        callback?.destroy()
        callback = nil
        patience?.disarm()
        machine.callbackArrived()
        machine.bufferReleased()
        hasFeedback = false
        applyInputRegion()
        guard machine.isConfigured else { return }
        showNothing()
    }

    /// A single clear pixel keeps the place, so that showing the surface again needs no answer from the compositor.
    private func showNothing() {
        guard let buffer = PixelBuffer(width: 1, height: 1, shm: shm) else { return }
        isSeen = false
        isOpaque = false
        proxy.setOpaqueRegion(region: nil)
        viewport?.setDestination(width: -1, height: -1)
        proxy.setBufferScale(scale: 1)
        proxy.attach(buffer: buffer.proxy, x: 0, y: 0)
        proxy.damageBuffer(x: 0, y: 0, width: 1, height: 1)
        proxy.commit()
        concealment = buffer
        forgetReplaced()
    }

    private func configure(_ newSize: Size) {
        // A configure that changes nothing is owed a commit all the same, but no new picture.
        guard newSize != size || !machine.isConfigured else { return proxy.commit() }
        size = newSize
        isSeen = false
        isOpaque = false
        onResize(newSize)
        applyInputRegion()
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

    private func applyInputRegion() {
        guard let compositor = session.globals.compositor else { return }
        guard let rects = isConcealed ? [] : inputRegion else { return proxy.setInputRegion(region: nil) }
        let region = compositor.createRegion()
        for rect in rects {
            region.add(
                x: Int32(rect.x.rounded(.down)), y: Int32(rect.y.rounded(.down)),
                width: Int32(rect.width.rounded(.up)), height: Int32(rect.height.rounded(.up)))
        }
        proxy.setInputRegion(region: region)
        region.destroy()
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
