// SPDX-License-Identifier: MIT

/// A person's readings by day, and the baselines and levels that follow from them. Pure.
struct ReadingHistory: Sendable {
    private var days: [Variability: [Day: ReadingDay]] = [:]
    private var baselines: [Variability: [Day: Baseline?]] = [:]
    private var levels: [Day: DayLevel?] = [:]

    /// Adds a reading. The baselines and levels of its day and later ones must not have been asked for.
    mutating func add(_ reading: Reading, _ measure: Variability, on day: Day) {
        days[measure, default: [:]][day, default: ReadingDay()].add(reading)
    }

    /// The number of days with readings in the window of a day's baseline.
    func daysWithReadings(before day: Day, _ measure: Variability) -> Int { window(before: day, measure).count }

    /// The baseline at the start of a day; nil without enough days.
    mutating func baseline(of day: Day, _ measure: Variability) -> Baseline? {
        if let known = baselines[measure]?[day] { return known }
        let baseline = Baseline(days: window(before: day, measure))
        baselines[measure, default: [:]][day] = .some(baseline)
        return baseline
    }

    /// The level of a day with readings and a baseline, of the first measure that has both.
    mutating func level(of day: Day) -> DayLevel? {
        if let known = levels[day] { return known }
        var level: DayLevel?
        for measure in Variability.allCases where level == nil {
            guard let summary = days[measure]?[day], let baseline = baseline(of: day, measure) else { continue }
            level = DayLevel(day: day, summary, against: baseline)
        }
        levels[day] = .some(level)
        return level
    }

    /// The levels of the days of a range, in order.
    mutating func levels(in range: Range<Day>) -> [DayLevel] {
        Set(days.values.flatMap(\.keys)).filter(range.contains).sorted().compactMap { level(of: $0) }
    }

    private func window(before day: Day, _ measure: Variability) -> [ReadingDay] {
        guard let days = days[measure] else { return [] }
        return (1...Baseline.window).compactMap { days[day.advanced(by: -$0)] }
    }
}

extension DayLevel {
    /// The level of a day's readings against the baseline before it.
    init(day: Day, _ summary: ReadingDay, against baseline: Baseline) {
        let heartRate = summary.heartRate.count > 0 ? summary.heartRate.mean : nil
        let level = StressLevel(
            logVariability: summary.logVariability.mean, heartRate: heartRate, against: baseline)
        self.init(day: day, level: level, readings: summary.logVariability.count)
    }
}
