/// A person's readings by day, and the baselines and levels computed from them. Pure.
struct ReadingHistory: Sendable {
    private var days: [Variability: [Day: ReadingDay]] = [:]
    private var baselines: [Variability: [Day: Baseline?]] = [:]
    private var levels: [Day: DayLevel?] = [:]

    /// Adds a reading. Call it before the baselines and levels of its day and later ones are used.
    mutating func add(_ reading: Reading, _ measure: Variability, on day: Day) {
        days[measure, default: [:]][day, default: ReadingDay()].add(reading)
    }

    func daysWithReadings(before day: Day, _ measure: Variability) -> Int { window(before: day, measure).count }

    /// The baseline at the start of a day; nil without enough days.
    mutating func baseline(of day: Day, _ measure: Variability) -> Baseline? {
        if let known = baselines[measure]?[day] { return known }
        let baseline = Baseline(days: window(before: day, measure))
        baselines[measure, default: [:]][day] = .some(baseline)
        return baseline
    }

    /// The level of a day with readings and a baseline, of the first measure with both.
    mutating func level(of day: Day) -> DayLevel? {
        if let known = levels[day] { return known }
        var level: DayLevel?
        for measure in Variability.allCases where level == nil {
            guard let summary = days[measure]?[day], let baseline = baseline(of: day, measure) else { continue }
            let (variability, rate) = (summary.logVariability, summary.heartRate)
            let stress = StressLevel(
                logVariability: variability.mean, heartRate: rate.count > 0 ? rate.mean : nil, against: baseline)
            level = DayLevel(day: day, level: stress, readings: variability.count)
        }
        levels[day] = .some(level)
        return level
    }

    mutating func levels(in range: Range<Day>) -> [DayLevel] {
        Set(days.values.flatMap(\.keys)).filter(range.contains).sorted().compactMap { level(of: $0) }
    }

    private func window(before day: Day, _ measure: Variability) -> [ReadingDay] {
        guard let days = days[measure] else { return [] }
        return (1...Baseline.window).compactMap { days[day.advanced(by: -$0)] }
    }
}
