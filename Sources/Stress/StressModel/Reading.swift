// SPDX-License-Identifier: MIT

/// One measurement of heart rate variability, with the heart rate at that time.
public struct Reading: Equatable, Sendable {
    public var time: Timestamp
    /// SDNN or RMSSD, ms; more than 0.
    public var variability: Double
    /// Beats a minute; nil where none was measured within ``heartRateDistance``.
    public var heartRate: Double?

    /// The maximum time between a variability and the heart rate that belongs to it, ms: five minutes.
    public static let heartRateDistance: Int64 = 300_000

    public init(time: Timestamp, variability: Double, heartRate: Double? = nil) {
        self.time = time
        self.variability = variability
        self.heartRate = heartRate
    }
}

/// A measure of heart rate variability. The two have different scales, so they are never mixed.
public enum Variability: String, CaseIterable, Sendable {
    /// The measure of chest straps and most programs, and the one that follows vagal activity best.
    case rmssd
    /// The measure of Apple's watches.
    case sdnn
}
