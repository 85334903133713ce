import EventLoop
import Geometry
import WaylandProtocols

extension Surface {
    /// Overlaps page and bar if their edge may lie between pixels: compositors round it, and some leave a line of wallpaper.
    private func closeSeam(width: Double) {
        guard let output else { return }
        hasSeam = output.isFractional(logicalWidth: Int(output.exactSize?.width ?? width))
        applyOverlap()
    }

    /// The surface's own overlap is enough to close a seam.
    func applyOverlap() {
        if role.setOverlap(EdgeOverlap(overlap.edge, max(overlap.length, hasSeam ? 1 : 0))) { scheduleCommit() }
    }

    /// Applies a configured size; `isRequested` is true for the requested one.
    func configure(_ newSize: Size, isRequested: Bool) {
        if isRequested { configureTimer?.disarm() }
        closeSeam(width: newSize.width)
        guard newSize != size || !scheduler.isConfigured, Self.isPlausible(newSize, scale: scale) else {
            // Even a configure that changes nothing must be committed, but needs no new frame. In a motion the next
            // one does it: a commit of its own would have the compositor discard the frame that it has not shown yet.
            return scheduleCommit()
        }
        // The compositor has already moved the old frame, so the new one does not wait for its callback.
        if isRequested { cancelFrameCallback() }
        size = newSize
        invalidateBuffers()
        onResize(newSize)
        scheduler.configured()
        if isHidden { attachPlaceholder() } else { connection.scheduleRender(self) }
    }

    /// Accepts the size that the compositor configured instead of the requested one.
    func configureTimedOut() {
        role.abandonConfigure()
        connection.scheduleRender(self)
    }

    func rescale(_ newScale: Double) {
        guard Self.plausibleScales.contains(newScale), newScale != scale,
            size.map({ Self.isPlausible($0, scale: newScale) }) ?? true
        else { return }
        scale = newScale
        invalidateBuffers()
        scheduler.resized()
        connection.scheduleRender(self)
    }

    /// Replaces the content by a placeholder and ends presses and animations.
    func hide() {
        if keepsBuffer {
            pool?.restore()
        } else {
            retiredPool = retiredPool ?? pool
            pool = nil
        }
        for seat in connection.seats.values { seat.cancelPresses(on: self) }
        cancelFrameCallback()
        scheduler.awaitsBuffer = false
        wasAnimating = false
        // An exclusive zone that waited for the end of the animation may change now.
        connection.scheduleRender(self)
        guard scheduler.isConfigured else { return }
        attachPlaceholder()
    }

    /// The size of a hidden surface, logical pixels. Mir shows no surface again that the pointer's image has covered.
    private static let placeholderSize = Size(width: 32, height: 32)

    /// Attaches a single transparent pixel. It keeps the surface mapped, so showing it again takes no configure. A
    /// window keeps its size: a compositor may configure it with the size that it last had, and a maximized one must
    /// have the configured size.
    func attachPlaceholder() {
        let side = role.keepsSizeWhileHidden ? size : nil
        // Without a viewport, only a buffer of that size has that size.
        let pixels = viewport == nil ? side : nil
        guard
            let buffer = PixelBuffer(width: Int(pixels?.width ?? 1), height: Int(pixels?.height ?? 1), shm: shm)
        else {
            // Without memory or descriptors, the picture stays until some are free.
            frameTimer?.arm(at: MonotonicClock.now + Self.compositorTimeout)
            return
        }
        hasContent = false
        _ = regions.setOpaque(nil)
        transform.reset()
        let shown = side ?? Self.placeholderSize
        viewport?.setDestination(width: Int32(shown.width), height: Int32(shown.height))
        proxy.setBufferScale(scale: 1)
        proxy.attach(buffer: buffer.proxy, x: 0, y: 0)
        proxy.damageBuffer(x: 0, y: 0, width: Int32(buffer.width), height: Int32(buffer.height))
        commit()
        placeholder = buffer
        discardReplacedBuffers()
        freeIdleBuffers(after: MonotonicClock.now)
    }

    /// Records that the size or the scale has changed. A hidden surface frees its kept buffer.
    private func invalidateBuffers() {
        hasContent = false
        guard isHidden else {
            pool?.invalidate()
            return
        }
        retiredPool = retiredPool ?? pool
        pool = nil
        if placeholder != nil { discardReplacedBuffers() }
    }

    /// The plausible scales of an output. Others are a compositor's error.
    static let plausibleScales: ClosedRange<Double> = 0.25...16

    /// True if a buffer of a size may be allocated; an absurd size would take all memory.
    private static func isPlausible(_ size: Size, scale: Double) -> Bool {
        size.width * size.height * scale * scale <= PixelBuffer.maximumArea
    }
}
