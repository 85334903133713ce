// SPDX-License-Identifier: MIT
import Geometry
import Wayland

extension Surface {
    /// Applies a configured size, which is the requested one if `isRequested`.
    func configure(_ newSize: Size, isRequested: Bool) {
        if isRequested { configureTimer?.disarm() }
        guard newSize != size || !scheduler.isConfigured else {
            // A configure that changes nothing must be committed all the same, but needs no new frame.
            commit()
            return connection.scheduleRender(self)
        }
        // The compositor has already moved the old frame, so the new one does not wait for its callback.
        if isRequested { cancelFrameCallback() }
        size = newSize
        hasContent = false
        onResize(newSize)
        regions.applyInput()
        scheduler.configured()
        if isHidden { attachPlaceholder() } else { connection.scheduleRender(self) }
    }

    /// Accepts the size that the compositor configured instead of the requested one.
    func configureTimedOut() {
        role.abandonConfigure()
        connection.scheduleRender(self)
    }

    func rescale(_ newScale: Double) {
        guard newScale > 0, newScale != scale else { return }
        scale = newScale
        hasContent = false
        scheduler.resized()
        connection.scheduleRender(self)
    }

    /// Replaces the content by a placeholder and ends presses and animations.
    func hide() {
        retiredPool = retiredPool ?? pool
        pool = nil
        connection.cancelPresses(on: self)
        cancelFrameCallback()
        scheduler.bufferReleased()
        presentation.animationEnded()
        wasAnimating = false
        // An exclusive zone that waited for the end of the animation may change now.
        connection.scheduleRender(self)
        guard scheduler.isConfigured else { return }
        attachPlaceholder()
    }

    /// Attaches a single transparent pixel. It keeps the surface mapped, so showing it again takes no configure.
    private func attachPlaceholder() {
        guard let buffer = PixelBuffer(width: 1, height: 1, shm: shm) else { return }
        hasContent = false
        _ = regions.setOpaque([])
        viewport?.setDestination(width: -1, height: -1)
        proxy.setBufferScale(scale: 1)
        proxy.attach(buffer: buffer.proxy, x: 0, y: 0)
        proxy.damageBuffer(x: 0, y: 0, width: 1, height: 1)
        commit()
        placeholder = buffer
        discardReplacedBuffers()
    }
}
