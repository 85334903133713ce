// SPDX-License-Identifier: MIT
import ArgumentParser
import Glibc
import StressImport
import StressStore
import TabshellIPC

struct LevelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "level",
        abstract: "Shows the stress level: how strained your heart is compared with what is usual for you.",
        discussion: "50 is as usual as can be, 0 and 100 are rare. It is no medical finding.")

    @OptionGroup var access: StoreOptions
    @Option(help: ArgumentHelp("The level at another time than now.", valueName: "time"))
    var at: Moment?
    @Option(help: ArgumentHelp("The levels of the last days instead.", valueName: "count"))
    var days: Int?

    mutating func validate() throws {
        if let days, !(1...36_500).contains(days) { throw ValidationError("--days is 1 to 36500.") }
    }

    func run() throws {
        let store = try access.open()
        let now = at?.time ?? .now
        if let days {
            let end = LocalTimeZone.system.day(at: now).advanced(by: 1)
            let levels = try access.reporting { () throws(StoreError) in
                try store.levels(in: end.advanced(by: -days)..<end)
            }
            return show(levels)
        }
        let assessment = try access.reporting { () throws(StoreError) in try store.assessment(at: now) }
        show(assessment)
        if case .level = assessment { return }
        throw ExitCode(Status.noLevel.rawValue)
    }

    private func show(_ levels: [DayLevel]) {
        if access.printsJSON {
            for day in levels {
                guard case .object(let members) = JSON(day.level) else { continue }
                let head = [JSON.Member("day", .string("\(day.day)")), JSON.Member("readings", JSON(day.readings))]
                Output.line(.object(head + members))
            }
            return
        }
        guard !levels.isEmpty else { return Output.line("there is no level of these days") }
        var table = TextTable(columns: [("day", false), ("level", true), ("", false), ("readings", true)])
        table.rows = levels.map { ["\($0.day)", "\($0.level.value)", $0.level.category.rawValue, "\($0.readings)"] }
        for line in table.lines { Output.line(line) }
    }

    private func show(_ assessment: StressAssessment) {
        switch assessment {
        case .level(let level, let reading, let measure, let baseline):
            show(level, reading, measure, baseline)
        case .notEnoughData(let days, let needed):
            if access.printsJSON {
                return Output.line([
                    "level": .null, "reason": "not_enough_data", "days": JSON(days), "needed": JSON(needed),
                ])
            }
            Output.line(
                "not enough data yet: readings on \(days) of the \(needed) days that it takes to know your usual")
        case .noRecentReading(let last):
            if access.printsJSON {
                return Output.line(
                    .object([("level", .null), ("reason", "no_recent_reading"), ("last", last.map { JSON($0) })]))
            }
            Output.line(
                "no reading of the last 24 hours" + (last.map { "; the last one is of \(Formatters.time($0))" } ?? ""))
        }
    }

    private func show(_ level: StressLevel, _ reading: Reading, _ measure: Variability, _ baseline: Baseline) {
        if access.printsJSON {
            guard case .object(let members) = JSON(level) else { return }
            let rest: [(String, JSON?)] = [
                ("measure", .string(measure.rawValue)), ("time", JSON(reading.time)),
                ("variability", .number(reading.variability)), ("heart_rate", reading.heartRate.map { .number($0) }),
                ("log_variability_baseline", JSON(baseline.logVariability)),
                ("heart_rate_baseline", baseline.heartRate.map { JSON($0) }),
            ]
            guard case .object(let others) = JSON.object(rest) else { return }
            return Output.line(.object(members + others))
        }
        let usual = exp(baseline.logVariability.mean)
        Output.line("stress level \(level.value) of 100: \(level.category.rawValue)")
        Output.line(
            "\(measure.rawValue.uppercased()) \(Formatters.number(reading.variability)) ms, usually \(Formatters.number(usual)) ms"
                + " (\(Formatters.number(level.logVariabilityDeviation)) standard deviations)")
        if let rate = reading.heartRate, let deviation = level.heartRateDeviation, let norm = baseline.heartRate {
            Output.line(
                "heart rate \(Formatters.number(rate)) bpm, usually \(Formatters.number(norm.mean)) bpm"
                    + " (\(Formatters.number(deviation)) standard deviations)")
        }
        Output.line("measured \(Formatters.time(reading.time)), compared with \(baseline.logVariability.days) days")
    }
}
