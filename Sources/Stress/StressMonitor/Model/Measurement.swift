/// A measurement of heart rate variability in one or both measures.
struct Measurement: Equatable, Sendable {
    var id: Int64
    var time: Timestamp
    /// RMSSD, ms.
    var rmssd: Double?
    /// SDNN, ms.
    var sdnn: Double?
    /// The heart rate measured with it, or else the nearest in time, beats a minute; see ``Reading/heartRateDistance``.
    var heartRate: Double?

    /// A position in the history: just before a measurement.
    struct Cursor: Equatable, Sendable {
        var time: Timestamp
        var id: Int64
    }

    var cursor: Cursor { Cursor(time: time, id: id) }

    /// Its reading of one measure; nil without that measure.
    func reading(_ measure: Variability) -> Reading? {
        (measure == .rmssd ? rmssd : sdnn).map { Reading(time: time, variability: $0, heartRate: heartRate) }
    }

    /// The displayed variability, ms.
    var variability: Double { rmssd ?? sdnn ?? 0 }
}

/// One measurement of heart rate variability, with the heart rate at that time.
struct Reading: Equatable, Sendable {
    var time: Timestamp
    /// SDNN or RMSSD, ms; more than 0.
    var variability: Double
    /// Beats a minute; nil without one within ``heartRateDistance``.
    var heartRate: Double?

    /// The maximum time between a variability and its heart rate, ms: five minutes.
    static let heartRateDistance: Int64 = 300_000
}

/// A measure of heart rate variability. The two have different scales, so they are never mixed.
enum Variability: String, CaseIterable, Sendable {
    /// The measure of chest straps and most programs; it follows vagal activity best.
    case rmssd
    /// The measure of Apple's watches.
    case sdnn
}
