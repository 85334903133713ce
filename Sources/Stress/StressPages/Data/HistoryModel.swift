// SPDX-License-Identifier: MIT

package import StressModel

/// What a page knows of the user's measurements. It is filled in small steps from the newest measurement on, so that no
/// frame waits for it; what is older than the steps have come is simply not there yet.
///
/// The history lies in it as pages of a bounded number of items. Only their days and counts are kept; the items of a page
/// are had again when it is seen.
package final class HistoryModel {
    /// How much is known.
    package enum Phase: Equatable, Sendable {
        /// Nothing yet.
        case untouched
        /// All from some time on.
        case loading
        /// Everything, or as far back as was wanted.
        case complete
        case failed(StressFailure)
    }

    /// The most measurements that a step reads, and that a page of the history has.
    package static let pageLength = 200
    /// The most measurements of the last two days that are kept for a curve.
    private static let recentLimit = 1500

    let source: any StressSource
    /// How many days before today are wanted; nil for all.
    private let horizon: Int?
    package private(set) var phase = Phase.untouched
    private var known = Contents()
    /// What takes the place of what is known, once it is as much.
    private var fresh: Contents?
    private var cache: [(page: Int, items: [HistoryItem])] = []

    package init(_ source: any StressSource, horizon: Int? = nil) {
        self.source = source
        self.horizon = horizon
    }

    /// Whether there is something to do.
    package var wantsStep: Bool { phase == .untouched || phase == .loading || fresh != nil }

    /// The measurements have changed: begins anew, and shows what it knew as long as it knows no better.
    package func invalidate() {
        switch phase {
        case .untouched, .failed: phase = .untouched
        case .loading, .complete: fresh = Contents()
        }
    }

    /// Reads a little more.
    ///
    /// - Parameters:
    ///   - now: what the clock on the wall shows.
    ///   - rows: how many rows of the history are seen or lie above what is seen.
    package func step(now: Timestamp, rows: Int = 0) {
        if phase == .untouched { (phase, known) = (.loading, Contents()) }
        do throws(StressFailure) {
            if var contents = fresh {
                fresh = nil
                try read(into: &contents, now: now)
                let isEnough = contents.isComplete || (contents.covers(now, in: source.place) && contents.items >= rows)
                if isEnough { take(contents) } else { fresh = contents }
            } else if !known.isComplete {
                try read(into: &known, now: now)
                if known.isComplete { phase = .complete }
            }
        } catch {
            (known, fresh, phase, cache) = (Contents(), nil, .failed(error), [])
        }
        if !wantsStep { source.releaseMemory() }
    }

    // MARK: - Levels

    /// The level of a day; nil without readings or a baseline, or when too little is known yet.
    package func level(of day: Day) -> DayLevel? { known.level(of: day) }

    /// The level of a measurement against what was usual before its day.
    package func level(of measurement: Measurement) -> StressLevel? {
        let day = source.place.day(at: measurement.time)
        for measure in Variability.allCases {
            if let reading = measurement.reading(measure), let baseline = known.baseline(of: day, measure) {
                return StressLevel(reading, against: baseline)
            }
        }
        return nil
    }

    package func baseline(of day: Day, _ measure: Variability) -> Baseline? { known.baseline(of: day, measure) }

    /// The last measurements, newest first: those of today and of the day before, if they are not too many.
    package var recent: [Measurement] { known.recent }

    /// The measurements of a day that is today or the day before, oldest first.
    package func measurements(of day: Day, until now: Timestamp) -> [Measurement] {
        recent.reversed().filter { $0.time <= now && source.place.day(at: $0.time) == day }
    }

    /// The last measurement up to a moment.
    package func latest(at now: Timestamp) -> Measurement? { recent.first { $0.time <= now } }

    /// How many of the sixty days before a day have readings of a measure.
    package func daysWithReadings(before day: Day, _ measure: Variability) -> Int {
        known.window(before: day, measure).count
    }

    /// Whether all is known that the level of today needs.
    package func isReady(at now: Timestamp) -> Bool {
        phase != .untouched && known.covers(now, in: source.place)
    }

    /// Whether all is known from a day on.
    package func isKnown(from day: Day) -> Bool { known.isKnown(from: day) }

    /// The stress level at a moment, or why there is none; as the store itself tells it.
    package func assessment(at now: Timestamp) -> StressAssessment {
        let today = source.place.day(at: now)
        let latest = Variability.allCases.compactMap { measure in
            recent.lazy.filter { $0.time <= now }.compactMap { $0.reading(measure) }.first.map { (measure, $0) }
        }
        let fits = latest.filter { now.milliseconds - $0.1.time.milliseconds <= StressAssessment.readingAge }
        for (measure, reading) in fits.sorted(by: { $0.1.time > $1.1.time }) {
            if let baseline = baseline(of: source.place.day(at: reading.time), measure) {
                return .level(
                    StressLevel(reading, against: baseline), of: reading, measure: measure, against: baseline)
            }
        }
        let measures = fits.isEmpty ? Variability.allCases : fits.map(\.0)
        let days = measures.map { daysWithReadings(before: today, $0) }.max() ?? 0
        guard fits.isEmpty, days >= Baseline.requiredDays else {
            return .notEnoughData(days: min(days, Baseline.requiredDays - 1), needed: Baseline.requiredDays)
        }
        return .noRecentReading(last: latest.map(\.1.time).max())
    }

    /// The first day of which anything is known.
    package var firstDay: Day? { known.firstDay }

    /// Whether nothing was ever measured, done or noted, as far as is known.
    package var isEmpty: Bool { known.items == 0 && known.recent.isEmpty }

    // MARK: - History

    /// The history's pages.
    package var pages: [HistoryPage] { known.pages }
    /// How many items the history has, as far as is known.
    package var itemCount: Int { known.items }

    /// The items of a page, newest first.
    package func items(ofPage index: Int) -> [HistoryItem] {
        guard known.pages.indices.contains(index) else { return [] }
        if let found = cache.first(where: { $0.page == index }) { return found.items }
        let page = known.pages[index]
        let items = (try? Self.items(before: page.cursor, until: page.extent.upperBound, source).items) ?? []
        if cache.count >= 4 { cache.removeFirst() }
        cache.append((index, items))
        return items
    }

    private func take(_ contents: Contents) {
        (known, cache) = (contents, [])
        phase = contents.isComplete ? .complete : .loading
    }

    private func read(into contents: inout Contents, now: Timestamp) throws(StressFailure) {
        let upper = contents.pages.last?.extent.lowerBound ?? .latest
        let page = try Self.items(before: contents.cursor, until: upper, source)
        let first = source.place.day(at: now).advanced(by: -(horizon ?? 0))
        contents.add(page, place: source.place, recentLimit: Self.recentLimit, today: source.place.day(at: now))
        if page.isLast || (horizon != nil && source.place.day(at: page.lower) < first) { contents.isComplete = true }
    }

    /// What of the history comes before a place.
    struct Slice {
        var cursor: Measurement.Cursor?
        var items: [HistoryItem] = []
        var measurements: [Measurement] = []
        var lower = Timestamp.earliest
        var upper = Timestamp.latest
        var isLast = false
        /// Where the next one begins.
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

    /// The days with nothing but heart rates between those of a slice's measurements, as many as a page holds. A day
    /// that a slice begins or ends in has a measurement, so it is nobody's gap.
    private static func heartRateDays(
        in slice: Slice, _ source: any StressSource
    ) throws(StressFailure) -> [HeartRateDay] {
        let place = source.place
        var found: [HeartRateDay] = []
        func look(_ start: Timestamp, _ end: Timestamp) throws(StressFailure) {
            guard start < end, found.count < pageLength else { return }
            found += try source.heartRateDays(in: start..<end, limit: pageLength - found.count)
        }
        var end = slice.upper == .latest ? slice.upper : place.start(of: place.day(at: slice.upper))
        for measurement in slice.measurements where measurement.time < end {
            let day = place.extent(of: place.day(at: measurement.time))
            try look(day.upperBound, end)
            end = day.lowerBound
        }
        if slice.isLast { try look(.earliest, end) }
        return found
    }
}

/// A part of the history of which a page has the days and how much is in them.
package struct HistoryPage: Equatable, Sendable {
    /// Items of one day; a day may go on on the next page.
    package struct Section: Equatable, Sendable {
        package var day: Day
        /// Whether the day begins with it, that is, the day's name stands above it.
        package var isFirst: Bool
        package var count: Int
    }

    /// Before which measurement it begins.
    var cursor: Measurement.Cursor?
    var extent: Range<Timestamp>
    package var sections: [Section]
    /// Items and days' names on the pages before it.
    package var itemsBefore: Int
    package var namesBefore: Int

    package var items: Int { sections.reduce(0) { $0 + $1.count } }
    package var names: Int { sections.count { $0.isFirst } }
}
