// SPDX-License-Identifier: MIT

/// One measurement of the heart rate variability, with the heart rate at that time.
public struct Reading: Equatable, Sendable {
    public var time: Timestamp
    /// SDNN or RMSSD, ms; more than 0.
    public var variability: Double
    /// Beats a minute; nil where none was measured within ``heartRateDistance``.
    public var heartRate: Double?

    /// How far apart in time a variability and a heart rate may lie and still belong together, ms: five minutes.
    public static let heartRateDistance: Int64 = 300_000

    public init(time: Timestamp, variability: Double, heartRate: Double? = nil) {
        self.time = time
        self.variability = variability
        self.heartRate = heartRate
    }
}

/// Which measure of the heart rate variability. The two have different scales, so they are never mixed.
public enum Variability: String, CaseIterable, Sendable {
    /// What chest straps and most programs report, and the measure that follows the vagus nerve best.
    case rmssd
    /// What Apple's watches report.
    case sdnn
}
