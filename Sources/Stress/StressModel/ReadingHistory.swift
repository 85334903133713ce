// SPDX-License-Identifier: MIT

/// A person's readings of one measure by day, from which levels are computed. Pure.
public struct ReadingHistory: Sendable {
    private let readings: [Reading]
    private let days: [(day: Day, summary: ReadingDay)]

    /// - Parameters:
    ///   - readings: in the order of time.
    ///   - timeZone: the zone that defines the days.
    public init(_ readings: [Reading], in timeZone: LocalTimeZone) {
        self.readings = readings
        var days: [(day: Day, summary: ReadingDay)] = []
        for reading in readings {
            let day = timeZone.day(at: reading.time)
            if days.last?.day != day { days.append((day, ReadingDay())) }
            days[days.count - 1].summary.add(reading)
        }
        self.days = days
    }

    /// The number of days with readings in the window of a day's baseline.
    public func daysWithReadings(before day: Day) -> Int { window(before: day).count }

    /// The baseline at the start of a day; nil without enough days.
    public func baseline(of day: Day) -> Baseline? {
        Baseline(days: window(before: day).map(\.summary))
    }

    /// The last reading up to a moment.
    public func latest(at time: Timestamp) -> Reading? { readings.last { $0.time <= time } }

    /// The level of each day of a range that has readings and a baseline.
    public func levels(in range: Range<Day>) -> [DayLevel] {
        days.compactMap { day, summary in
            guard range.contains(day), let baseline = baseline(of: day) else { return nil }
            return DayLevel(day: day, summary, against: baseline)
        }
    }

    private func window(before day: Day) -> ArraySlice<(day: Day, summary: ReadingDay)> {
        let start = days.lowerBound(of: day.advanced(by: -Baseline.window), by: \.day)
        return days[start..<max(days.lowerBound(of: day, by: \.day), start)]
    }
}

extension DayLevel {
    /// The level of a day's readings against the baseline before it.
    public init(day: Day, _ summary: ReadingDay, against baseline: Baseline) {
        let heartRate = summary.heartRate.count > 0 ? summary.heartRate.mean : nil
        let level = StressLevel(
            logVariability: summary.logVariability.mean, heartRate: heartRate, against: baseline)
        self.init(day: day, level: level, readings: summary.logVariability.count)
    }
}
