// SPDX-License-Identifier: MIT

/// A measurement of heart rate variability in one or both measures.
public struct Measurement: Equatable, Sendable {
    public var id: Int64
    public var time: Timestamp
    /// RMSSD, ms.
    public var rmssd: Double?
    /// SDNN, ms.
    public var sdnn: Double?
    /// The heart rate measured with it, or else the nearest in time, beats a minute; see ``Reading/heartRateDistance``.
    public var heartRate: Double?

    public init(id: Int64, time: Timestamp, rmssd: Double? = nil, sdnn: Double? = nil, heartRate: Double? = nil) {
        self.id = id
        self.time = time
        self.rmssd = rmssd
        self.sdnn = sdnn
        self.heartRate = heartRate
    }

    /// A position in the history: just before a measurement.
    public struct Cursor: Equatable, Sendable {
        public var time: Timestamp
        public var id: Int64

        public init(time: Timestamp, id: Int64) {
            self.time = time
            self.id = id
        }

        public init(_ sample: Identified<Sample>) {
            self.init(time: sample.value.time, id: sample.id)
        }
    }

    public var cursor: Cursor { Cursor(time: time, id: id) }

    /// Its reading of one measure; nil without that measure.
    public func reading(_ measure: Variability) -> Reading? {
        (measure == .rmssd ? rmssd : sdnn).map { Reading(time: time, variability: $0, heartRate: heartRate) }
    }

    /// The variability that is displayed, ms.
    public var variability: Double { rmssd ?? sdnn ?? 0 }
}

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
