import Glibc
import WaylandProtocols

/// Constraints on a surface's frames: none of a motion is shown a refresh before its time (commit-timing), or replaced
/// before it was shown (fifo). The first frame after rest has none: it must appear as soon as possible.
final class FrameConstraints {
    private let globals: Globals
    private let timer: WpCommitTimerV1?
    private let fifo: WpFifoV1?
    /// True if the next frame continues a motion.
    private var isMoving = false

    init(of surface: WlSurface, globals: Globals) {
        self.globals = globals
        timer = globals[WpCommitTimingManagerV1.self]?.getTimer(surface: surface)
        fifo = globals[WpFifoManagerV1.self]?.getFifo(surface: surface)
    }

    /// Constrains the next commit, which is a frame.
    ///
    /// - Parameters:
    ///   - prediction: its presentation time, CLOCK_MONOTONIC, ns; nil if it is only assumed.
    ///   - isMoving: true if another frame of the motion follows.
    func apply(prediction: UInt64?, interval: UInt64, isMoving: Bool) {
        defer { self.isMoving = isMoving }
        guard self.isMoving else { return }
        // Timestamps are on the presentation clock, predictions on CLOCK_MONOTONIC.
        if let timer, let prediction, prediction > interval, globals.presentationClock == CLOCK_MONOTONIC {
            // A compositor must not show it before: half an interval keeps an early refresh from being the next one.
            let time = prediction - interval / 2
            let (seconds, nanoseconds) = (time / 1_000_000_000, UInt32(time % 1_000_000_000))
            timer.setTimestamp(
                tvSecHi: UInt32(seconds >> 32), tvSecLo: UInt32(truncatingIfNeeded: seconds), tvNsec: nanoseconds)
        }
        fifo?.waitBarrier()
        if isMoving { fifo?.setBarrier() }
    }

    /// Makes the next frame the first one after rest. An invisible surface passes no barrier.
    func motionEnded() { isMoving = false }

    func destroy() {
        timer?.destroy()
        fifo?.destroy()
    }
}
