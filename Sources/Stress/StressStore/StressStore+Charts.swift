// SPDX-License-Identifier: MIT
import GRDB

/// A summary of a day of the history.
public struct DayOverview: Equatable, Sendable {
    public var day: Day
    public var extent: Range<Timestamp>
    /// The statistics of each metric that was measured.
    public var statistics: [Metric: Statistics]
    public var sessions: Int
    public var notes: Int

    public init(day: Day, extent: Range<Timestamp>, statistics: [Metric: Statistics], sessions: Int, notes: Int) {
        self.day = day
        self.extent = extent
        self.statistics = statistics
        self.sessions = sessions
        self.notes = notes
    }
}

extension StressStore {
    /// Count, minimum, mean and maximum of each hour, day, week, month or year that has values, in order. The extent of
    /// the first and of the last one may exceed the range; values outside the range are not counted.
    ///
    /// - Throws: ``StoreError``.
    public func buckets(
        of metric: Metric, in range: Range<Timestamp>, by unit: CalendarUnit, timeZone: LocalTimeZone = .system
    ) throws(StoreError) -> [Bucket] {
        try read { db in
            var buckets: [Bucket] = []
            var start = range.lowerBound
            while let first = try Self.first(metric, in: start..<range.upperBound, db) {
                let extent = unit.extent(around: first, in: timeZone)
                let part = first..<max(min(extent.upperBound, range.upperBound), first)
                if let statistics = try Self.statistics(metric, in: part, db) {
                    buckets.append(Bucket(extent: extent, statistics: statistics))
                }
                // An empty rest would be found again and again.
                guard part.upperBound > first else { break }
                start = part.upperBound
            }
            return buckets
        }
    }

    /// The days before a moment that have records, newest first: a page of the history. The next page is the one before
    /// the last day's start.
    ///
    /// - Throws: ``StoreError``.
    public func days(
        before time: Timestamp = .latest, limit: Int, timeZone: LocalTimeZone = .system
    ) throws(StoreError) -> [DayOverview] {
        try read { db in
            var days: [DayOverview] = []
            var end = time
            while days.count < limit, let last = try Self.last(before: end, db) {
                let day = timeZone.day(at: last)
                let extent = timeZone.extent(of: day)
                let part = extent.lowerBound..<max(min(extent.upperBound, end), extent.lowerBound)
                var statistics: [Metric: Statistics] = [:]
                for metric in Metric.allCases { statistics[metric] = try Self.statistics(metric, in: part, db) }
                days.append(
                    DayOverview(
                        day: day, extent: extent, statistics: statistics,
                        sessions: try Self.count("session", "start", in: part, db),
                        notes: try Self.count("note", "time", in: part, db)))
                guard extent.lowerBound < end else { break }
                end = extent.lowerBound
            }
            return days
        }
    }

    /// The days of a range on which heart rates were measured, newest first. Values outside the range are not counted.
    ///
    /// - Parameter limit: the maximum number of days.
    /// - Throws: ``StoreError``.
    public func heartRateDays(
        in range: Range<Timestamp>, limit: Int, timeZone: LocalTimeZone = .system
    ) throws(StoreError) -> [HeartRateDay] {
        try read { db in
            var days: [HeartRateDay] = []
            var end = range.upperBound
            while days.count < limit, let last = try Self.last(.heartRate, in: range.lowerBound..<end, db) {
                let extent = timeZone.extent(of: timeZone.day(at: last))
                let start = max(extent.lowerBound, range.lowerBound)
                guard let statistics = try Self.statistics(.heartRate, in: start..<end, db) else { break }
                days.append(HeartRateDay(extent: extent, last: last, statistics: statistics))
                end = start
            }
            return days
        }
    }

    /// The time from the first record to just after the last; nil for an empty database.
    ///
    /// - Throws: ``StoreError``.
    public func extent() throws(StoreError) -> Range<Timestamp>? {
        try read { db in
            guard let last = try Self.last(before: .latest, db) else { return nil }
            let firsts = try Self.timelines.compactMap { line in
                try Int64.fetchOne(
                    db, sql: "SELECT \(line.column) FROM \(line.table) WHERE \(line.isLive) ORDER BY 1 LIMIT 1")
            }
            let first = firsts.min().map(Timestamp.init(milliseconds:)) ?? last
            return first..<max(last.advanced(by: 1), first)
        }
    }

    /// A table or an index with its records in the order of time.
    private struct Timeline {
        var table: String
        var column: String
        var isLive: String
    }

    private static let timelines: [Timeline] = [
        Timeline(
            table: "sample INDEXED BY sample_variability", column: "time",
            isLive: "deletion IS NULL AND (rmssd IS NOT NULL OR sdnn IS NOT NULL)"),
        Timeline(table: "sample INDEXED BY sample_heart_rate", column: "time", isLive: Metric.heartRate.isLive),
        Timeline(
            table: "sample INDEXED BY sample_resting_heart_rate", column: "time",
            isLive: Metric.restingHeartRate.isLive),
        Timeline(table: "session", column: "start", isLive: "deletion IS NULL"),
        Timeline(table: "note", column: "time", isLive: "deletion IS NULL"),
    ]

    private static func last(before time: Timestamp, _ db: Database) throws -> Timestamp? {
        let lasts = try timelines.compactMap { line in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(line.column) FROM \(line.table) WHERE \(line.isLive) AND \(line.column) < ?
                    ORDER BY 1 DESC LIMIT 1
                    """)
            return try Int64.fetchOne(statement, arguments: [time.milliseconds])
        }
        return lasts.max().map(Timestamp.init(milliseconds:))
    }

    private static func first(_ metric: Metric, in range: Range<Timestamp>, _ db: Database) throws -> Timestamp? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT time FROM sample INDEXED BY \(metric.index)
                WHERE \(metric.isLive) AND time >= ? AND time < ? ORDER BY time LIMIT 1
                """)
        let arguments: StatementArguments = [range.lowerBound.milliseconds, range.upperBound.milliseconds]
        return try Int64.fetchOne(statement, arguments: arguments).map(Timestamp.init(milliseconds:))
    }

    private static func last(_ metric: Metric, in range: Range<Timestamp>, _ db: Database) throws -> Timestamp? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT time FROM sample INDEXED BY \(metric.index)
                WHERE \(metric.isLive) AND time >= ? AND time < ? ORDER BY time DESC LIMIT 1
                """)
        let arguments: StatementArguments = [range.lowerBound.milliseconds, range.upperBound.milliseconds]
        return try Int64.fetchOne(statement, arguments: arguments).map(Timestamp.init(milliseconds:))
    }

    static func statistics(_ metric: Metric, in range: Range<Timestamp>, _ db: Database) throws -> Statistics? {
        let value = metric.column
        let statement = try db.cachedStatement(
            sql: """
                SELECT count(\(value)) AS count, min(\(value)) AS minimum, avg(\(value)) AS mean,
                max(\(value)) AS maximum
                FROM sample INDEXED BY \(metric.index) WHERE \(metric.isLive) AND time >= ? AND time < ?
                """)
        let arguments: StatementArguments = [range.lowerBound.milliseconds, range.upperBound.milliseconds]
        guard let row = try Row.fetchOne(statement, arguments: arguments), let minimum: Double = row["minimum"],
            let mean: Double = row["mean"], let maximum: Double = row["maximum"]
        else { return nil }
        return Statistics(count: row["count"], minimum: minimum, mean: mean, maximum: maximum)
    }

    private static func count(
        _ table: String, _ column: String, in range: Range<Timestamp>, _ db: Database
    ) throws -> Int {
        let statement = try db.cachedStatement(
            sql: "SELECT count(*) FROM \(table) WHERE deletion IS NULL AND \(column) >= ? AND \(column) < ?")
        let arguments: StatementArguments = [range.lowerBound.milliseconds, range.upperBound.milliseconds]
        return try Int.fetchOne(statement, arguments: arguments) ?? 0
    }
}
