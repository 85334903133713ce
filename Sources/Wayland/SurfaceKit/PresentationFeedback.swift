// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Wayland

/// Asks the compositor when a surface's frames are seen, once in a motion.
///
/// One answer at its beginning is enough to know the refreshes' phase. A compositor may never answer, and a question
/// cannot be taken back, so there is one at a time.
final class PresentationFeedback {
    private let surface: WlSurface
    private let globals: Globals
    private var feedback: WpPresentationFeedback?
    private var wasAsked = false

    init(of surface: WlSurface, globals: Globals) {
        self.surface = surface
        self.globals = globals
    }

    /// Asks of the frame that is committed next, if the motion's question was not asked yet.
    ///
    /// - Parameter answer: called with when the frame was seen (CLOCK_MONOTONIC, ns) and with the ns to the next
    ///   refresh, unless nobody saw it.
    func ask(then answer: @escaping (_ time: UInt64, _ refresh: UInt64) -> Void) {
        guard !wasAsked, feedback == nil, let presentation = globals.presentation,
            let clock = globals.presentationClock
        else { return }
        wasAsked = true
        let feedback = presentation.feedback(surface: surface)
        feedback.onEvent = { [unowned self] event in
            switch event {
            case .presented, .discarded: self.feedback = nil
            case .syncOutput: break
            }
            guard case .presented(let high, let low, let nanoseconds, let refresh, _, _, _) = event else { return }
            let time = (UInt64(high) << 32 | UInt64(low)) &* 1_000_000_000 &+ UInt64(nanoseconds)
            answer(Self.monotonic(time, clock: clock), UInt64(refresh))
        }
        self.feedback = feedback
    }

    /// The next motion may ask again.
    func motionEnded() { wasAsked = false }

    func destroy() {
        feedback?.destroy()
        feedback = nil
    }

    /// Translates a time of the compositor's presentation clock, which need not be ours.
    private static func monotonic(_ time: UInt64, clock: Int32) -> UInt64 {
        guard clock != CLOCK_MONOTONIC else { return time }
        var other = timespec()
        guard clock_gettime(clock, &other) == 0 else { return MonotonicClock.now }
        let difference = Int64(MonotonicClock.now) - (Int64(other.tv_sec) * 1_000_000_000 + Int64(other.tv_nsec))
        return UInt64(clamping: Int64(clamping: time).addingReportingOverflow(difference).partialValue)
    }
}
