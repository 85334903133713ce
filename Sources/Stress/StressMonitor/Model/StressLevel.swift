import Glibc

/// The strain of the heart compared with the person's baseline, 0–100. It is not a medical finding.
struct StressLevel: Equatable, Sendable {
    enum Category: String, CaseIterable, Sendable {
        /// More than half a standard deviation below the mean.
        case relaxed
        /// Within half a standard deviation of the mean, the smallest meaningful change.
        case usual
        /// More than half a standard deviation above the mean.
        case elevated
        /// More than a standard deviation above the mean.
        case high
    }

    /// The strain in standard deviations from its mean.
    let deviation: Double
    /// ln(variability) in standard deviations from its mean.
    let logVariabilityDeviation: Double
    /// The heart rate in standard deviations from its mean; nil without a heart rate.
    let heartRateDeviation: Double?

    /// The weight of ln(variability); the heart rate has 1.
    static let variabilityWeight = 2.0
    /// The smallest meaningful deviation.
    static let smallestChange = 0.5
    /// The deviation above which the level is high.
    static let highDeviation = 1.0

    init(_ reading: Reading, against baseline: Baseline) {
        self.init(logVariability: log(reading.variability), heartRate: reading.heartRate, against: baseline)
    }

    init(logVariability: Double, heartRate: Double?, against baseline: Baseline) {
        self.init(
            logVariabilityDeviation: baseline.logVariability.deviation(of: logVariability),
            heartRateDeviation: heartRate.flatMap { baseline.heartRate?.deviation(of: $0) })
    }

    init(logVariabilityDeviation: Double, heartRateDeviation: Double?) {
        self.logVariabilityDeviation = logVariabilityDeviation
        self.heartRateDeviation = heartRateDeviation
        deviation =
            if let heartRateDeviation {
                (heartRateDeviation - Self.variabilityWeight * logVariabilityDeviation) / (1 + Self.variabilityWeight)
            } else {
                -logVariabilityDeviation
            }
    }

    /// The percentage of less strained readings in the baseline: 50 is the mean.
    var value: Int {
        let fraction = 0.5 * erfc(-deviation / 2.0.squareRoot())
        return fraction.isFinite ? Int((min(max(fraction, 0), 1) * 100).rounded()) : 50
    }

    var category: Category {
        if deviation < -Self.smallestChange { return .relaxed }
        if deviation > Self.highDeviation { return .high }
        return deviation > Self.smallestChange ? .elevated : .usual
    }
}

/// The stress level at a moment, or the reason for its absence.
enum StressAssessment: Equatable, Sendable {
    case level(StressLevel, of: Reading, measure: Variability, against: Baseline)
    /// No baseline yet: `days` of the last ``Baseline/window`` days have readings.
    case notEnoughData(days: Int, needed: Int)
    /// The last reading is older than ``maximumReadingAge``; nil without any reading.
    case noRecentReading(last: Timestamp?)

    /// The maximum age of the reading for the present level, ms: a day.
    static let maximumReadingAge: Int64 = 86_400_000

    /// The level of the latest recent reading with a baseline; of two equally late ones, of the first measure.
    /// `latest` returns the last reading of a measure up to `now`; the other closures are methods of ``ReadingHistory``.
    init(
        at now: Timestamp, in timeZone: LocalTimeZone, latest: (Variability) -> Reading?,
        baseline: (Day, Variability) -> Baseline?, daysWithReadings: (Day, Variability) -> Int
    ) {
        let all = Variability.allCases.compactMap { measure in latest(measure).map { (measure, $0) } }
        let recent = all.filter { now.milliseconds - $0.1.time.milliseconds <= Self.maximumReadingAge }
        for (measure, reading) in recent.sorted(by: { $0.1.time > $1.1.time }) {
            guard let baseline = baseline(timeZone.day(at: reading.time), measure) else { continue }
            let level = StressLevel(reading, against: baseline)
            self = .level(level, of: reading, measure: measure, against: baseline)
            return
        }
        let measures = recent.isEmpty ? Variability.allCases : recent.map(\.0)
        let days = measures.map { daysWithReadings(timeZone.day(at: now), $0) }.max() ?? 0
        // The window of the last reading's day may have one day fewer than today's.
        self =
            recent.isEmpty && days >= Baseline.requiredDays
            ? .noRecentReading(last: all.map(\.1.time).max())
            : .notEnoughData(days: min(days, Baseline.requiredDays - 1), needed: Baseline.requiredDays)
    }
}

/// The level of a whole day: the level of its readings' mean deviations.
struct DayLevel: Equatable, Sendable {
    var day: Day
    var level: StressLevel
    var readings: Int
}
