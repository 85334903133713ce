/// A measurement at one moment: at least one of four values.
struct Sample: Equatable, Sendable {
    var time: Timestamp
    /// Heart rate variability: the standard deviation of normal-to-normal intervals, ms.
    var sdnn: Double?
    /// Heart rate variability: the root mean square of successive differences, ms.
    var rmssd: Double?
    var heartRate: Double?
    /// Resting heart rate for a day, computed by a device, beats a minute.
    var restingHeartRate: Double?
    /// The name of the device or program that measured it.
    var source: String

    /// The plausible variabilities, ms; a person's are well within them.
    static let variabilities = 1.0...1000.0
    static let heartRates = 20.0...300.0
    /// The maximum length of a source's name in bytes.
    static let maximumSourceLength = 200

    /// - Throws: ``SampleError`` for a sample without values or with an implausible one.
    init(
        time: Timestamp, sdnn: Double? = nil, rmssd: Double? = nil, heartRate: Double? = nil,
        restingHeartRate: Double? = nil, source: String
    ) throws(SampleError) {
        guard sdnn != nil || rmssd != nil || heartRate != nil || restingHeartRate != nil else { throw .noValue }
        self.time = time
        self.sdnn = sdnn
        self.rmssd = rmssd
        self.heartRate = heartRate
        self.restingHeartRate = restingHeartRate
        self.source = truncated(source, toUTF8Count: Self.maximumSourceLength)
        for metric in Metric.allCases {
            if let value = self[metric], !metric.plausibleValues.contains(value) { throw .implausible(metric, value) }
        }
    }

    subscript(_ metric: Metric) -> Double? {
        switch metric {
        case .sdnn: sdnn
        case .rmssd: rmssd
        case .heartRate: heartRate
        case .restingHeartRate: restingHeartRate
        }
    }
}

/// A quantity that a sample can contain.
enum Metric: String, CaseIterable, Sendable {
    case sdnn
    case rmssd
    case heartRate = "heart_rate"
    case restingHeartRate = "resting_heart_rate"

    var name: String {
        switch self {
        case .sdnn: "SDNN"
        case .rmssd: "RMSSD"
        case .heartRate: "heart rate"
        case .restingHeartRate: "resting heart rate"
        }
    }

    var unit: String {
        switch self {
        case .sdnn, .rmssd: "ms"
        case .heartRate, .restingHeartRate: "bpm"
        }
    }

    var plausibleValues: ClosedRange<Double> { unit == "ms" ? Sample.variabilities : Sample.heartRates }
}

/// The reason why values do not make a sample.
enum SampleError: Error, Equatable, Sendable, CustomStringConvertible {
    case noValue
    case implausible(Metric, Double)

    var description: String {
        switch self {
        case .noValue: "there is neither a heart rate variability nor a heart rate"
        case .implausible(let metric, let value):
            """
            \(metric.name) \(value) \(metric.unit) is out of range: expected \
            \(Int(metric.plausibleValues.lowerBound)) to \(Int(metric.plausibleValues.upperBound))
            """
        }
    }
}

/// A text cut to a number of bytes of UTF-8, with control characters replaced by spaces and trimmed.
func truncated(_ text: String, toUTF8Count bytes: Int) -> String {
    var result = ""
    var count = 0
    for scalar in text.unicodeScalars {
        let clean = scalar.properties.generalCategory == .control ? " " : scalar
        count += UTF8.width(clean)
        if count > bytes { break }
        result.unicodeScalars.append(clean)
    }
    return result.trimmed { $0 == " " }
}
