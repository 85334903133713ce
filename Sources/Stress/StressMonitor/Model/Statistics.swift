struct Statistics: Equatable, Sendable {
    var count: Int
    var minimum: Double
    var mean: Double
    var maximum: Double
}

struct HeartRateDay: Equatable, Sendable {
    var extent: Range<Timestamp>
    var last: Timestamp
    var statistics: Statistics
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
