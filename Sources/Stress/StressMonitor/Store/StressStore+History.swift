import SQLite

extension StressStore {
    /// The measurements of heart rate variability before a position in the history and from a time on, newest first.
    func variabilities(
        before cursor: Cursor? = nil, from start: Timestamp = .earliest, limit: Int = .max
    ) throws(StoreError) -> [Measurement] {
        let sql = """
            SELECT reading.id, reading.time, reading.rmssd, reading.sdnn, \(Self.nearestHeartRate)
            FROM sample AS reading INDEXED BY sample_variability
            WHERE reading.deletion IS NULL AND (reading.rmssd IS NOT NULL OR reading.sdnn IS NOT NULL)
            AND reading.time <= ?1 AND (reading.time < ?1 OR reading.id < ?2) AND reading.time >= ?3
            ORDER BY reading.time DESC, reading.id DESC LIMIT ?4
            """
        let cursor = cursor ?? Cursor(time: .latest, id: .max)
        let arguments: [Value] = [
            .integer(cursor.time.milliseconds), .integer(cursor.id), .integer(start.milliseconds),
            .integer(Int64(max(limit, 0))),
        ]
        return try read { db in
            try db.rows(sql, arguments) { row in
                Measurement(
                    id: row.integer(0), time: Timestamp(milliseconds: row.integer(1)), rmssd: row.real(2),
                    sdnn: row.real(3), heartRate: row.real(4))
            }
        }
    }

    /// The statistics of a metric in a range; nil without values.
    func statistics(of metric: Metric, in range: Range<Timestamp>) throws(StoreError) -> Statistics? {
        try read { db in try Self.statistics(metric, in: range, db) }
    }

    func releaseMemory() {
        try? maintain { db in try db.execute("PRAGMA shrink_memory") }
    }

    /// The stress level at a moment, or the reason for its absence.
    func assessment(
        at now: Timestamp = .now, timeZone: LocalTimeZone = .system
    ) throws(StoreError) -> StressAssessment {
        // The last reading may be from the day before, which needs a separate window.
        let first = timeZone.start(of: timeZone.day(at: now).advanced(by: -Baseline.window - 1))
        let range = first..<max(now.advanced(by: 1), first)
        var (history, latest) = try history(of: range, timeZone)
        let assessment = StressAssessment(
            at: now, in: timeZone, latest: { latest[$0] }, baseline: { history.baseline(of: $0, $1) },
            daysWithReadings: { history.daysWithReadings(before: $0, $1) })
        guard case .noRecentReading = assessment else { return assessment }
        let last = try variabilities(before: Cursor(time: range.upperBound, id: .min), limit: 1).first
        return .noRecentReading(last: last?.time)
    }

    func levels(in days: Range<Day>, timeZone: LocalTimeZone = .system) throws(StoreError) -> [DayLevel] {
        let first = timeZone.start(of: days.lowerBound.advanced(by: -Baseline.window))
        var history = try history(of: first..<max(timeZone.start(of: days.upperBound), first), timeZone).history
        return history.levels(in: days)
    }

    /// The readings of a range by day, and the last one of each measure.
    private func history(
        of range: Range<Timestamp>, _ timeZone: LocalTimeZone
    ) throws(StoreError) -> (history: ReadingHistory, latest: [Variability: Reading]) {
        var (history, latest) = (ReadingHistory(), [Variability: Reading]())
        let end = Cursor(time: range.upperBound, id: .min)
        for measurement in try variabilities(before: end, from: range.lowerBound).reversed() {
            for measure in Variability.allCases {
                guard let reading = measurement.reading(measure) else { continue }
                history.add(reading, measure, on: timeZone.day(at: reading.time))
                latest[measure] = reading
            }
        }
        return (history, latest)
    }

    /// The column `heart_rate` for the query's sample `reading`: the heart rate measured with it, or else the nearest in time.
    static let nearestHeartRate = """
        coalesce(reading.heart_rate, (
            SELECT heart_rate FROM (
                SELECT near.time, near.heart_rate, abs(near.time - reading.time) AS distance
                FROM sample AS near INDEXED BY sample_heart_rate
                WHERE near.deletion IS NULL AND near.heart_rate IS NOT NULL
                AND near.time BETWEEN reading.time - \(Reading.heartRateDistance)
                AND reading.time + \(Reading.heartRateDistance)
            ) ORDER BY distance, time, heart_rate LIMIT 1
        )) AS heart_rate
        """

    /// Count, minimum, mean and maximum of each hour, day, week, month or year with values, in order. The extent of
    /// the first and of the last one may exceed the range; values outside the range do not count.
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
                // Otherwise an empty rest would be found forever.
                guard part.upperBound > first else { break }
                start = part.upperBound
            }
            return buckets
        }
    }

    /// The last days of a range with heart rates, newest first. Values outside the range do not count.
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

struct Bucket: Equatable, Sendable {
    var extent: Range<Timestamp>
    var statistics: Statistics
}

extension Range<Timestamp> {
    var arguments: [Value] { [.integer(lowerBound.milliseconds), .integer(upperBound.milliseconds)] }
}
