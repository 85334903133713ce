// SPDX-License-Identifier: MIT

/// The content of a day's page: all items of the day, newest first.
struct DayViewModel: Equatable, Sendable {
    /// The maximum number of readings that are shown.
    static let limit = 300

    var items: [HistoryItem]
    var heartRates: Statistics?
    /// The measurements around the day's sessions, by session id.
    var effects: [Int64: SessionReadings] = [:]
    /// True if there are more readings than are shown.
    var isTruncated: Bool

    init(_ day: Day, _ reader: any StressReader, timeZone: LocalTimeZone) throws {
        let extent = timeZone.extent(of: day)
        let cursor = Measurement.Cursor(time: extent.upperBound, id: .min)
        let found = try reader.measurements(before: cursor, limit: Self.limit)
        let readings = found.filter { extent.contains($0.time) }
        isTruncated = readings.count == Self.limit
        let (sessions, notes) = (try reader.sessions(in: extent), try reader.notes(in: extent))
        for session in sessions.prefix(Self.limit) {
            effects[session.id] = try reader.readings(around: session.value)
        }
        heartRates = try reader.heartRates(in: extent)
        let rates = readings.isEmpty ? try reader.heartRateDays(in: extent, limit: 1, timeZone: timeZone) : []
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
