/// An activity against stress, such as a breathing exercise or a walk.
struct Session: Equatable, Sendable {
    var start: Timestamp
    /// The duration, ms.
    var length: Int64
    /// The kind of activity: `breathing`, `walk`.
    var kind: String
    /// The name within its kind: `4-7-8`; may be empty.
    var name: String

    /// The maximum duration, ms: a day.
    static let maximumLength: Int64 = 86_400_000
    /// The maximum length of a kind or a name in bytes.
    static let maximumNameLength = 100

    /// Creates a session; the length is limited to 0…``maximumLength``.
    init(start: Timestamp, length: Int64, kind: String, name: String = "") {
        self.start = start
        self.length = min(max(length, 0), Self.maximumLength)
        self.kind = truncated(kind, toUTF8Count: Self.maximumNameLength)
        self.name = truncated(name, toUTF8Count: Self.maximumNameLength)
    }

    var end: Timestamp { start.advanced(by: length) }
}

/// The measurements before and after a session.
struct SessionReadings: Equatable, Sendable {
    /// The maximum time between a session and a measurement, ms.
    static let maximumDistance: Int64 = 1_800_000

    var before: [Metric: Double] = [:]
    var after: [Metric: Double] = [:]

    /// The change of each metric measured both before and after: `40 → 55 ms`, `75 → 62 bpm`. Of the two
    /// variabilities only one is listed.
    var changes: [String] {
        let both = [Metric.rmssd, .sdnn, .heartRate].filter { before[$0] != nil && after[$0] != nil }
        return both.filter { $0 != .sdnn || !both.contains(.rmssd) }.map { metric in
            // A database may contain any number.
            let figures = [before, after].map { $0[metric].flatMap(rounded).map(String.init) ?? "–" }
            return "\(figures.joined(separator: " → ")) \(metric.unit)"
        }
    }
}

struct Note: Equatable, Sendable {
    var time: Timestamp
    var text: String

    /// The maximum length in bytes.
    static let maximumLength = 4000

    /// - Returns: nil for an empty text. Cuts text beyond ``maximumLength``.
    init?(time: Timestamp, text: String) {
        let text = truncated(text, toUTF8Count: Self.maximumLength)
        guard !text.isEmpty else { return nil }
        self.time = time
        self.text = text
    }
}
