// SPDX-License-Identifier: MIT

/// Decides when a surface may draw. It is never in a state from which nothing leads on: a configure, a released buffer,
/// a frame callback and its absence each re-arm it.
struct FrameScheduler: Equatable {
    /// The compositor has said how large the surface is.
    private(set) var isConfigured = false
    /// Something is to be drawn.
    private(set) var isDirty = false
    /// A frame was committed whose callback has not come yet.
    private(set) var awaitsCallback = false
    /// The compositor holds all the buffers.
    private(set) var awaitsBuffer = false

    /// Whether to draw now.
    var shouldDraw: Bool { isConfigured && isDirty && !awaitsCallback && !awaitsBuffer }

    mutating func invalidate() { isDirty = true }

    /// The surface has a size, or another one; its buffers will be new ones.
    mutating func configured() {
        isConfigured = true
        resized()
    }

    /// The next frame needs buffers of another size, so those that the compositor holds are no obstacle.
    mutating func resized() {
        isDirty = true
        awaitsBuffer = false
    }

    /// A frame was committed, and its callback asked for.
    mutating func committed() {
        isDirty = false
        awaitsCallback = true
    }

    /// There was nothing to draw after all.
    mutating func nothingToDraw() { isDirty = false }

    mutating func callbackArrived() { awaitsCallback = false }

    /// The callback did not come in time: nobody sees the surface. State goes on without it.
    mutating func callbackMissing() { awaitsCallback = false }

    mutating func noBuffer() { awaitsBuffer = true }

    mutating func bufferReleased() { awaitsBuffer = false }
}
