// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Posix
import Wayland

/// Feedback on the presentation times of a surface's frames (presentation-time).
///
/// A compositor may never answer, and a request cannot be cancelled, so there is at most one at a time.
final class PresentationFeedback {
    private let surface: WlSurface
    private let globals: Globals
    private var feedback: WpPresentationFeedback?

    init(of surface: WlSurface, globals: Globals) {
        self.surface = surface
        self.globals = globals
    }

    /// Requests feedback on the next committed frame, unless an earlier request is unanswered.
    ///
    /// - Parameter completion: called with the presentation time (CLOCK_MONOTONIC, ns) and the time to the next refresh
    ///   (ns), unless the frame was discarded or the time is invalid.
    func request(completion: @escaping (_ time: UInt64, _ refresh: UInt64) -> Void) {
        guard feedback == nil, let presentation = globals.presentation, let clock = globals.presentationClock else {
            return
        }
        let feedback = presentation.feedback(surface: surface)
        feedback.onEvent = { [unowned self] event in
            switch event {
            case .presented, .discarded: self.feedback = nil
            case .syncOutput: break
            }
            guard case .presented(let high, let low, let nanoseconds, let refresh, _, _, _) = event,
                let time = Self.time(seconds: UInt64(high) << 32 | UInt64(low), nanoseconds: nanoseconds)
            else { return }
            completion(Self.monotonic(time, clock: clock), UInt64(refresh))
        }
        self.feedback = feedback
    }

    func destroy() {
        feedback?.destroy()
        feedback = nil
    }

    /// The nanoseconds of a time; nil unless it is a valid `timespec`.
    static func time(seconds: UInt64, nanoseconds: UInt32) -> UInt64? {
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow, nanoseconds < 1_000_000_000 else { return nil }
        let (sum, isTooLate) = whole.addingReportingOverflow(UInt64(nanoseconds))
        return isTooLate ? nil : sum
    }

    /// Converts a time of the compositor's presentation clock to CLOCK_MONOTONIC.
    private static func monotonic(_ time: UInt64, clock: Int32) -> UInt64 {
        guard clock != CLOCK_MONOTONIC else { return time }
        guard let other = clockTime(clock) else { return MonotonicClock.now }
        let difference = Int64(MonotonicClock.now) - Int64(other)
        return UInt64(clamping: Int64(clamping: time).addingReportingOverflow(difference).partialValue)
    }
}
