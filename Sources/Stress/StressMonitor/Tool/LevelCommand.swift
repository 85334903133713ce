import CommandLineKit
import Glibc
import TabshellIPC

extension CommandSpec {
    static let level = CommandSpec(
        "level", "Print the stress level: the strain on your heart compared with your baseline.",
        discussion: "50 is the baseline, 0 and 100 are rare. It is no medical finding.",
        options: [
            Option("at", value: "time", "The level at another time than now."),
            Option("days", value: "count", "The levels of the last days instead.", kind: .integer(1...36_500)),
        ] + StoreOptions.syntax
    ) { options in
        let now = try options.time("at") ?? .now
        let report = LevelReport(access: StoreOptions(options))
        let store = try report.access.open(reading: true)
        if let days = options.integer("days") {
            let end = LocalTimeZone.system.day(at: now).advanced(by: 1)
            return report.show(try store.levels(in: end.advanced(by: -days)..<end))
        }
        let assessment = try store.assessment(at: now)
        report.show(assessment)
        guard case .level = assessment else { exit(StressExitStatus.noLevel) }
    }
}

private struct LevelReport {
    let access: StoreOptions

    func show(_ levels: [DayLevel]) {
        if access.printsJSON {
            for day in levels {
                let head: [(String, JSON?)] = [("day", .string("\(day.day)")), ("readings", JSON(day.readings))]
                StandardOutput.write(.object(head + JSON.members(day.level)))
            }
            return
        }
        guard !levels.isEmpty else { return StandardOutput.writeLine("no level on these days") }
        var table = TextTable(columns: [
            ("day", .left), ("level", .right), ("", .left), ("readings", .right),
        ])
        table.rows += levels.map {
            ["\($0.day)", "\($0.level.value)", $0.level.category.rawValue, "\($0.readings)"]
        }
        StandardOutput.writeLines(table.text)
    }

    func show(_ assessment: StressAssessment) {
        switch assessment {
        case .level(let level, let reading, let measure, let baseline):
            show(level, reading, measure, baseline)
        case .notEnoughData(let days, let needed):
            access.print(
                ["level": .null, "reason": "not_enough_data", "days": JSON(days), "needed": JSON(needed)],
                or: "not enough data yet: readings on \(days) of the \(needed) days that it takes to know your usual")
        case .noRecentReading(let last):
            access.print(
                .object([("level", .null), ("reason", "no_recent_reading"), ("last", last.map { JSON($0) })]),
                or: last.map { "no reading of the last 24 hours; the last one is of \(Formatters.time($0))" }
                    ?? "no reading of the last 24 hours")
        }
    }

    private func show(_ level: StressLevel, _ reading: Reading, _ measure: Variability, _ baseline: Baseline) {
        if access.printsJSON {
            let rest: [(String, JSON?)] = [
                ("measure", .string(measure.rawValue)), ("time", JSON(reading.time)),
                ("variability", .number(reading.variability)), ("heart_rate", reading.heartRate.map { .number($0) }),
                ("log_variability_baseline", JSON(baseline.logVariability)),
                ("heart_rate_baseline", baseline.heartRate.map { JSON($0) }),
            ]
            return StandardOutput.write(.object(JSON.members(level) + rest))
        }
        let usual = exp(baseline.logVariability.mean)
        StandardOutput.writeLine("stress level \(level.value) of 100: \(level.category.rawValue)")
        StandardOutput.writeLine(
            """
            \(measure.rawValue.uppercased()) \(Formatters.number(reading.variability)) ms, usually \
            \(Formatters.number(usual)) ms (\(Formatters.number(level.logVariabilityDeviation)) standard deviations)
            """)
        if let rate = reading.heartRate, let deviation = level.heartRateDeviation, let norm = baseline.heartRate {
            StandardOutput.writeLine(
                """
                heart rate \(Formatters.number(rate)) bpm, usually \(Formatters.number(norm.mean)) bpm \
                (\(Formatters.number(deviation)) standard deviations)
                """)
        }
        StandardOutput.writeLine(
            "measured \(Formatters.time(reading.time)), compared with \(baseline.logVariability.days) days")
    }
}
