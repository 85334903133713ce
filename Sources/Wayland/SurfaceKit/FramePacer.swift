// SPDX-License-Identifier: MIT

/// Predicts when a frame that is drawn now will be seen.
///
/// What the compositor said of frames that were really presented is the best source; it may never come, though it was
/// offered, and then the frame callbacks' own pace has to do. Times are CLOCK_MONOTONIC, ns.
struct FramePacer: Equatable {
    private static let usualInterval: UInt64 = 16_666_667
    /// Intervals that a screen can have, ns; others are nonsense, and would make every motion jump to its end.
    private static let plausible: ClosedRange<UInt64> = 1_000_000...100_000_000
    /// What a compositor needs, at the least, to take up a commit before it draws.
    private static let lead: UInt64 = 1_000_000

    /// From one refresh to the next, ns.
    private(set) var interval = usualInterval
    /// A moment at which a refresh happened, or is taken to have.
    private var reference: UInt64?
    private var lastCallback: UInt64?

    /// Takes the output's own word for its pace; nil when it has none.
    mutating func adopt(interval: UInt64?) {
        if let interval, Self.plausible.contains(interval) { self.interval = interval }
    }

    /// A frame callback arrived.
    mutating func callbackArrived(at time: UInt64) {
        defer { lastCallback = time }
        reference = time
        guard let lastCallback, time > lastCallback else { return }
        let measured = time - lastCallback
        // Only frames that follow one another tell the pace.
        if measured > interval / 2, measured < interval * 3 / 2 { interval = (interval * 7 + measured) / 8 }
    }

    /// A frame was presented.
    ///
    /// - Parameter refresh: ns to the next refresh; 0 where the compositor does not know.
    mutating func presented(at time: UInt64, refresh: UInt64) {
        reference = time
        adopt(interval: refresh)
    }

    /// When a frame that is drawn at `now` will be seen: the next refresh that it can still make.
    func prediction(at now: UInt64) -> UInt64 {
        guard let reference else { return now + interval }
        let earliest = now + Self.lead
        guard earliest > reference else { return earliest + (reference - earliest) % interval }
        let refreshes = (earliest - reference + interval - 1) / interval
        return reference + refreshes * interval
    }
}
