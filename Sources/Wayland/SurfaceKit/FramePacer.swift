// SPDX-License-Identifier: MIT

/// A predictor of presentation times.
///
/// Presentation feedback is the best source: it gives every process the same refreshes. Frame callbacks reach each
/// process at a time of its own, so they are the source only while feedback is missing; it may never come although the
/// compositor offers it. Times are CLOCK_MONOTONIC, ns.
struct FramePacer: Equatable {
    private static let defaultInterval: UInt64 = 16_666_667
    /// The refresh intervals of real screens, ns. Others are invalid, and would make every animation jump to its end.
    private static let plausible: ClosedRange<UInt64> = 1_000_000...100_000_000
    /// The minimum time between a commit and the refresh that can show it, ns.
    private static let lead: UInt64 = 1_000_000
    /// The time for which whole intervals lead from a presented refresh to later ones, ns. The clock of a screen
    /// deviates from the nominal rate by up to 50 millionths, which is half a millisecond then.
    private static let maximumPhaseAge: UInt64 = 10_000_000_000
    /// The latest plausible presentation after the time at which it is reported, ns.
    private static let maximumAdvance: UInt64 = 1_000_000_000

    /// The refresh interval, ns.
    private(set) var interval = defaultInterval
    /// The time of some refresh, known or assumed.
    private var reference: UInt64?
    /// The latest presentation; nil while the reference is a callback's.
    private var lastPresentation: UInt64?
    private var lastCallback: UInt64?

    /// Sets the output's refresh interval, ns; nil if the output has none.
    mutating func adopt(interval: UInt64?) {
        if let interval, Self.plausible.contains(interval) { self.interval = interval }
    }

    /// Discards the known refreshes, which are those of another output.
    mutating func outputChanged() {
        (reference, lastPresentation, lastCallback) = (nil, nil, nil)
    }

    /// Records a frame callback. After a presentation it gives neither phase nor interval.
    mutating func callbackArrived(at time: UInt64) {
        let previous = lastCallback
        lastCallback = time
        if let lastPresentation, time < lastPresentation + Self.maximumPhaseAge { return }
        lastPresentation = nil
        reference = time
        if let previous { measure(from: previous, to: time) }
    }

    /// Records a presented frame. A time far in the future is ignored.
    ///
    /// - Parameters:
    ///   - time: the time of the refresh that showed it.
    ///   - refresh: the time to the next refresh, ns; 0 if the compositor does not know it.
    ///   - now: the time at which it is reported.
    mutating func presented(at time: UInt64, refresh: UInt64, now: UInt64) {
        guard time <= now || time - now <= Self.maximumAdvance else { return }
        if refresh > 0 {
            adopt(interval: refresh)
        } else if let lastPresentation {
            measure(from: lastPresentation, to: time)
        }
        reference = time
        lastPresentation = time
    }

    /// The presentation time of a frame drawn at `now`: the next refresh that it can still reach.
    func prediction(at now: UInt64) -> UInt64 {
        guard let reference else { return now + interval }
        let earliest = now + Self.lead
        guard earliest > reference else { return earliest + (reference - earliest) % interval }
        let refreshes = (earliest - reference + interval - 1) / interval
        return reference + refreshes * interval
    }

    /// Measures the interval; only consecutive frames do.
    private mutating func measure(from previous: UInt64, to time: UInt64) {
        guard time > previous else { return }
        let measured = time - previous
        if measured > interval / 2, measured < interval * 3 / 2 { interval = (interval * 7 + measured) / 8 }
    }
}
