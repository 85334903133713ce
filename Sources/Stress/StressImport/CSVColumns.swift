// SPDX-License-Identifier: MIT
import StressStore

/// The roles of a CSV file's columns, from the names in its first line.
struct CSVColumns: Equatable {
    enum Role: String, CaseIterable {
        case time
        case date
        case sdnn
        case rmssd
        case heartRate
        case restingHeartRate
        case source
        case note
    }

    /// The number of columns.
    let count: Int
    private(set) var indices: [Role: Int] = [:]
    /// The names of the columns without a role.
    private(set) var unused: [String] = []

    /// - Parameter variability: the measure of a column that is only called `hrv`.
    init(_ names: [String], variability: Variability) throws(RecordError) {
        count = names.count
        for (index, name) in names.enumerated() {
            guard let role = Self.role(of: name, variability) else {
                if !name.isEmpty { unused.append(name) }
                continue
            }
            if let other = indices[role] {
                throw RecordError(reason: "the columns \(excerpt(names[other])) and \(excerpt(name)) mean the same")
            }
            indices[role] = index
        }
        guard indices[.time] != nil || indices[.date] != nil else {
            throw RecordError(reason: "no column is called \"time\" or \"date\"; the columns are \(Self.list(names))")
        }
        let values: [Role] = [.sdnn, .rmssd, .heartRate, .restingHeartRate, .note]
        guard values.contains(where: { indices[$0] != nil }) else {
            throw RecordError(
                reason: "no column is called \"sdnn\", \"rmssd\", \"hrv\", \"heart_rate\" or \"note\"; the columns are "
                    + Self.list(names))
        }
    }

    private static func list(_ names: [String]) -> String {
        names.prefix(12).map(excerpt).joined(separator: ", ") + (names.count > 12 ? " and more" : "")
    }

    private static func role(of name: String, _ variability: Variability) -> Role? {
        switch normalized(name) {
        case "time", "timestamp", "datetime", "date_time", "start", "start_date", "startdate", "start_time",
            "measured_at", "recorded_at", "created_at", "sample_time":
            .time
        case "date", "day": .date
        case "hrv", "heart_rate_variability", "heartratevariability": variability == .sdnn ? .sdnn : .rmssd
        case "sdnn", "hrv_sdnn", "sdnn_hrv", "heart_rate_variability_sdnn": .sdnn
        case "rmssd", "r_mssd", "hrv_rmssd", "rmssd_hrv", "heart_rate_variability_rmssd": .rmssd
        case "hr", "heart_rate", "heartrate", "pulse", "avg_hr", "mean_hr", "average_heart_rate", "mean_heart_rate":
            .heartRate
        case "resting_heart_rate", "resting_heartrate", "resting_hr", "rhr", "hr_rest": .restingHeartRate
        case "source", "source_name", "sourcename", "device", "app": .source
        case "note", "notes", "comment", "comments": .note
        default: nil
        }
    }

    /// A name in lower-case words with underscores between them, without a unit: `HRV (ms)` is `hrv`.
    private static func normalized(_ name: String) -> String {
        var words: [String] = [""]
        var isInBrackets = false
        for character in name.lowercased() {
            switch character {
            case "(", "[": isInBrackets = true
            case ")", "]": isInBrackets = false
            case _ where isInBrackets: break
            case _ where character.isLetter || character.isNumber: words[words.count - 1].append(character)
            default: words.append("")
            }
        }
        words.removeAll(where: \.isEmpty)
        // A column named only by the unit of a heart rate contains one.
        if words == ["bpm"] { return "heart_rate" }
        if let unit = words.last, unit == "ms" || unit == "bpm", words.count > 1 { words.removeLast() }
        return words.joined(separator: "_")
    }
}
