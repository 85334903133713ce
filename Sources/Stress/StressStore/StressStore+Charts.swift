// SPDX-License-Identifier: MIT
import GRDB

/// One point of a chart.
public struct Bucket: Equatable, Sendable {
    public var extent: Range<Timestamp>
    public var statistics: Statistics
}

extension StressStore {
    /// Count, minimum, mean and maximum of each hour, day, week, month or year that has values, in order. The extent of
    /// the first and of the last one may exceed the range; values outside the range are not counted.
    public func buckets(
        of metric: Metric, in range: Range<Timestamp>, by unit: CalendarUnit, timeZone: LocalTimeZone = .system
    ) throws(StoreError) -> [Bucket] {
        try read { db in
            var buckets: [Bucket] = []
            var start = range.lowerBound
            while let first = try Self.outermost(metric, in: start..<range.upperBound, "ASC", db)?.time {
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

    /// The days of a range on which heart rates were measured, newest first. Values outside the range are not counted.
    ///
    /// - Parameter limit: the maximum number of days.
    public func heartRateDays(
        in range: Range<Timestamp>, limit: Int, timeZone: LocalTimeZone = .system
    ) throws(StoreError) -> [HeartRateDay] {
        try read { db in
            var days: [HeartRateDay] = []
            var end = range.upperBound
            while days.count < limit,
                let last = try Self.outermost(.heartRate, in: range.lowerBound..<end, "DESC", db)?.time
            {
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
    public func extent() throws(StoreError) -> Range<Timestamp>? {
        try read { db in
            func outermost(_ direction: String) throws -> [Int64] {
                try Self.timelines.compactMap { line in
                    try Int64.fetchOne(
                        db,
                        sql: """
                            SELECT \(line.column) FROM \(line.table) WHERE \(line.isLive)
                            ORDER BY 1 \(direction) LIMIT 1
                            """)
                }
            }
            guard let first = try outermost("ASC").min(), let last = try outermost("DESC").max() else { return nil }
            return Timestamp(milliseconds: first)..<Timestamp(milliseconds: last).advanced(by: 1)
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

    static func statistics(_ metric: Metric, in range: Range<Timestamp>, _ db: Database) throws -> Statistics? {
        let value = metric.column
        let statement = try db.cachedStatement(
            sql: """
                SELECT count(\(value)) AS count, min(\(value)) AS minimum, avg(\(value)) AS mean,
                max(\(value)) AS maximum
                FROM sample INDEXED BY \(metric.index) WHERE \(metric.isLive) AND time >= ? AND time < ?
                """)
        guard let row = try Row.fetchOne(statement, arguments: range.arguments), let minimum: Double = row["minimum"],
            let mean: Double = row["mean"], let maximum: Double = row["maximum"]
        else { return nil }
        return Statistics(count: row["count"], minimum: minimum, mean: mean, maximum: maximum)
    }
}

extension Range<Timestamp> {
    /// The bounds as the arguments of a statement.
    var arguments: StatementArguments { [lowerBound.milliseconds, upperBound.milliseconds] }
}
