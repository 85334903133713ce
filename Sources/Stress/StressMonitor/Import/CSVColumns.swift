// SPDX-License-Identifier: MIT
import Localization

/// The roles of a CSV file's columns, from the names in its first line.
struct CSVColumns: Equatable {
    enum Role: Hashable {
        case time
        case date
        case value(Metric)
        case source
        case note
    }

    /// The number of columns.
    let count: Int
    private(set) var indices: [Role: Int] = [:]
    /// The names of the columns without a role.
    private(set) var unused: [String] = []
    /// The factors to the unit of a metric, where its column has another one: 1000 for an SDNN in seconds.
    private(set) var factors: [Metric: Double] = [:]
    /// Notes on how the columns are read, for the user, a sentence each.
    private(set) var notices: [String] = []

    /// - Parameter variability: the measure of a column that is only called `hrv`; nil if the user has not named it. Such a
    ///   column may be a score as well, so it is used only where no other column has a measure, and never without notice.
    init(_ names: [String], variability: Variability?) throws(RecordError) {
        count = names.count
        let columns = names.map(ColumnName.init)
        let roles = columns.map { Self.role(of: $0.words, variability ?? .sdnn) }
        let isVague = columns.map { Self.vagueNames.contains($0.words) }
        let hasMeasure = zip(roles, isVague).contains { role, isVague in
            !isVague && (role == .value(.sdnn) || role == .value(.rmssd))
        }
        for (index, name) in names.enumerated() {
            guard let role = roles[index] else {
                if !name.isEmpty { unused.append(name) }
                continue
            }
            if isVague[index], variability == nil {
                guard !hasMeasure else {
                    unused.append(name)
                    notices.append(
                        localized(
                            """
                            the column \(excerpt(name)) was not used: it may be a score, and another column has a measure in ms; \
                            --hrv names its measure
                            """))
                    continue
                }
                notices.append(
                    localized("the column \(excerpt(name)) was taken for SDNN in ms; --hrv rmssd takes it for RMSSD"))
            }
            // The brackets of the other roles hold a format or a time zone.
            if case .value(let metric) = role {
                let units = metric.unit == "ms" ? Self.durations : Self.rates
                guard let factor = units.factors[columns[index].unit] else {
                    unused.append(name)
                    notices.append(
                        localized(
                            "the column \(excerpt(name)) was not used: its unit is not known, expected \(units.names)"))
                    continue
                }
                if factor != 1 { factors[metric] = factor }
            }
            if let other = indices[role] {
                throw RecordError(
                    reason: localized("the columns \(excerpt(names[other])) and \(excerpt(name)) mean the same"))
            }
            indices[role] = index
        }
        guard indices[.time] != nil || indices[.date] != nil else {
            throw RecordError(
                reason: localized("no column is called \"time\" or \"date\"; the columns are \(Self.list(names))"))
        }
        guard indices[.note] != nil || Metric.allCases.contains(where: { indices[.value($0)] != nil }) else {
            throw RecordError(
                reason: localized(
                    """
                    no column is called "sdnn", "rmssd", "hrv", "heart_rate" or "note"; the columns are \(Self.list(names))
                    """) + notices.map { "; \($0)" }.joined())
        }
    }

    private static func list(_ names: [String]) -> String {
        names.count > 12
            ? localized("\(names.prefix(12).map(excerpt).joined(separator: ", ")) and more")
            : names.map(excerpt).joined(separator: ", ")
    }

    private static let vagueNames: Set<String> = ["hrv", "heart_rate_variability", "heartratevariability"]

    private static func role(of name: String, _ variability: Variability) -> Role? {
        switch name {
        case "time", "timestamp", "datetime", "date_time", "start", "start_date", "startdate", "start_time",
            "measured_at", "recorded_at", "created_at", "sample_time":
            .time
        case "date", "day": .date
        case "hrv", "heart_rate_variability", "heartratevariability":
            variability == .sdnn ? .value(.sdnn) : .value(.rmssd)
        case "sdnn", "hrv_sdnn", "sdnn_hrv", "heart_rate_variability_sdnn": .value(.sdnn)
        case "rmssd", "r_mssd", "hrv_rmssd", "rmssd_hrv", "heart_rate_variability_rmssd": .value(.rmssd)
        case "hr", "heart_rate", "heartrate", "pulse", "avg_hr", "mean_hr", "average_heart_rate", "mean_heart_rate":
            .value(.heartRate)
        case "resting_heart_rate", "resting_heartrate", "resting_hr", "rhr", "hr_rest": .value(.restingHeartRate)
        case "source", "source_name", "sourcename", "device", "app": .source
        case "note", "notes", "comment", "comments": .note
        default: nil
        }
    }

    /// The factors from the units of columns to that of a metric, and the names of these units in a message.
    private typealias Units = (factors: [String: Double], names: String)

    private static var durations: Units {
        (
            [
                "": 1, "ms": 1, "msec": 1, "millisecond": 1, "milliseconds": 1, "s": 1000, "sec": 1000, "second": 1000,
                "seconds": 1000,
            ], localized("ms or s")
        )
    }

    private static var rates: Units {
        (
            [
                "": 1, "bpm": 1, "/min": 1, "1/min": 1, "min-1": 1, "count/min": 1, "beats/min": 1,
                "beats per minute": 1, "hz": 60, "1/s": 60, "count/s": 60,
            ], localized("bpm or Hz")
        )
    }
}

/// The name of a column in lower-case words with underscores between them, and its unit: `HRV (ms)` is `hrv` in `ms`.
private struct ColumnName {
    let words: String
    /// The text in brackets, or a last word that is a unit; empty without either.
    let unit: String

    init(_ name: String) {
        var words: [String] = [""]
        var unit = ""
        var isInBrackets = false
        for character in name.lowercased() {
            switch character {
            case "(", "[": isInBrackets = true
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
}
