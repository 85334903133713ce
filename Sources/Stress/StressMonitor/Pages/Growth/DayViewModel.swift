/// The content of a day's page: all items of the day, newest first.
struct DayViewModel: Equatable, Sendable {
    static let limit = 300

    var items: [HistoryItem]
    var heartRates: Statistics?
    /// The measurements around the day's sessions, by session id.
    var effects: [Int64: SessionReadings] = [:]
    /// True if more readings exist than shown.
    var isTruncated: Bool

    init(_ day: Day, _ store: StressStore, timeZone: LocalTimeZone) throws {
        let extent = timeZone.extent(of: day)
        let cursor = Measurement.Cursor(time: extent.upperBound, id: .min)
        let readings = try store.variabilities(before: cursor, limit: Self.limit).filter { extent.contains($0.time) }
        isTruncated = readings.count == Self.limit
        let (sessions, notes) = (try store.sessions(in: extent), try store.notes(in: extent))
        for session in sessions.prefix(Self.limit) {
            effects[session.id] = try store.readings(around: session.value)
        }
        heartRates = try store.statistics(of: .heartRate, in: extent)
        let rates = readings.isEmpty ? try store.heartRateDays(in: extent, limit: 1, timeZone: timeZone) : []
        items = readings.map { .measurement($0) } + rates.map { .heartRates($0) }
        items += sessions.map { .session($0) } + notes.map { .note($0) }
        items.sort { $0.time > $1.time }
    }

    /// The readings, oldest first.
    var readings: [Measurement] { items.reversed().compactMap(\.measurement) }
}

extension Day {
    /// Parses a day such as `2026-11-20`.
    init?(word: String) {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]) else {
            return nil
        }
        self.init(year: year, month: month, day: day)
    }
}
