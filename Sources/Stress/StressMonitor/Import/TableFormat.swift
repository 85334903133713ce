import Text

/// The table that a program exports, and the roles of its columns. A new format is one entry of ``known``.
struct TableFormat: Sendable {
    /// The source of rows whose column of sources is empty or missing.
    let source: String
    /// A part of the file's name, for tables that have the same columns as others.
    let file: String
    /// Another column that it has, for names of columns that are common.
    let with: String
    /// The names of the columns, without a unit in brackets behind them; of several, between bars, the first that is there
    /// counts. A zone may also be the zone itself.
    let columns: [CSVColumns.Role: String]
    /// The texts and numbers that stand for "not measured".
    let noValue: [String]

    init(
        _ source: String, file: String = "", with: String = "", _ columns: [CSVColumns.Role: String],
        noValue: [String] = []
    ) {
        (self.source, self.file, self.with, self.columns, self.noValue) = (source, file, with, columns, noValue)
    }

    /// The first that fits counts. The mean of a night is stored at its end, on the day that it is shown for.
    static let known = [
        TableFormat(
            "WHOOP",
            [
                .time: "Wake onset|Cycle start time|Inicio de la vigilia|Hora de inicio del ciclo",
                .zone: "Cycle timezone|Zona horaria del ciclo",
                .rmssd: "Heart rate variability|Variabilidad de la frecuencia cardíaca",
                .resting: "Resting heart rate|Frecuencia cardíaca en reposo",
            ]),
        TableFormat(
            "Oura",
            [
                .time: "Bedtime End|bedtime_end|date", .rmssd: "Average HRV|average_hrv",
                .heartRate: "Average Resting Heart Rate|average_heart_rate",
                .resting: "Lowest Resting Heart Rate|lowest_heart_rate",
            ]),
        // Its column "source" is what the person did.
        TableFormat("Oura", file: "heartrate", with: "source", [.time: "timestamp", .heartRate: "bpm"]),
        TableFormat(
            "Google", file: "resting", [.time: "timestamp", .resting: "beats per minute", .source: "data source"]),
        TableFormat(
            "Google",
            [
                .time: "timestamp", .source: "data source", .sdnn: "standard deviation milliseconds",
                .rmssd: "root mean square of successive differences milliseconds|"
                    + "average heart rate variability milliseconds",
                .heartRate: "beats per minute|non rem heart rate beats per minute",
            ]),
        TableFormat(
            "Fitbit", with: "entropy|coverage", [.time: "timestamp", .rmssd: "rmssd", .heartRate: "nremhr"],
            noValue: ["0"]),
        // Its times are UTC; the column "time_offset" is where the person was.
        TableFormat(
            "Samsung Health",
            [
                .time: "com.samsung.health.heart_rate.start_time", .zone: "UTC",
                .heartRate: "com.samsung.health.heart_rate.heart_rate",
            ], noValue: ["0"]),
        TableFormat(
            "Elite HRV",
            [.time: "Date Time Start", .rmssd: "Rmssd", .sdnn: "Sdnn", .heartRate: "HR", .note: "Notes"]),
        TableFormat(
            "HRV4Training",
            [.time: "timestamp_measurement", .rmssd: "rMSSD", .sdnn: "SDNN", .heartRate: "HR", .note: "notes"]),
        TableFormat(
            "Polar Sensor Logger", [.time: "Phone timestamp", .rmssd: "HRV", .heartRate: "HR"], noValue: ["0"]),
        TableFormat("Withings", file: "raw_hr", with: "duration", [.time: "start", .heartRate: "value"]),
        TableFormat("Garmin", [.date: "Date", .rmssd: "Overnight HRV"]),
        TableFormat(
            "Health Auto Export",
            [
                .time: "Date/Time", .sdnn: "Heart Rate Variability", .heartRate: "Heart Rate [Avg]",
                .resting: "Resting Heart Rate",
            ]),
        TableFormat("Gadgetbridge", [.time: "TIMESTAMP", .heartRate: "HEART_RATE"], noValue: ["255", "0", "-1"]),
    ]

    func fits(_ names: [String], file: String) -> Bool {
        func has(_ isWanted: (CSVColumns.Role) -> Bool) -> Bool {
            columns.contains { role, name in isWanted(role) && Self.index(of: name, in: names) != nil }
        }
        return has { $0 == .time || $0 == .date } && has(\.isValue)
            && (with.isEmpty || Self.index(of: with, in: names) != nil)
            && (self.file.isEmpty || file.lowercased().parts(separatedBy: self.file).count > 1)
    }

    /// The place of the first of some names between bars; a column may have a unit in brackets behind its name.
    static func index(of alternatives: String, in names: [String]) -> Int? {
        alternatives.split(separator: "|").lazy.compactMap { name in
            names.firstIndex { $0.hasPrefix(name) && ["", " (", " ["].contains($0.dropFirst(name.count).prefix(2)) }
        }.first
    }
}
