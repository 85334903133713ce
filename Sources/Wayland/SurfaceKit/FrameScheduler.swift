/// The state that decides when a surface may draw: with each frame callback, and earlier for urgent changes. No state is a dead
/// end: a configure, a released buffer, a frame callback and its timeout each re-arm it.
struct FrameScheduler: Equatable {
    private(set) var isConfigured = false
    /// True if a frame is due. Changes while a frame is being made are due in the next one.
    var isDirty = false
    /// True while a frame callback is pending. Without one in time the surface is not visible, and drawing continues.
    var awaitsCallback = false
    private var urgency = FrameUrgency.paced
    /// The urgency of the newest frame that did not wait for the pending callback.
    private var spent = FrameUrgency.paced
    /// True while the compositor holds all buffers, or memory for one is missing.
    var awaitsBuffer = false

    var shouldDraw: Bool { isConfigured && isDirty && (!awaitsCallback || urgency > spent) && !awaitsBuffer }

    /// Makes a frame due.
    mutating func invalidate(_ urgency: FrameUrgency) {
        isDirty = true
        self.urgency = max(self.urgency, urgency)
    }

    /// Moves the due changes into a frame.
    mutating func beginFrame() {
        isDirty = false
        spent = awaitsCallback ? urgency : .paced
        urgency = .paced
    }

    /// Makes the due changes wait for the pending callback.
    mutating func waitForCallback() { urgency = .paced }

    /// The surface has a new size, and needs buffers of that size.
    mutating func configured() {
        isConfigured = true
        resized()
    }

    /// The next frame needs buffers of another size, so buffers that the compositor holds do not matter.
    mutating func resized() {
        isDirty = true
        awaitsBuffer = false
    }
}
