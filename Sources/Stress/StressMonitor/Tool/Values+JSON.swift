import TabshellIPC

extension JSON {
    static func object(_ members: [(String, JSON?)]) -> JSON {
        .object(members.compactMap { name, value in value.map { Member(name, $0) } })
    }

    init(_ time: Timestamp) {
        self = .string(LocalTimeZone.system.iso(time))
    }

    init(_ range: Range<Timestamp>) {
        self = .object([Member("from", JSON(range.lowerBound)), Member("to", JSON(range.upperBound))])
    }

    init(_ sample: Identified<Sample>) { self.init(sample.value, id: sample.id) }

    /// - Parameter id: nil for a sample that is not stored.
    init(_ value: Sample, id: Int64? = nil) {
        self = .object(
            [("type", "sample"), ("id", id.map { JSON($0) }), ("time", JSON(value.time))]
                + Metric.allCases.map { metric in (metric.rawValue, value[metric].map { .number($0) }) }
                + [("source", .string(value.source))])
    }

    init(_ session: Identified<Session>, _ readings: SessionReadings) {
        let value = session.value
        self = .object([
            ("type", "session"), ("id", JSON(session.id)), ("time", JSON(value.start)),
            ("seconds", .number(Double(value.length) / 1000)), ("kind", .string(value.kind)),
            ("name", value.name.isEmpty ? nil : .string(value.name)),
            ("before", Self.values(readings.before)), ("after", Self.values(readings.after)),
        ])
    }

    private static func values(_ readings: [Metric: Double]) -> JSON? {
        readings.isEmpty
            ? nil : .object(Metric.allCases.map { metric in (metric.rawValue, readings[metric].map { .number($0) }) })
    }

    init(_ note: Identified<Note>) { self.init(note.value, id: note.id) }

    /// - Parameter id: nil for a note that is not stored.
    init(_ note: Note, id: Int64? = nil) {
        self = .object([
            ("type", "note"), ("id", id.map { JSON($0) }), ("time", JSON(note.time)), ("text", .string(note.text)),
        ])
    }

    init(_ statistics: Statistics) {
        self = .object([
            ("count", JSON(statistics.count)), ("minimum", .number(statistics.minimum)),
            ("mean", .number(statistics.mean)), ("maximum", .number(statistics.maximum)),
        ])
    }

    static func members(_ level: StressLevel) -> [(String, JSON?)] {
        [
            ("level", JSON(level.value)), ("category", .string(level.category.rawValue)),
            ("deviation", .number(level.deviation)),
            ("log_variability_deviation", .number(level.logVariabilityDeviation)),
            ("heart_rate_deviation", level.heartRateDeviation.map { .number($0) }),
        ]
    }

    init(_ norm: Baseline.Distribution) {
        self = .object([
            ("mean", .number(norm.mean)), ("deviation", .number(norm.deviation)), ("days", JSON(norm.days)),
        ])
    }

    init(_ added: StressStore.InsertSummary) {
        self = .object([
            ("added", JSON(added.added)), ("known", JSON(added.known)), ("deleted", JSON(added.deleted)),
        ])
    }
}
