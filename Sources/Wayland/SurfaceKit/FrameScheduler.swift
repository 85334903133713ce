// SPDX-License-Identifier: MIT

/// The state that decides when a surface may draw. No state is a dead end: a configure, a released buffer, a frame
/// callback and its timeout each re-arm it.
struct FrameScheduler: Equatable {
    /// True once the compositor has configured the surface.
    private(set) var isConfigured = false
    /// True if a frame is due.
    private(set) var isDirty = false
    /// True while the frame callback of a committed frame is pending.
    private(set) var awaitsCallback = false
    /// True while the compositor holds all buffers, or there is no memory for one.
    private(set) var awaitsBuffer = false

    /// True if a frame is due and may be drawn now.
    var shouldDraw: Bool { isConfigured && isDirty && !awaitsCallback && !awaitsBuffer }

    mutating func invalidate() { isDirty = true }

    /// The surface has its first or another size, and needs buffers of that size.
    mutating func configured() {
        isConfigured = true
        resized()
    }

    /// The next frame needs buffers of another size, so buffers that the compositor holds do not matter.
    mutating func resized() {
        isDirty = true
        awaitsBuffer = false
    }

    /// A frame is being made. What is invalidated from now on is due in the next one.
    mutating func began() { isDirty = false }

    /// A frame was committed with a frame callback.
    mutating func committed() { awaitsCallback = true }

    mutating func callbackArrived() { awaitsCallback = false }

    /// The frame callback is overdue, since the surface is not visible. Drawing goes on without it.
    mutating func callbackTimedOut() { awaitsCallback = false }

    mutating func noBuffer() { awaitsBuffer = true }

    mutating func bufferReleased() { awaitsBuffer = false }
}
