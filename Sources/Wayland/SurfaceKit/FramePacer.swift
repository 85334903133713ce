/// A predictor of presentation times. Times are CLOCK_MONOTONIC, ns.
///
/// Presentation feedback gives every process the same refreshes, but may never come. Until it does, frame callbacks are
/// the source, which reach each process at a different time.
struct FramePacer: Equatable {
    private static let defaultInterval: UInt64 = 16_666_667
    /// The refresh intervals of real screens, ns. Other values are invalid, and would make every animation jump to its end.
    private static let plausible: ClosedRange<UInt64> = 1_000_000...100_000_000
    /// The minimum time between a commit and the refresh that can show it, ns.
    private static let lead: UInt64 = 1_000_000
    /// The time for which whole intervals lead from a presented refresh to later ones, ns. The clock of a screen
    /// deviates from the nominal rate by up to 50 millionths, which is half a millisecond then.
    private static let maximumPhaseAge: UInt64 = 10_000_000_000
    /// The latest plausible presentation after the time at which it is reported, ns.
    private static let maximumAdvance: UInt64 = 1_000_000_000
    /// The maximum deviation of a presentation from whole intervals that keeps the reference's phase, ns. All processes are
    /// this close to their latest known presentation, and so at most twice that from one another.
    static let phaseTolerance: UInt64 = 250_000

    /// The refresh interval, ns.
    private(set) var interval = defaultInterval
    /// The interval that the output reports; nil if it reports none.
    private var nominal: UInt64?
    /// The time of some refresh, known or assumed.
    private var reference: UInt64?
    /// The latest presentation; nil while the reference is a callback's.
    private var lastPresentation: UInt64?
    private var lastCallback: UInt64?

    /// True if predictions come from a presentation, and not from frame callbacks.
    var knowsPhase: Bool { lastPresentation != nil }

    /// Sets the output's refresh interval, ns; nil if the output has none.
    mutating func adopt(interval: UInt64?) {
        guard let interval, Self.plausible.contains(interval) else { return }
        (nominal, self.interval) = (interval, interval)
    }

    /// Discards the known refreshes; they belong to another output.
    mutating func outputChanged() {
        (nominal, reference, lastPresentation, lastCallback) = (nil, nil, nil, nil)
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

    /// Records a presentation reported now. The reference moves to it by whole intervals, unless it is
    /// too far from them: reported times jitter, and processes must predict the same times although they know of
    /// different frames. A time far in the future, or before the latest one, is ignored.
    ///
    /// - Parameter refresh: the time to the next refresh, ns; 0 if unknown to the compositor, or
    ///   variable. The output's interval replaces it, since measurements differ between processes.
    mutating func presented(at time: UInt64, refresh: UInt64, now: UInt64) {
        guard time <= now || time - now <= Self.maximumAdvance, time >= lastPresentation ?? 0 else { return }
        defer { lastPresentation = time }
        let previous = interval
        if Self.plausible.contains(refresh) {
            interval = refresh
        } else if let nominal {
            interval = nominal
        } else if let lastPresentation {
            measure(from: lastPresentation, to: time)
        }
        guard let reference, lastPresentation != nil, time >= reference, interval == previous else {
            self.reference = time
            return
        }
        let excess = (time - reference) % interval
        if excess <= Self.phaseTolerance {
            self.reference = time - excess
        } else if interval - excess <= Self.phaseTolerance {
            self.reference = time + (interval - excess)
        } else {
            self.reference = time
        }
    }

    /// The presentation time of a frame drawn at `now`: the next refresh that it can reach.
    func prediction(at now: UInt64) -> UInt64 {
        guard let reference else { return now + interval }
        let earliest = now + Self.lead
        guard earliest > reference else { return earliest + (reference - earliest) % interval }
        let refreshes = (earliest - reference + interval - 1) / interval
        return reference + refreshes * interval
    }

    /// True if two predictions belong to one refresh, although its phase may have become known in between.
    func isSameRefresh(_ one: UInt64, _ other: UInt64) -> Bool { max(one, other) - min(one, other) < interval / 2 }

    /// Measures the interval; only consecutive frames do.
    private mutating func measure(from previous: UInt64, to time: UInt64) {
        guard time > previous else { return }
        let measured = time - previous
        if measured > interval / 2, measured < interval * 3 / 2 { interval = (interval * 7 + measured) / 8 }
    }
}
