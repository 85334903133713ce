// SPDX-License-Identifier: MIT

/// Statistics of the values of one metric.
public struct Statistics: Equatable, Sendable {
    public var count: Int
    public var minimum: Double
    public var mean: Double
    public var maximum: Double

    public init(count: Int, minimum: Double, mean: Double, maximum: Double) {
        self.count = count
        self.minimum = minimum
        self.mean = mean
        self.maximum = maximum
    }
}

/// A summary of a day's heart rates.
public struct HeartRateDay: Equatable, Sendable {
    /// The extent of the day.
    public var extent: Range<Timestamp>
    /// The time of the last measurement.
    public var last: Timestamp
    public var statistics: Statistics

    public init(extent: Range<Timestamp>, last: Timestamp, statistics: Statistics) {
        self.extent = extent
        self.last = last
        self.statistics = statistics
    }
}

/// Count, mean and variance of a stream of values (Welford's method, which is numerically stable).
struct RunningStatistics: Equatable, Sendable {
    private(set) var count = 0
    private(set) var mean = 0.0
    private var squares = 0.0

    mutating func add(_ value: Double) {
        count += 1
        let before = value - mean
        mean += before / Double(count)
        squares += before * (value - mean)
    }

    /// The unbiased variance; nil for fewer than two values.
    var variance: Double? { count > 1 ? squares / Double(count - 1) : nil }
}
