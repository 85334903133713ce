// SPDX-License-Identifier: MIT

internal import StressModel

/// A page's model of the user's measurements. It is loaded in small steps, newest measurements first, so that no frame
/// waits for it; older measurements are missing until they are loaded.
///
/// The history consists of pages with a bounded number of items. Only their days and counts are kept; the items of a page
/// are loaded again when it is visible.
final class HistoryModel {
    /// The progress of loading.
    enum Phase: Equatable, Sendable {
        /// Nothing has been loaded.
        case untouched
        /// Everything from some time on has been loaded.
        case loading
        /// Everything up to the horizon has been loaded.
        case complete
        case failed(StressFailure)
    }

    /// The maximum number of measurements of one load, and of a page of the history.
    static let pageLength = 200
    /// The maximum number of measurements of the last two days that are kept for the curve.
    private static let recentLimit = 1500

    let source: any StressSource
    /// The number of days before today to load; nil for all.
    private let horizon: Int?
    private(set) var phase = Phase.untouched
    private var known = Contents()
    /// The contents that replace the present ones once as much has been loaded.
    private var replacement: Contents?
    private var cache: [(page: Int, items: [HistoryItem])] = []

    init(_ source: any StressSource, horizon: Int? = nil) {
        self.source = source
        self.horizon = horizon
    }

    /// True if there is more to load.
    var hasPendingLoad: Bool { phase == .untouched || phase == .loading || replacement != nil }

    /// True while the present contents are about to be replaced.
    var isReplacing: Bool { replacement != nil }

    /// The time of the next load, CLOCK_MONOTONIC in ns; nil if everything has been loaded.
    func nextLoad(after now: UInt64) -> UInt64? { hasPendingLoad ? pause(after: now) : nil }

    /// The end of the pause between two tasks, in which a frame can be drawn.
    func pause(after now: UInt64) -> UInt64 { now &+ 4_000_000 }

    /// Loads everything again after a change. The present contents are kept until the new ones replace them.
    func invalidate() {
        switch phase {
        case .untouched, .failed: phase = .untouched
        case .loading, .complete: replacement = Contents()
        }
    }

    /// Loads the next measurements.
    ///
    /// - Parameters:
    ///   - now: the wall-clock time.
    ///   - rows: the number of rows of the history down to the last visible one.
    func loadNext(now: Timestamp, rows: Int = 0) {
        if phase == .untouched { (phase, known) = (.loading, Contents()) }
        do throws(StressFailure) {
            if var contents = replacement {
                replacement = nil
                try read(into: &contents, now: now)
                let isEnough =
                    contents.isComplete || (contents.covers(now, in: source.timeZone) && contents.items >= rows)
                if isEnough {
                    (known, cache, phase) = (contents, [], contents.isComplete ? .complete : .loading)
                } else {
                    replacement = contents
                }
            } else if !known.isComplete {
                try read(into: &known, now: now)
                if known.isComplete { phase = .complete }
            }
        } catch {
            (known, replacement, phase, cache) = (Contents(), nil, .failed(error), [])
        }
        if !hasPendingLoad { source.releaseMemory() }
    }

    // MARK: - Levels

    /// The level of a day; nil without readings or a baseline, or while they are not loaded.
    func level(of day: Day) -> DayLevel? { known.level(of: day) }

    /// The level of a measurement against the baseline of its day.
    func level(of measurement: Measurement) -> StressLevel? {
        let day = source.timeZone.day(at: measurement.time)
        for measure in Variability.allCases {
            if let reading = measurement.reading(measure), let baseline = known.baseline(of: day, measure) {
                return StressLevel(reading, against: baseline)
            }
        }
        return nil
    }

    func baseline(of day: Day, _ measure: Variability) -> Baseline? { known.baseline(of: day, measure) }

    /// The measurements of today and the day before, newest first, up to a limit.
    var recent: [Measurement] { known.recent }

    /// The measurements of a day that is today or the day before, oldest first.
    func measurements(of day: Day, until now: Timestamp) -> [Measurement] {
        recent.reversed().filter { $0.time <= now && source.timeZone.day(at: $0.time) == day }
    }

    /// The last measurement up to a moment.
    func latest(at now: Timestamp) -> Measurement? { recent.first { $0.time <= now } }

    /// The number of days with readings of a measure in the window of a day's baseline.
    func daysWithReadings(before day: Day, _ measure: Variability) -> Int {
        known.daysWithReadings(before: day, measure)
    }

    /// True if the present level can be computed.
    func isReady(at now: Timestamp) -> Bool {
        phase != .untouched && known.covers(now, in: source.timeZone)
    }

    /// True if a day and all later ones have been loaded completely.
    func isKnown(from day: Day) -> Bool { known.isKnown(from: day) }

    /// True if no older measurements change the first rows of the history and their levels.
    func isKnown(rows: Int) -> Bool {
        if known.isComplete { return true }
        let index = pages.lowerBound(of: rows, by: \.itemsBefore) - 1
        guard itemCount >= rows, pages.indices.contains(index), let day = pages[index].sections.last?.day else {
            return false
        }
        return isKnown(from: day.advanced(by: -Baseline.window))
    }

    /// The stress level at a moment, or the reason why there is none; the same as the store's.
    func assessment(at now: Timestamp) -> StressAssessment {
        StressAssessment(
            at: now, in: source.timeZone,
            latest: { measure in recent.lazy.filter { $0.time <= now }.compactMap { $0.reading(measure) }.first },
            baseline: { baseline(of: $0, $1) }, daysWithReadings: { daysWithReadings(before: $0, $1) })
    }

    /// True if the history is empty, as far as has been loaded.
    var isEmpty: Bool { known.items == 0 && known.recent.isEmpty }

    // MARK: - History

    /// The history's pages.
    var pages: [HistoryPage] { known.pages }
    /// The number of items of the history, as far as has been loaded.
    var itemCount: Int { known.items }
    /// The number of days' names above the items.
    var nameCount: Int { pages.last.map { $0.namesBefore + $0.names } ?? 0 }

    /// The items of a page, newest first.
    func items(ofPage index: Int) -> [HistoryItem] {
        guard known.pages.indices.contains(index) else { return [] }
        if let found = cache.first(where: { $0.page == index }) { return found.items }
        let page = known.pages[index]
        let items = (try? Self.items(before: page.cursor, until: page.extent.upperBound, source).items) ?? []
        if cache.count >= 4 { cache.removeFirst() }
        cache.append((index, items))
        return items
    }

    private func read(into contents: inout Contents, now: Timestamp) throws(StressFailure) {
        let upper = contents.pages.last?.extent.lowerBound ?? .latest
        let page = try Self.items(before: contents.cursor, until: upper, source)
        let first = source.timeZone.day(at: now).advanced(by: -(horizon ?? 0))
        contents.add(
            page, timeZone: source.timeZone, recentLimit: Self.recentLimit, today: source.timeZone.day(at: now))
        if page.isLast || (horizon != nil && source.timeZone.day(at: page.lower) < first) { contents.isComplete = true }
    }

    /// The part of the history before a cursor.
    struct Slice {
        var cursor: Measurement.Cursor?
        var items: [HistoryItem] = []
        var measurements: [Measurement] = []
        var lower = Timestamp.earliest
        var upper = Timestamp.latest
        var isLast = false
        /// The cursor of the next slice.
        var next: Measurement.Cursor?
    }

    private static func items(
        before cursor: Measurement.Cursor?, until upper: Timestamp, _ source: any StressSource
    ) throws(StressFailure) -> Slice {
        var slice = Slice(cursor: cursor, upper: upper)
        slice.measurements = try source.measurements(before: cursor, limit: pageLength)
        slice.isLast = slice.measurements.count < pageLength
        slice.lower = slice.isLast ? .earliest : slice.measurements.last?.time ?? .earliest
        slice.next = slice.measurements.last?.cursor ?? cursor
        let days = try heartRateDays(in: slice, source)
        if days.count == pageLength, let last = days.last {
            slice.isLast = false
            slice.lower = last.extent.lowerBound
            slice.next = Measurement.Cursor(time: slice.lower, id: .min)
            slice.measurements.removeAll { $0.time < slice.lower }
        }
        let range = min(slice.lower, upper)..<upper
        slice.items = slice.measurements.map { .measurement($0) }
        let (sessions, notes) = (try source.sessions(in: range), try source.notes(in: range))
        if !days.isEmpty || !sessions.isEmpty || !notes.isEmpty {
            slice.items += days.map { .heartRates($0) } + sessions.map { .session($0) } + notes.map { .note($0) }
            slice.items.sort { $0.time > $1.time }
        }
        return slice
    }

    /// The days with only heart rates between the days of a slice's measurements, up to the length of a page. The first
    /// and the last day of a slice have a measurement, so no such day is missed between two slices.
    private static func heartRateDays(
        in slice: Slice, _ source: any StressSource
    ) throws(StressFailure) -> [HeartRateDay] {
        let timeZone = source.timeZone
        var found: [HeartRateDay] = []
        func query(_ start: Timestamp, _ end: Timestamp) throws(StressFailure) {
            guard start < end, found.count < pageLength else { return }
            found += try source.heartRateDays(in: start..<end, limit: pageLength - found.count)
        }
        var end = slice.upper == .latest ? slice.upper : timeZone.start(of: timeZone.day(at: slice.upper))
        for measurement in slice.measurements where measurement.time < end {
            let day = timeZone.extent(of: timeZone.day(at: measurement.time))
            try query(day.upperBound, end)
            end = day.lowerBound
        }
        if slice.isLast { try query(.earliest, end) }
        return found
    }
}

/// A page of the history: the days in it and the number of their items.
struct HistoryPage: Equatable, Sendable {
    /// The items of one day; a day may continue on the next page.
    struct Section: Equatable, Sendable {
        var day: Day
        /// True if it is the day's first section, which has the day's name above it.
        var isFirst: Bool
        var count: Int
    }

    /// The measurement before which it begins.
    var cursor: Measurement.Cursor?
    var extent: Range<Timestamp>
    var sections: [Section]
    /// The number of items on the pages before it.
    var itemsBefore: Int
    /// The number of days' names on the pages before it.
    var namesBefore: Int

    var items: Int { sections.reduce(0) { $0 + $1.count } }
    var names: Int { sections.count { $0.isFirst } }
}
