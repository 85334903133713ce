// SPDX-License-Identifier: MIT

/// A predictor of presentation times.
///
/// Presentation feedback is the best source, but may never come although the compositor offers it; then the interval
/// between frame callbacks must do. Times are CLOCK_MONOTONIC, ns.
struct FramePacer: Equatable {
    private static let defaultInterval: UInt64 = 16_666_667
    /// The refresh intervals of real screens, ns. Others are invalid, and would make every animation jump to its end.
    private static let plausible: ClosedRange<UInt64> = 1_000_000...100_000_000
    /// The minimum time between a commit and the refresh that can show it, ns.
    private static let lead: UInt64 = 1_000_000

    /// The refresh interval, ns.
    private(set) var interval = defaultInterval
    /// The time of some refresh, known or assumed.
    private var reference: UInt64?
    private var lastCallback: UInt64?

    /// Sets the output's refresh interval, ns; nil if the output has none.
    mutating func adopt(interval: UInt64?) {
        if let interval, Self.plausible.contains(interval) { self.interval = interval }
    }

    /// Records a frame callback.
    mutating func callbackArrived(at time: UInt64) {
        defer { lastCallback = time }
        reference = time
        guard let lastCallback, time > lastCallback else { return }
        let measured = time - lastCallback
        // Only consecutive frames measure the interval.
        if measured > interval / 2, measured < interval * 3 / 2 { interval = (interval * 7 + measured) / 8 }
    }

    /// Records a presented frame.
    ///
    /// - Parameter refresh: the time to the next refresh, ns; 0 if the compositor does not know it.
    mutating func presented(at time: UInt64, refresh: UInt64) {
        reference = time
        adopt(interval: refresh)
    }

    /// The presentation time of a frame drawn at `now`: the next refresh that it can still reach.
    func prediction(at now: UInt64) -> UInt64 {
        guard let reference else { return now + interval }
        let earliest = now + Self.lead
        guard earliest > reference else { return earliest + (reference - earliest) % interval }
        let refreshes = (earliest - reference + interval - 1) / interval
        return reference + refreshes * interval
    }
}
