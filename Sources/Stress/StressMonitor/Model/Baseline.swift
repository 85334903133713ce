import Glibc

/// A person's baseline: the distribution of the readings on the days before a day. See "The stress level" in
/// docs/stress-level.md for the method and its sources.
struct Baseline: Equatable, Sendable {
    /// Mean and standard deviation of single readings.
    struct Distribution: Equatable, Sendable {
        var mean: Double
        var deviation: Double
        var days: Int

        func deviation(of value: Double) -> Double { (value - mean) / deviation }
    }

    /// The distribution of ln(variability in ms).
    var logVariability: Distribution
    /// The distribution of the readings' heart rates, beats a minute; nil for too few.
    var heartRate: Distribution?

    /// The number of days before a day that a baseline covers.
    static let window = 60
    /// The number of those days that must have readings.
    static let requiredDays = 14
    /// The minimum deviation of ln(variability), about 5 %: below the precision of a reading.
    static let minimumLogDeviation = 0.05
    static let minimumHeartRateDeviation = 1.0

    /// - Parameter days: the days of the window that have readings.
    /// - Returns: nil for fewer days than ``requiredDays``.
    init?(days: some Sequence<ReadingDay>) {
        let logs = days.lazy.map(\.logVariability)
        guard let logVariability = Self.distribution(of: logs, minimum: Self.minimumLogDeviation) else { return nil }
        self.logVariability = logVariability
        heartRate = Self.distribution(
            of: days.lazy.map(\.heartRate).filter { $0.count > 0 }, minimum: Self.minimumHeartRateDeviation)
    }

    /// Every day has the same weight. The variance of a reading is the variance of the days' means plus the mean within a day.
    private static func distribution(of days: some Sequence<RunningStatistics>, minimum: Double) -> Distribution? {
        var (means, within) = (RunningStatistics(), RunningStatistics())
        for day in days {
            means.add(day.mean)
            if let variance = day.variance { within.add(variance) }
        }
        guard means.count >= requiredDays else { return nil }
        let deviation = ((means.variance ?? 0) + within.mean).squareRoot()
        return Distribution(mean: means.mean, deviation: max(deviation, minimum), days: means.count)
    }
}

struct ReadingDay: Equatable, Sendable {
    var logVariability = RunningStatistics()
    var heartRate = RunningStatistics()

    mutating func add(_ reading: Reading) {
        logVariability.add(log(reading.variability))
        if let heartRate = reading.heartRate { self.heartRate.add(heartRate) }
    }
}
