// SPDX-License-Identifier: MIT
import Glibc

/// What is usual for a person: the readings of the days before a day. See "The stress level" in the room's README for
/// the method and its sources.
public struct Baseline: Equatable, Sendable {
    /// Mean and standard deviation of single readings.
    public struct Distribution: Equatable, Sendable {
        public var mean: Double
        public var deviation: Double
        /// On how many days there were readings.
        public var days: Int

        public init(mean: Double, deviation: Double, days: Int) {
            self.mean = mean
            self.deviation = deviation
            self.days = days
        }
    }

    /// Of ln(variability in ms).
    public var logVariability: Distribution
    /// Of the heart rates that belong to readings, beats a minute; nil while they are too few.
    public var heartRate: Distribution?

    /// How many days before a day it is made of.
    public static let window = 60
    /// On how many of them there must be readings.
    public static let requiredDays = 14
    /// The least deviation of ln(variability), about 5 %: finer than what a reading can tell.
    static let leastLogDeviation = 0.05
    /// The least deviation of heart rates, beats a minute.
    static let leastHeartRateDeviation = 1.0

    public init(logVariability: Distribution, heartRate: Distribution?) {
        self.logVariability = logVariability
        self.heartRate = heartRate
    }

    /// - Parameter days: the days of the window that have readings.
    /// - Returns: nil while they are fewer than ``requiredDays``.
    package init?(days: some Sequence<ReadingDay>) {
        let logs = days.map(\.logVariability)
        guard let logVariability = Self.norm(logs, least: Self.leastLogDeviation) else { return nil }
        self.logVariability = logVariability
        heartRate = Self.norm(days.map(\.heartRate).filter { $0.count > 0 }, least: Self.leastHeartRateDeviation)
    }

    /// Every day counts as one, however many readings it has. The variance of a single reading is that between the
    /// days' means and, on top of it, the usual one within a day.
    private static func norm(_ days: [RunningStatistics], least: Double) -> Distribution? {
        guard days.count >= requiredDays else { return nil }
        var (means, within) = (RunningStatistics(), RunningStatistics())
        for day in days {
            means.add(day.mean)
            if let variance = day.variance { within.add(variance) }
        }
        let deviation = ((means.variance ?? 0) + within.mean).squareRoot()
        return Distribution(mean: means.mean, deviation: max(deviation, least), days: days.count)
    }
}

/// A day's readings, summed up.
package struct ReadingDay: Equatable, Sendable {
    package var logVariability = RunningStatistics()
    package var heartRate = RunningStatistics()

    package init() {}

    package mutating func add(_ reading: Reading) {
        logVariability.add(log(reading.variability))
        if let heartRate = reading.heartRate { self.heartRate.add(heartRate) }
    }
}
