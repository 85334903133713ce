// SPDX-License-Identifier: MIT
import Glibc

/// How strained the heart is compared with what is usual for the person, 0–100. It is no medical finding.
public struct StressLevel: Equatable, Sendable {
    /// How the level is called.
    public enum Category: String, CaseIterable, Sendable {
        /// Clearly less strained than usual.
        case relaxed
        /// Within what is usual: half a standard deviation either way, the smallest change that means anything.
        case usual
        /// More than half a standard deviation above.
        case elevated
        /// More than a whole standard deviation above.
        case high
    }

    /// By how many standard deviations the strain exceeds the usual one.
    public let deviation: Double
    /// By how many standard deviations ln(variability) exceeds the usual one.
    public let logVariabilityDeviation: Double
    /// By how many standard deviations the heart rate exceeds the usual one; nil where it was not known.
    public let heartRateDeviation: Double?

    /// How much ln(variability) weighs when the heart rate weighs 1.
    static let variabilityWeight = 2.0
    /// The smallest deviation that means anything.
    static let smallestChange = 0.5
    /// The deviation from which on the level is high.
    static let highDeviation = 1.0

    /// The level of a reading.
    public init(_ reading: Reading, against baseline: Baseline) {
        let heartRate: Double? =
            if let rate = reading.heartRate, let norm = baseline.heartRate {
                (rate - norm.mean) / norm.deviation
            } else {
                nil
            }
        self.init(
            logVariabilityDeviation: (log(reading.variability) - baseline.logVariability.mean)
                / baseline.logVariability.deviation,
            heartRateDeviation: heartRate)
    }

    /// The level of deviations.
    public init(logVariabilityDeviation: Double, heartRateDeviation: Double?) {
        self.logVariabilityDeviation = logVariabilityDeviation
        self.heartRateDeviation = heartRateDeviation
        deviation =
            if let heartRateDeviation {
                (heartRateDeviation - Self.variabilityWeight * logVariabilityDeviation) / (1 + Self.variabilityWeight)
            } else {
                -logVariabilityDeviation
            }
    }

    /// The share of usual readings, in percent, that are less strained: 50 is as usual as can be.
    public var value: Int {
        let share = 0.5 * erfc(-deviation / 2.0.squareRoot())
        return share.isFinite ? Int((min(max(share, 0), 1) * 100).rounded()) : 50
    }

    public var category: Category {
        if deviation < -Self.smallestChange { return .relaxed }
        if deviation > Self.highDeviation { return .high }
        return deviation > Self.smallestChange ? .elevated : .usual
    }
}

/// The stress level of a moment, or why there is none.
public enum StressAssessment: Equatable, Sendable {
    case level(StressLevel, of: Reading, measure: Variability, against: Baseline)
    /// The baseline does not stand yet.
    ///
    /// - Parameters:
    ///   - days: on how many of the last ``Baseline/window`` days there were readings.
    ///   - needed: on how many there must be.
    case notEnoughData(days: Int, needed: Int)
    /// The last reading is older than ``Reading`` may be to speak of now; nil when there is none at all.
    case noRecentReading(last: Timestamp?)

    /// How old a reading may be, ms, to tell the present level: a day.
    public static let readingAge: Int64 = 86_400_000
}

/// The level of a whole day: that of its readings' mean deviations.
public struct DayLevel: Equatable, Sendable {
    public var day: Day
    public var level: StressLevel
    public var readings: Int

    public init(day: Day, level: StressLevel, readings: Int) {
        self.day = day
        self.level = level
        self.readings = readings
    }
}
