/// A page's model of the user's measurements. It is loaded in small steps, newest measurements first, beside the page's
/// loop; older measurements are missing until they are loaded.
///
/// The history consists of pages with a bounded number of items. Only their days and counts are kept, and the items
/// of the most recently used pages.
final class HistoryModel {
    enum Phase: Equatable, Sendable {
        case untouched
        /// Everything from some time on has been loaded.
        case loading
        /// Everything up to the horizon has been loaded.
        case complete
        case failed(StressFailure)
    }

    /// The maximum number of measurements in one load, and on a page of the history.
    static let pageLength = 200
    /// The maximum number of measurements of the last two days that are kept for the curve.
    static let recentLimit = 1500
    /// The number of pages with kept items: the visible ones and their neighbors.
    private static let cachedPages = 4

    /// Items by page; empty while they are read.
    private typealias Cache = [(page: Int, items: [HistoryItem])]

    let source: any StressSource
    /// The number of days before today to load; nil for all.
    private let horizon: Int?
    private(set) var phase = Phase.untouched
    private var known = Contents()
    /// The contents that replace the present ones once they have as much.
    private var replacement: Contents?
    /// The most recently used pages, the latest at the end: of the known contents, and of their replacement.
    private var (cache, nextCache): (Cache, Cache) = ([], [])
    /// The read measurements that are not added yet.
    private var arrived: Result<Slice, StressFailure>?
    private var isReading = false
    /// True after a failure, until the next change.
    private var isStalled = false
    /// The number of changes, and of replacements. They outdate earlier readings.
    private var (changes, replacements) = (0, 0)
    var onItems: () -> Void = {}

    init(_ source: any StressSource, horizon: Int? = nil) {
        self.source = source
        self.horizon = horizon
    }

    var hasPendingLoad: Bool { !isStalled && (phase != .complete || replacement != nil) }

    /// True while a replacement of the present contents loads.
    var isReplacing: Bool { replacement != nil }

    /// The time of the next step of loading, CLOCK_MONOTONIC in ns; nil once all is loaded, and while measurements are read.
    func nextLoad(after now: UInt64) -> UInt64? {
        guard hasPendingLoad, !isReading else { return nil }
        return arrived == nil ? pause(after: now) : now
    }

    /// The end of the pause between two tasks, for drawing a frame.
    func pause(after now: UInt64) -> UInt64 { now &+ 4_000_000 }

    /// Loads everything again after a change. The old contents, or the failure, stay until new contents replace them.
    func invalidate() {
        (arrived, isStalled) = (nil, false)
        changes += 1
        if !known.pages.isEmpty { (replacement, nextCache) = (Contents(), []) }
    }

    /// Reads the next measurements, or adds the read ones; false if nothing has been added yet.
    ///
    /// - Parameter rows: the number of rows of the history down to the last visible one.
    @discardableResult
    func loadNext(now: Timestamp, rows: Int = 0) -> Bool {
        if arrived == nil { readNext() }
        guard let result = arrived.take() else { return false }
        do throws(StressFailure) {
            let slice = try result.get()
            let (timeZone, today) = (source.timeZone, source.timeZone.day(at: now))
            if var contents = replacement {
                replacement = nil
                if keeps(contents.pages.count) { nextCache.append((contents.pages.count, slice.items)) }
                contents.add(slice, in: timeZone, today: today, horizon: horizon)
                if contents.isComplete || (contents.covers(now, in: timeZone) && contents.items >= rows) {
                    (known, cache, phase) = (contents, nextCache, contents.isComplete ? .complete : .loading)
                    replacements += 1
                } else {
                    replacement = contents
                }
            } else {
                if keeps(known.pages.count) { cache.append((known.pages.count, slice.items)) }
                known.add(slice, in: timeZone, today: today, horizon: horizon)
                phase = known.isComplete ? .complete : .loading
            }
        } catch {
            (replacement, isStalled) = (nil, true)
            if !error.isTemporary || known.pages.isEmpty {
                (known, phase, cache) = (Contents(), .failed(error), [])
            }
        }
        if !hasPendingLoad { source.releaseMemory() }
        return true
    }

    /// True for the first page, and for possibly visible ones.
    private func keeps(_ page: Int) -> Bool { page == 0 || cache.contains { $0.page == page } }

    private func readNext() {
        guard !isReading else { return }
        isReading = true
        let (contents, timeZone, changes) = (replacement ?? known, source.timeZone, changes)
        let (cursor, upper) = (contents.cursor, contents.pages.last?.extent.lowerBound ?? .latest)
        source.read { store in
            try Self.items(before: cursor, until: upper, store, timeZone)
        } completion: { [weak self] result in
            guard let self else { return }
            isReading = false
            if changes == self.changes { arrived = result }
        }
    }

    /// The level of a day; nil without readings or a baseline, or before they are loaded.
    func level(of day: Day) -> DayLevel? { known.level(of: day) }

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

    /// The measurements of today or the day before, oldest first.
    func measurements(of day: Day, until now: Timestamp) -> [Measurement] {
        recent.reversed().filter { $0.time <= now && source.timeZone.day(at: $0.time) == day }
    }

    func latest(at now: Timestamp) -> Measurement? { recent.first { $0.time <= now } }

    /// The number of days with readings of a measure in the window of a day's baseline.
    func daysWithReadings(before day: Day, _ measure: Variability) -> Int {
        known.daysWithReadings(before: day, measure)
    }

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

    /// The stress level at a moment, or the reason for its absence; equal to the store's.
    func assessment(at now: Timestamp) -> StressAssessment {
        StressAssessment(
            at: now, in: source.timeZone,
            latest: { measure in recent.lazy.filter { $0.time <= now }.compactMap { $0.reading(measure) }.first },
            baseline: { baseline(of: $0, $1) }, daysWithReadings: { daysWithReadings(before: $0, $1) })
    }

    /// True if the loaded part of the history is empty.
    var isEmpty: Bool { known.items == 0 && known.recent.isEmpty }

    var pages: [HistoryPage] { known.pages }
    var itemCount: Int { known.items }
    /// The number of days' names above the items.
    var nameCount: Int { pages.last.map { $0.namesBefore + $0.names } ?? 0 }

    /// The items of a page, newest first; missing while they are read.
    func items(ofPage index: Int) -> [HistoryItem] {
        guard known.pages.indices.contains(index) else { return [] }
        if let place = cache.firstIndex(where: { $0.page == index }) {
            let found = cache.remove(at: place)
            cache.append(found)
            return found.items
        }
        cache = cache.suffix(Self.cachedPages - 1) + [(index, [])]
        let (page, timeZone, replacements) = (known.pages[index], source.timeZone, replacements)
        var isLate = false
        source.read { store in
            try Self.items(before: page.cursor, until: page.extent.upperBound, store, timeZone).items
        } completion: { [weak self] result in
            guard let self, replacements == self.replacements,
                let place = cache.firstIndex(where: { $0.page == index })
            else { return }
            cache[place].items = (try? result.get()) ?? []
            if isLate { onItems() }
        }
        isLate = true
        return cache.last?.items ?? []
    }

    /// The part of the history before a cursor.
    struct Slice: Sendable {
        var cursor: Measurement.Cursor?
        var items: [HistoryItem] = []
        var measurements: [Measurement] = []
        var lower = Timestamp.earliest
        var upper = Timestamp.latest
        var isLast = false
        var next: Measurement.Cursor?
    }

    private static func items(
        before cursor: Measurement.Cursor?, until upper: Timestamp, _ store: StressStore,
        _ timeZone: LocalTimeZone
    ) throws -> Slice {
        var slice = Slice(cursor: cursor, upper: upper)
        slice.measurements = try store.variabilities(before: cursor, limit: pageLength)
        slice.isLast = slice.measurements.count < pageLength
        slice.lower = slice.isLast ? .earliest : slice.measurements.last?.time ?? .earliest
        slice.next = slice.measurements.last?.cursor ?? cursor
        let days = try heartRateDays(in: slice, store, timeZone)
        if days.count == pageLength, let last = days.last {
            slice.isLast = false
            slice.lower = last.extent.lowerBound
            slice.next = Measurement.Cursor(time: slice.lower, id: .min)
            slice.measurements.removeAll { $0.time < slice.lower }
        }
        let range = min(slice.lower, upper)..<upper
        slice.items = slice.measurements.map { .measurement($0) }
        let (sessions, notes) = (try store.sessions(in: range), try store.notes(in: range))
        if !days.isEmpty || !sessions.isEmpty || !notes.isEmpty {
            slice.items += days.map { .heartRates($0) } + sessions.map { .session($0) } + notes.map { .note($0) }
            slice.items.sort { $0.time > $1.time }
        }
        return slice
    }

    /// The days with only heart rates between the days of a slice's measurements, up to the length of a page. The first
    /// and the last day of a slice have a measurement, so no such day is missed between two slices.
    private static func heartRateDays(
        in slice: Slice, _ store: StressStore, _ timeZone: LocalTimeZone
    ) throws -> [HeartRateDay] {
        var found: [HeartRateDay] = []
        func query(_ start: Timestamp, _ end: Timestamp) throws {
            guard start < end, found.count < pageLength else { return }
            found += try store.heartRateDays(
                in: start..<end, limit: pageLength - found.count, timeZone: timeZone)
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
        /// True for the day's first section, with the day's name above it.
        var isFirst: Bool
        var count: Int
    }

    /// The measurement after its start.
    var cursor: Measurement.Cursor?
    var extent: Range<Timestamp>
    var sections: [Section]
    var itemsBefore: Int
    var namesBefore: Int

    var items: Int { sections.reduce(0) { $0 + $1.count } }
    var names: Int { sections.count { $0.isFirst } }
}
