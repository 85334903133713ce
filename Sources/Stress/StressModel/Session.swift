// SPDX-License-Identifier: MIT

/// Something that the user did against stress: a breathing exercise, a walk.
public struct Session: Equatable, Sendable {
    public var start: Timestamp
    /// How long it took, ms.
    public var length: Int64
    /// What kind of thing: `breathing`, `walk`.
    public var kind: String
    /// Which one of its kind: `4-7-8`; empty where there is but one.
    public var name: String

    /// The longest one, ms: a day.
    public static let longest: Int64 = 86_400_000
    /// The most bytes that a kind or a name has.
    public static let nameLength = 100

    /// A length that no session has is replaced by the nearest one that a session can have.
    public init(start: Timestamp, length: Int64, kind: String, name: String = "") {
        self.start = start
        self.length = min(max(length, 0), Self.longest)
        self.kind = bounded(kind, to: Self.nameLength)
        self.name = bounded(name, to: Self.nameLength)
    }

    public var end: Timestamp { start.advanced(by: length) }
}

/// What the heart did before and after a session.
public struct SessionReadings: Equatable, Sendable {
    /// How far from a session they are at most, ms.
    public static let distance: Int64 = 1_800_000

    /// The last ones before it began.
    public var before: [Metric: TimedValue]
    /// The first ones since it ended.
    public var after: [Metric: TimedValue]

    /// A value and when it was measured.
    public struct TimedValue: Equatable, Sendable {
        public var time: Timestamp
        public var value: Double

        public init(time: Timestamp, value: Double) {
            self.time = time
            self.value = value
        }
    }

    public init(before: [Metric: TimedValue] = [:], after: [Metric: TimedValue] = [:]) {
        self.before = before
        self.after = after
    }

    /// What was measured both before and after, in words for each kind: `40 → 55 ms`, `75 → 62 bpm`. Of the two
    /// variabilities there is one.
    public var changes: [String] {
        let both = [Metric.rmssd, .sdnn, .heartRate].filter { before[$0] != nil && after[$0] != nil }
        return both.filter { $0 != .sdnn || !both.contains(.rmssd) }.map { metric in
            "\(Self.figure(before[metric])) → \(Self.figure(after[metric])) \(metric.unit)"
        }
    }

    /// A database may hold anything.
    private static func figure(_ reading: TimedValue?) -> String {
        guard let value = reading?.value, abs(value) < 1e9 else { return "–" }
        return "\(Int(value.rounded()))"
    }
}
