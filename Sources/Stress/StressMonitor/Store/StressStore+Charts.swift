// SPDX-License-Identifier: MIT
import SQLite

/// One point of a chart.
struct Bucket: Equatable, Sendable {
    var extent: Range<Timestamp>
    var statistics: Statistics
}

extension StressStore {
    /// Count, minimum, mean and maximum of each hour, day, week, month or year that has values, in order. The extent of
    /// the first and of the last one may exceed the range; values outside the range are not counted.
    func buckets(
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
    func heartRateDays(
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

    static func statistics(_ metric: Metric, in range: Range<Timestamp>, _ db: Database) throws -> Statistics? {
        let value = metric.column
        let sql = """
            SELECT count(\(value)), min(\(value)), avg(\(value)), max(\(value))
            FROM sample INDEXED BY \(metric.index) WHERE \(metric.isLive) AND time >= ? AND time < ?
            """
        return try db.first(sql, range.arguments) { row in
            guard let minimum = row.real(1), let mean = row.real(2), let maximum = row.real(3) else { return nil }
            return Statistics(count: Int(row.integer(0)), minimum: minimum, mean: mean, maximum: maximum)
        }
    }
}

extension Range<Timestamp> {
    /// The bounds as the arguments of a statement.
    var arguments: [Value] { [.integer(lowerBound.milliseconds), .integer(upperBound.milliseconds)] }
}
