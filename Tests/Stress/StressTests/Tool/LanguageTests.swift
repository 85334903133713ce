// SPDX-License-Identifier: MIT
import TestSupport
import Testing

/// Tables in German, and JSON, which has no language.
@Suite struct LanguageTests {
    private let tool: StressTool

    init() throws {
        tool = try StressTool(isGerman: true)
        _ = try tool.run("add", "--hrv", "48.5", "--hr", "61", "--at", "2026-01-05T07:30:00+01:00")
    }

    @Test func tableHasGermanDatesAndDecimals() throws {
        let table = try tool.onTerminal("list")
        #expect(table.exit == .code(0))
        #expect(
            table.output == """
                Zeit              id  SDNN ms  RMSSD ms  Puls
                05.01.2026 07:30   1     48,5              61  by hand

                """, "\(table.output)")
        #expect(try tool.onTerminal("list --by day").output.contains("\n05.01.2026     48,5"))
    }

    @Test func machineReadsTheSameInAllLanguages() throws {
        let list = try tool.run("list")
        #expect(list.output.contains(#""time":"2026-01-05T07:30:00+01:00","sdnn":48.5"#), "\(list.output)")
        let csv = try tool.run("export", "--csv")
        #expect(csv.output.contains("2026-01-05T07:30:00+01:00,48.5,,61.0,,by hand,"), "\(csv.output)")
        #expect(try tool.run("list", "--by", "week").output.contains(#""from":"2026-01-05T00:00:00+01:00""#))
    }
}
