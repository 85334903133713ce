// SPDX-License-Identifier: MIT

/// How a level of stress is called.
public enum StressCategory: Equatable, Sendable {
    case low
    case moderate
    case high

    /// The category of a level 0…100.
    public init(level: Int) {
        self = level < 34 ? .low : level < 67 ? .moderate : .high
    }

    /// The word for it.
    public var word: String {
        switch self {
        case .low: "Low"
        case .moderate: "Moderate"
        case .high: "High"
        }
    }
}

/// One measurement.
public struct StressReading: Equatable, Sendable {
    /// Minutes since midnight.
    public var minute: Int
    /// 0…100.
    public var level: Int
    /// Heart rate variability in ms.
    public var variability: Int
    /// Beats a minute.
    public var heartRate: Int

    /// A reading with all its values.
    public init(minute: Int, level: Int, variability: Int, heartRate: Int) {
        self.minute = minute
        self.level = level
        self.variability = variability
        self.heartRate = heartRate
    }

    /// How the level is called.
    public var category: StressCategory { StressCategory(level: level) }

    /// The time of day, as in `9:05`.
    public var time: String {
        let minutes = minute % 60
        return "\(minute / 60):\(minutes < 10 ? "0" : "")\(minutes)"
    }
}

/// The measurements of one day.
public struct StressDay: Equatable, Sendable {
    /// As in `Today` or `Monday`.
    public var name: String
    /// As in `Mon`.
    public var shortName: String
    /// The earliest first.
    public var readings: [StressReading]

    /// A day and its readings.
    public init(name: String, shortName: String, readings: [StressReading]) {
        self.name = name
        self.shortName = shortName
        self.readings = readings
    }

    /// The mean level, or nil for a day without readings.
    public var average: Int? {
        guard !readings.isEmpty else { return nil }
        return (readings.reduce(0) { $0 + $1.level } * 2 + readings.count) / (2 * readings.count)
    }
}

/// All that the pages show of the user.
public struct StressData: Equatable, Sendable {
    /// The last seven days, today last; empty when nothing was ever measured.
    public var week: [StressDay]

    /// The data of the last seven days.
    public init(week: [StressDay]) {
        self.week = week
    }

    /// Today's readings, the earliest first.
    public var today: [StressReading] { week.last?.readings ?? [] }
    /// Today's last reading.
    public var latest: StressReading? { week.last?.readings.last }

    /// The mean of the days' means.
    public var weekAverage: Int? {
        let averages = week.compactMap(\.average)
        guard !averages.isEmpty else { return nil }
        return (averages.reduce(0, +) * 2 + averages.count) / (2 * averages.count)
    }
}
