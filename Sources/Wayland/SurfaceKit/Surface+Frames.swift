import EventLoop
import Geometry
import WaylandProtocols

extension Surface {
    /// Sends pending state and draws a frame if one is due. The connection calls it before each sleep.
    func render() {
        guard !isDestroyed else { return }
        sendPendingState()
        guard !isHidden, !role.awaitsConfigure, scheduler.shouldDraw, let size, content.isReady(at: scale) else {
            return commitUnlessFrameFollows()
        }
        let now = MonotonicClock.now
        let frame = Frame(size: size, scale: scale, time: pacer.prediction(at: now))
        // An early frame replaces the pending one, for the same refresh. Drawn for the next one, it would be ahead of the motion.
        let isEarly = scheduler.awaitsCallback
        guard !isEarly || hasContent && pacer.isSameRefresh(frame.time, frameTime) else { return waitForCallback() }
        let width = Int((size.width * scale).rounded())
        let height = Int((size.height * scale).rounded())
        let margin = margin(width: width, height: height)
        // The content's left edge in the buffer.
        let origin = isRightToLeft ? 0 : margin
        let pool = currentPool(width: margin + width, height: height)
        guard var buffer = pool.acquire() else {
            if isEarly { return waitForCallback() }
            // Until one is released, or the timer retries, perhaps with more memory and descriptors.
            scheduler.awaitsBuffer = true
            frameTimer?.arm(at: now + Self.compositorTimeout)
            return commitUnlessFrameFollows()
        }

        scheduler.beginFrame()
        let changes = content.advance(to: frame)
        let isAnimating = content.isAnimating(at: frame.time)
        if buffer === pool.kept {
            // The content has just kept its picture.
            if let other = pool.acquire() { buffer = other } else { pool.forget() }
        }
        let changed = changes.compactMap { pixels($0, origin, pool) }
        let columns = transform.columns(margin: margin, width: pool.width, scale: scale)
        let isMoved = columns != attachedColumns || needsAttach
        let damage = hasContent ? changed : [fullDamage(pool)]
        wasAnimating = isAnimating
        if role.sendZone(isAnimating: isAnimating) { needsCommit = true }
        // An invalidation that was made meanwhile is due at the next frame callback, even if this frame changes nothing.
        guard !damage.isEmpty || isMoved || isAnimating || scheduler.isDirty else {
            if applyTransform(to: pool, margin: margin) { needsCommit = true }
            return commitUnlessFrameFollows()
        }
        let isRedrawn = changed.contains { $0.width >= width && $0.height >= height }
        if !damage.isEmpty, buffer.staleDamage == nil, !isRedrawn, let newest = pool.newest {
            // The first frame after rest draws no more than any other.
            buffer.copy(newest)
        }
        let stale = buffer.staleDamage.map { $0 + changed } ?? [fullDamage(pool)]
        if !damage.isEmpty, !stale.isEmpty {
            content.draw(on: buffer, frame: frame, area: stale.map { logical($0, origin) })
        }
        // The content may have hidden or destroyed the surface.
        guard !isDestroyed, !isHidden, self.pool === pool else { return }
        if !damage.isEmpty {
            attach(buffer, columns, damage: isMoved ? [fullDamage(pool)] : damage, size: size)
            pool.submitted(buffer, damage: damage)
        } else if isMoved, let newest = pool.newest {
            attach(newest, columns, damage: [fullDamage(pool)], size: size)
        }
        if applyTransform(to: pool, margin: margin) { needsCommit = true }
        frameTime = frame.time
        commitFrame(at: now, isAnimating: isAnimating)
    }

    func commit() {
        needsCommit = false
        proxy.commit()
        if hasContent || placeholder != nil, role.repeatLayer() { scheduleCommit() }
    }

    /// Makes pending state take effect with the next frame or, if none is pending, before the next sleep.
    func scheduleCommit() {
        needsCommit = true
        connection.scheduleRender(self)
    }

    func cancelFrameCallback() {
        callback?.destroy()
        callback = nil
        frameTimer?.disarm()
        constraints.motionEnded()
        scheduler.awaitsCallback = false
    }

    /// Ends the content's animation: without frame callbacks the surface is not visible. A compositor that holds all
    /// buffers without a callback pending releases none; the final frame gets a new one.
    func frameCallbackTimedOut() {
        cancelFrameCallback()
        if isHidden, placeholder == nil, scheduler.isConfigured { attachPlaceholder() }
        if scheduler.awaitsBuffer { discardPool() }
        guard scheduler.isDirty else { return }
        content.finishAnimations()
        connection.scheduleRender(self)
    }

    /// Releases replaced buffers. Destroying one while it is on the screen would remove the picture.
    func discardReplacedBuffers() {
        retiredPool = nil
        if !isHidden { placeholder = nil }
    }

    /// Schedules the release of idle buffers: another frame may follow soon, and new memory costs as much as drawing.
    func freeIdleBuffers(after time: UInt64) {
        idleTimer?.arm(at: pool?.hasStaleBuffers == true ? time + Self.idleTime : nil)
    }

    private func sendPendingState() {
        if role.sendZone(isAnimating: wasAnimating) { needsCommit = true }
        if role.sendHeight() { needsCommit = true }
        if role.awaitsConfigure, configureTimer?.deadline == nil {
            configureTimer?.arm(at: MonotonicClock.now + Self.compositorTimeout)
        }
    }

    /// Commits pending state if no frame will do so; and a requested height at once, because the next frame waits for it.
    private func commitUnlessFrameFollows() {
        guard needsCommit, !scheduler.isDirty || isHidden || role.awaitsConfigure else { return }
        commit()
    }

    /// The part of the buffer before the leading edge, buffer pixels: 0 if it would make the buffer too large.
    private func margin(width: Int, height: Int) -> Int {
        let margin = Int((leadingMargin * scale).rounded())
        return Double(margin + width) * Double(height) <= PixelBuffer.maximumArea ? margin : 0
    }

    /// Sends the changed opacity and place of the content; true if a commit is needed.
    private func applyTransform(to pool: BufferPool, margin: Int) -> Bool {
        hasContent && transform.apply(margin: margin, width: pool.width, height: pool.height, scale: scale)
    }

    private func attach(_ buffer: PixelBuffer, _ columns: Range<Int>?, damage: [PixelRect], size: Size) {
        if !hasContent, let viewport {
            viewport.setDestination(width: Int32(size.width), height: Int32(size.height))
        } else if !hasContent {
            proxy.setBufferScale(scale: Int32(scale))
        }
        hasContent = true
        (attachedColumns, needsAttach) = (columns, false)
        let attached = buffer.submit(columns, isOpaque: hasOpaqueBuffers) { [weak self] in self?.bufferReleased() }
        proxy.attach(buffer: attached, x: 0, y: 0)
        // Damage outside of a view is ignored.
        let start = Int32(columns?.lowerBound ?? 0)
        for rect in damage {
            proxy.damageBuffer(x: rect.x - start, y: rect.y, width: rect.width, height: rect.height)
        }
    }

    private func commitFrame(at now: UInt64, isAnimating: Bool) {
        if scheduler.awaitsCallback {
            // It must not wait for the replaced frame to be shown.
            constraints.motionEnded()
        } else {
            requestCallback(at: now)
        }
        if let trace = connection.trace {
            requestFeedback(tracing: isAnimating, frameTime, in: trace)
        } else if isAnimating {
            presentation.request { [weak self] in self?.presented($0) }
        }
        constraints.apply(
            prediction: pacer.knowsPhase ? frameTime : nil, interval: pacer.interval, isMoving: isAnimating)
        commit()
        if hasContent { discardReplacedBuffers() }
        freeIdleBuffers(after: now)
        if isAnimating { scheduler.isDirty = true }
    }

    private func requestCallback(at now: UInt64) {
        let callback = proxy.frame()
        callback.onEvent = { [weak self] _ in self?.callbackArrived() }
        self.callback = callback
        scheduler.awaitsCallback = true
        frameTimer?.arm(at: now + Self.compositorTimeout)
    }

    /// Defers an early frame to the pending callback.
    private func waitForCallback() {
        scheduler.waitForCallback()
        commitUnlessFrameFollows()
    }

    private func presented(_ presentation: PresentationFeedback.Presentation?) {
        guard let presentation else { return }
        pacer.presented(at: presentation.time, refresh: presentation.refresh, now: MonotonicClock.now)
    }

    private func requestFeedback(tracing isAnimating: Bool, _ prediction: UInt64, in trace: FrameTrace) {
        var traced = TracedFrame(
            surface: name, output: output?.name, isMoving: isAnimating, predicted: prediction,
            committed: MonotonicClock.now, outcome: .unknown)
        let isRequested = presentation.request { [weak self] in
            guard let self else { return }
            presented($0)
            traced.outcome = $0.map { .presented(at: $0.time, refresh: $0.refresh) } ?? .discarded
            trace.record(traced)
        }
        if !isRequested { trace.record(traced) }
    }

    private func callbackArrived() {
        callback = nil
        frameTimer?.disarm()
        pacer.callbackArrived(at: MonotonicClock.now)
        scheduler.awaitsCallback = false
        if scheduler.isDirty { connection.scheduleRender(self) }
    }

    private func bufferReleased() {
        if scheduler.awaitsBuffer { frameTimer?.disarm() }
        scheduler.awaitsBuffer = false
        if scheduler.isDirty { connection.scheduleRender(self) }
    }

    private func currentPool(width: Int, height: Int) -> BufferPool {
        if let pool, pool.width == width, pool.height == height { return pool }
        discardPool()
        let fresh = BufferPool(width: width, height: height, shm: shm)
        pool = fresh
        return fresh
    }

    /// Makes the next frame begin a new pool. The buffer on the screen lives until then.
    private func discardPool() {
        retiredPool = retiredPool ?? pool
        pool = nil
        hasContent = false
        scheduler.awaitsBuffer = false
    }

    private func fullDamage(_ pool: BufferPool) -> PixelRect {
        PixelRect(x: 0, y: 0, width: Int32(pool.width), height: Int32(pool.height))
    }

    private func pixels(_ rect: Rect, _ origin: Int, _ pool: BufferPool) -> PixelRect? {
        let left = max(Int((rect.x * scale).rounded(.down)) + origin, 0)
        let top = max(Int((rect.y * scale).rounded(.down)), 0)
        let right = min(Int((rect.maxX * scale).rounded(.up)) + origin, pool.width)
        let bottom = min(Int((rect.maxY * scale).rounded(.up)), pool.height)
        guard right > left, bottom > top else { return nil }
        return PixelRect(x: Int32(left), y: Int32(top), width: Int32(right - left), height: Int32(bottom - top))
    }

    private func logical(_ rect: PixelRect, _ origin: Int) -> Rect {
        Rect(
            x: Double(Int(rect.x) - origin) / scale, y: Double(rect.y) / scale, width: Double(rect.width) / scale,
            height: Double(rect.height) / scale)
    }
}
