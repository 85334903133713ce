// SPDX-License-Identifier: MIT

/// A person's readings of one measure, by day: what levels are computed from. Pure.
public struct ReadingHistory: Sendable {
    private let readings: [Reading]
    private let days: [(day: Day, summary: ReadingDay)]
    private let place: LocalTimeZone

    /// - Parameters:
    ///   - readings: in the order of time.
    ///   - place: where the days begin and end.
    public init(_ readings: [Reading], in place: LocalTimeZone) {
        self.readings = readings
        self.place = place
        var days: [(day: Day, summary: ReadingDay)] = []
        for reading in readings {
            let day = place.day(at: reading.time)
            if days.last?.day != day { days.append((day, ReadingDay())) }
            days[days.count - 1].summary.add(reading)
        }
        self.days = days
    }

    /// How many of the days that a day's baseline is made of have readings.
    public func daysWithReadings(before day: Day) -> Int { window(before: day).count }

    /// What was usual when a day began; nil when it did not stand yet.
    public func baseline(of day: Day) -> Baseline? {
        Baseline(days: window(before: day).map(\.summary))
    }

    /// The last reading up to a moment, unless it is too old to speak of it.
    public func reading(at time: Timestamp) -> Reading? {
        guard let reading = readings.last(where: { $0.time <= time }),
            time.milliseconds - reading.time.milliseconds <= StressAssessment.readingAge
        else { return nil }
        return reading
    }

    /// The level at a moment; nil without a recent reading or a baseline.
    public func assessment(at time: Timestamp, measure: Variability) -> StressAssessment? {
        guard let reading = reading(at: time), let baseline = baseline(of: place.day(at: reading.time)) else {
            return nil
        }
        return .level(StressLevel(reading, against: baseline), of: reading, measure: measure, against: baseline)
    }

    /// The level of each day of a range that has readings and a baseline.
    public func levels(in range: Range<Day>) -> [DayLevel] {
        days.compactMap { day, summary in
            guard range.contains(day), let baseline = baseline(of: day) else { return nil }
            return DayLevel(day: day, summary, against: baseline)
        }
    }

    private func window(before day: Day) -> ArraySlice<(day: Day, summary: ReadingDay)> {
        let start = firstIndex(from: day.advanced(by: -Baseline.window))
        return days[start..<max(firstIndex(from: day), start)]
    }

    /// The first day with readings that is not before a day.
    private func firstIndex(from day: Day) -> Int {
        var (low, high) = (0, days.count)
        while low < high {
            let middle = low + (high - low) / 2
            if days[middle].day < day { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension DayLevel {
    /// The level of a day's readings against what was usual before it.
    package init(day: Day, _ summary: ReadingDay, against baseline: Baseline) {
        let log = baseline.logVariability
        let rate = baseline.heartRate.flatMap { norm in
            summary.heartRate.count > 0 ? (summary.heartRate.mean - norm.mean) / norm.deviation : nil
        }
        let level = StressLevel(
            logVariabilityDeviation: (summary.logVariability.mean - log.mean) / log.deviation,
            heartRateDeviation: rate)
        self.init(day: day, level: level, readings: summary.logVariability.count)
    }
}
