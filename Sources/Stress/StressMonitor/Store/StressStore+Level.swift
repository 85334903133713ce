// SPDX-License-Identifier: MIT

extension StressStore {
    /// The stress level at a moment, or the reason why there is none.
    func assessment(
        at now: Timestamp = .now, timeZone: LocalTimeZone = .system
    ) throws(StoreError) -> StressAssessment {
        // The last reading may be from the day before, which needs a whole window of its own.
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

    /// The level of each day with readings and a baseline, in order.
    func levels(in days: Range<Day>, timeZone: LocalTimeZone = .system) throws(StoreError) -> [DayLevel] {
        let first = timeZone.start(of: days.lowerBound.advanced(by: -Baseline.window))
        let range = first..<max(timeZone.start(of: days.upperBound), first)
        var history = try history(of: range, timeZone).history
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

    /// The column `heart_rate` for a sample that the query calls `reading`: the heart rate measured with it, or else the
    /// nearest in time.
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
}
