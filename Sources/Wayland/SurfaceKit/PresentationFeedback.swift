import EventLoop
import Glibc
import Posix
import WaylandProtocols

/// The presentation times of frames (presentation-time). Requests may stay unanswered, so their number is limited.
final class PresentationFeedback {
    /// A time, CLOCK_MONOTONIC in ns, and the time to the next refresh, ns; 0 if unknown to the compositor.
    typealias Presentation = (time: UInt64, refresh: UInt64)

    /// The maximum number of unanswered requests. Most frames are presented before the next one is committed.
    static let maximum = 8

    private let surface: WlSurface
    private let globals: Globals
    private var unanswered: [WpPresentationFeedback] = []

    init(of surface: WlSurface, globals: Globals) {
        self.surface = surface
        self.globals = globals
    }

    /// Requests feedback on the next committed frame, unless too many requests are unanswered; true if it was
    /// requested. The completion is called with the presentation; nil if the frame was discarded or the time is
    /// invalid.
    @discardableResult
    func request(completion: @escaping (Presentation?) -> Void) -> Bool {
        guard unanswered.count < Self.maximum, let presentation = globals[WpPresentation.self],
            let clock = globals.presentationClock
        else { return false }
        let feedback = presentation.feedback(surface: surface)
        feedback.onEvent = { [weak self, weak feedback] event in
            guard let self else { return }
            switch event {
            case .presented(let high, let low, let nanoseconds, let refresh, _, _, _):
                unanswered.removeAll { $0 === feedback }
                let time = Self.time(seconds: UInt64(high) << 32 | UInt64(low), nanoseconds: nanoseconds)
                completion(
                    time.map { (Self.monotonic($0, clock: clock), UInt64(refresh)) })
            case .discarded:
                unanswered.removeAll { $0 === feedback }
                completion(nil)
            case .syncOutput: break
            }
        }
        unanswered.append(feedback)
        return true
    }

    func destroy() {
        for feedback in unanswered { feedback.destroy() }
        unanswered = []
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
