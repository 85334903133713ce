import Text

/// The roles of a CSV file's columns: by the user, by the program that exports such a table, or else by their names.
struct CSVColumns {
    enum Role: Hashable {
        case time
        case date
        /// The offset of the time from UTC.
        case zone
        case value(Metric)
        case source
        case note

        static let (sdnn, rmssd) = (Role.value(.sdnn), Role.value(.rmssd))
        static let (heartRate, resting) = (Role.value(.heartRate), Role.value(.restingHeartRate))

        var isValue: Bool { if case .value = self { true } else { false } }
    }

    /// The columns that the user can name: by which option, and parts of names that suggest it. The last is the clearest.
    static let options: [(role: Role, name: String, help: String, hints: [String])] = [
        (
            .time, "time", "The column of the times, or of the dates.",
            ["time", "zeit", "hora", "heure", "date", "datum", "fecha", "day", "start"]
        ),
        (
            .zone, "zone", "The column of the times' offsets from UTC, or the offset of all: UTC, +02:00.",
            ["zone", "zona", "offset"]
        ),
        (
            .heartRate, "heart-rate", "The column of the heart rate at that time.",
            ["heart", "hr", "bpm", "puls", "cardi", "herz"]
        ),
        (.rmssd, "rmssd", "The column of RMSSD.", ["rmssd", "hrv", "variab"]),
        (.sdnn, "sdnn", "The column of SDNN.", ["sdnn"]),
        (.resting, "resting", "The column of the resting heart rate.", ["rest", "repos", "ruhe"]),
    ]

    let count: Int
    private(set) var indices: [Role: Int] = [:]
    /// The columns without a role that may contain a time of day.
    private(set) var clocks: [Int] = []
    /// The names of the columns without a role.
    private(set) var unused: [String] = []
    /// The factors to a metric's unit, for columns in another one: 1000 for an SDNN in seconds.
    private(set) var factors: [Metric: Double] = [:]
    /// Notes on how the columns are read, for the user, a sentence each.
    private(set) var notices: [String] = []
    private(set) var format: TableFormat?
    /// The zone of all times, without a column of zones; empty if none is known.
    private(set) var zone = ""

    /// - Parameters:
    ///   - file: the name of the file, and its path for the message that explains how to name columns.
    ///   - chosen: the columns that the user has named.
    ///   - variability: the measure of a column called just `hrv`; nil if the user has not named it. Such a
    ///     column may also be a score, so it is only used if no other column has a measure, and with a notice.
    init(
        _ names: [String], file: (name: String, path: String) = ("", "FILE"), chosen: [Role: String] = [:],
        variability: Variability? = nil
    ) throws(RecordError) {
        let names = names.map { $0.trimmed(while: \.isWhitespace) }
        count = names.count
        func failure(_ reason: String) -> RecordError {
            RecordError(
                reason: """
                    \(reason); the columns are \(Self.list(names)); name them: tabshell-stress import \
                    \(Self.quoted(file.path)) \(Self.suggestion(names))
                    """)
        }
        let columns = names.map(ColumnName.init)
        var roles = columns.map { Self.role(of: $0.words, variability ?? .sdnn) }
        var isVague = columns.map { Self.vagueNames.contains($0.words) }
        format = TableFormat.known.first { $0.fits(names, file: file.name) }
        if let format {
            (roles, isVague) = (names.map { _ in nil }, names.map { _ in false })
            for (role, name) in format.columns {
                if let index = TableFormat.index(of: name, in: names) {
                    roles[index] = role
                } else if role == .zone, TimestampParser.isZone(name) {
                    zone = name
                }
            }
            notices.append("it was read as an export of \(format.source)")
        }
        for option in Self.options {
            guard let name = chosen[option.role] else { continue }
            let index = names.firstIndex(of: name) ?? names.firstIndex { $0.lowercased() == name.lowercased() }
            roles = roles.map { $0 == option.role ? nil : $0 }
            if let index {
                (roles[index], isVague[index]) = (option.role, false)
            } else if option.role == .zone, TimestampParser.isZone(name) {
                zone = name
            } else {
                throw failure("no column is called \(excerpt(name))")
            }
        }
        let hasMeasure = zip(roles, isVague).contains { role, isVague in
            !isVague && (role == .sdnn || role == .rmssd)
        }
        for (index, name) in names.enumerated() {
            guard let role = roles[index] else {
                if !name.isEmpty { unused.append(name) }
                if columns[index].isOfClock { clocks.append(index) }
                continue
            }
            if isVague[index], variability == nil {
                guard !hasMeasure else {
                    unused.append(name)
                    notices.append(
                        """
                        the column \(excerpt(name)) was not used: it may be a score, and another column has a measure in ms; \
                        --hrv names its measure
                        """)
                    continue
                }
                notices.append("the column \(excerpt(name)) was taken for SDNN in ms; --hrv rmssd takes it for RMSSD")
            }
            // The brackets of the other roles hold a format or a time zone.
            if case .value(let metric) = role {
                let units = Self.units(of: metric)
                guard let factor = units.factors[columns[index].unit] else {
                    unused.append(name)
                    notices.append(
                        "the column \(excerpt(name)) was not used: its unit is not known, expected \(units.names)")
                    continue
                }
                if factor != 1 { factors[metric] = factor }
            }
            if let other = indices[role] {
                throw failure("the columns \(excerpt(names[other])) and \(excerpt(name)) mean the same")
            }
            indices[role] = index
        }
        guard indices[.time] != nil || indices[.date] != nil else {
            throw failure("no column is called \"time\" or \"date\"")
        }
        guard hasValue || indices[.note] != nil else {
            throw failure(
                (["no column is called \"sdnn\", \"rmssd\", \"hrv\", \"heart_rate\" or \"note\""] + notices)
                    .joined(separator: "; "))
        }
    }

    /// True if a column has measurements; with notes alone, the table may be about anything.
    var hasValue: Bool { indices.keys.contains(where: \.isValue) }

    private static func list(_ names: [String]) -> String {
        names.prefix(40).map(excerpt).joined(separator: ", ") + (names.count > 40 ? " and more" : "")
    }

    /// The options that would name the columns, as far as their names suggest it.
    private static func suggestion(_ names: [String]) -> String {
        var (rest, found) = (names.filter { !$0.isEmpty }, [String: String]())
        for option in options.reversed() {
            let index = rest.firstIndex { name in
                option.hints.contains { name.lowercased().parts(separatedBy: $0).count > 1 }
            }
            if let index { found[option.name] = quoted(rest.remove(at: index)) }
        }
        if found["rmssd"] == nil, found["sdnn"] == nil, found["heart-rate"] == nil { found["rmssd"] = "COLUMN" }
        found["time"] = found["time"] ?? "COLUMN"
        return options.compactMap { option in found[option.name].map { "--\(option.name) \($0)" } }
            .joined(separator: " ")
    }

    /// A word as a shell reads it.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_./-".contains($0)) }
        let parts = word.split(separator: "'", omittingEmptySubsequences: false)
        return isPlain && !word.isEmpty ? word : "'\(parts.joined(separator: "'\\''"))'"
    }

    private static let vagueNames: Set<String> = ["hrv", "heart_rate_variability", "heartratevariability"]

    private static func role(of name: String, _ variability: Variability) -> Role? {
        switch name {
        case "time", "timestamp", "datetime", "date_time", "start", "start_date", "startdate", "start_time",
            "measured_at", "recorded_at", "created_at", "sample_time", "uhrzeit", "zeit":
            .time
        case "date", "day", "datum": .date
        case "hrv", "heart_rate_variability", "heartratevariability": variability == .sdnn ? .sdnn : .rmssd
        case "sdnn", "hrv_sdnn", "sdnn_hrv", "heart_rate_variability_sdnn": .sdnn
        case "rmssd", "r_mssd", "hrv_rmssd", "rmssd_hrv", "heart_rate_variability_rmssd": .rmssd
        case "hr", "heart_rate", "heartrate", "pulse", "puls", "avg_hr", "mean_hr", "average_heart_rate",
            "mean_heart_rate", "heart_rate_avg":
            .heartRate
        case "resting_heart_rate", "resting_heartrate", "resting_hr", "rhr", "hr_rest", "ruhepuls": .resting
        case "source", "source_name", "sourcename", "device", "app": .source
        case "note", "notes", "comment", "comments": .note
        default: nil
        }
    }

    /// The factors from the units of values to a metric's unit, and the names of these units in a message.
    static func units(of metric: Metric) -> (factors: [String: Double], names: String) {
        metric.unit == "ms" ? (durations, "ms or s") : (rates, "bpm or Hz")
    }

    private static let durations: [String: Double] = [
        "": 1, "ms": 1, "msec": 1, "millisecond": 1, "milliseconds": 1, "s": 1000, "sec": 1000, "second": 1000,
        "seconds": 1000,
    ]

    private static let rates: [String: Double] = [
        "": 1, "bpm": 1, "lpm": 1, "/min": 1, "1/min": 1, "min-1": 1, "count/min": 1, "beats/min": 1,
        "beats per minute": 1, "hz": 60, "1/s": 60, "count/s": 60,
    ]
}

/// The name of a column in lower-case words with underscores between them, and its unit: `HRV (ms)` is `hrv` in `ms`.
private struct ColumnName {
    let words: String
    /// The text in the last brackets, or a unit as the last word; empty without either.
    let unit: String

    init(_ name: String) {
        var words: [String] = [""]
        var unit = ""
        var isInBrackets = false
        for character in name.lowercased() {
            switch character {
            case "(", "[":
                // Only the last brackets have the unit: `Heart Rate [Avg] (bpm)`.
                if !unit.isEmpty { words += [unit, ""] }
                (unit, isInBrackets) = ("", true)
            case ")", "]": isInBrackets = false
            case _ where isInBrackets: unit.append(character)
            case _ where character.isLetter || character.isNumber: words[words.count - 1].append(character)
            default: words.append("")
            }
        }
        words.removeAll(where: \.isEmpty)
        if unit.isEmpty, words.count > 1, let last = words.last, ["ms", "s", "sec", "bpm", "hz"].contains(last) {
            unit = last
            words.removeLast()
        }
        // A column named only by the unit of a heart rate contains one.
        self.words = words == ["bpm"] ? "heart_rate" : words.joined(separator: "_")
        self.unit = String(unit.split(separator: " ").joined(separator: " "))
    }

    /// True if times of day may be in it, rather than durations or the times of something else.
    var isOfClock: Bool {
        let words = words.split(separator: "_")
        let others = ["sleep", "bed", "bedtime", "wake", "rem", "deep", "light", "awake", "total", "duration", "zone"]
        return words.contains { ["time", "timestamp", "uhrzeit", "zeit", "hora", "heure"].contains($0) }
            && !words.contains { others.contains(String($0)) }
    }
}
