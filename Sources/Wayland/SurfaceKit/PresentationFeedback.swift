// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Posix
import Wayland

/// Feedback on the presentation time of a surface's frames (presentation-time), requested once per animation.
///
/// One answer suffices to know the phase of the refreshes. A compositor may never answer, and a request cannot be
/// cancelled, so there is at most one at a time.
final class PresentationFeedback {
    private let surface: WlSurface
    private let globals: Globals
    private var feedback: WpPresentationFeedback?
    private var wasRequested = false

    init(of surface: WlSurface, globals: Globals) {
        self.surface = surface
        self.globals = globals
    }

    /// Requests feedback on the next committed frame, unless it was requested in this animation already.
    ///
    /// - Parameter completion: called with the presentation time (CLOCK_MONOTONIC, ns) and the time to the next refresh
    ///   (ns), unless the frame was discarded.
    func request(completion: @escaping (_ time: UInt64, _ refresh: UInt64) -> Void) {
        guard !wasRequested, feedback == nil, let presentation = globals.presentation,
            let clock = globals.presentationClock
        else { return }
        wasRequested = true
        let feedback = presentation.feedback(surface: surface)
        feedback.onEvent = { [unowned self] event in
            switch event {
            case .presented, .discarded: self.feedback = nil
            case .syncOutput: break
            }
            guard case .presented(let high, let low, let nanoseconds, let refresh, _, _, _) = event else { return }
            let time = (UInt64(high) << 32 | UInt64(low)) &* 1_000_000_000 &+ UInt64(nanoseconds)
            completion(Self.monotonic(time, clock: clock), UInt64(refresh))
        }
        self.feedback = feedback
    }

    /// Allows the next animation to request feedback again.
    func animationEnded() { wasRequested = false }

    func destroy() {
        feedback?.destroy()
        feedback = nil
    }

    /// Converts a time of the compositor's presentation clock to CLOCK_MONOTONIC.
    private static func monotonic(_ time: UInt64, clock: Int32) -> UInt64 {
        guard clock != CLOCK_MONOTONIC else { return time }
        guard let other = clockTime(clock) else { return MonotonicClock.now }
        let difference = Int64(MonotonicClock.now) - Int64(other)
        return UInt64(clamping: Int64(clamping: time).addingReportingOverflow(difference).partialValue)
    }
}
