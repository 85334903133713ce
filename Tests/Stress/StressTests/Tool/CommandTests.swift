import Foundation
import TestSupport
import Testing

@testable import StressMonitor

@Suite struct CommandTests {
    private let tool: StressTool

    init() throws {
        tool = try StressTool()
    }

    /// Lines of bash with their outcome in `Golden/commands.txt`, where `stress` is the program, and `tty` runs it on a terminal:
    /// the output, the errors after `!`, and another exit status than 0. Each title begins with a new home.
    @Test func commandsHaveTheReviewedOutcome() throws {
        var tool = tool
        let (reviewed, played) = try playScript("commands") { line in
            if line.hasPrefix("==") { tool = try StressTool() }
            if line.isEmpty || line.hasPrefix("=") || line.hasPrefix("#") { return [] }
            let result: StressTool.Result
            if line.hasPrefix("tty ") {
                let (exit, output) = try tool.onTerminal(String(line.dropFirst(4)))
                result = (exit, output, "")
            } else {
                result = try tool.bash("cd; stress() { \"$tool\" \"$@\"; }; \(line)")
            }
            var lines = result.output.split(separator: "\n").map(String.init)
            lines += result.errors.split(separator: "\n").map { "! \($0)" }
            if result.exit != .code(0) { lines.append("exit \(result.exit)") }
            return lines.map { line in
                line.replacing(tool.home.path, with: "~").replacing(/"seconds":[0-9.e-]+/, with: "\"seconds\":0")
                    .replacing(/in [0-9.,]+ m?s/, with: "in a moment")
            }
        }
        #expect(played == reviewed)
    }

    /// Texts are exported unchanged, and imported again.
    @Test func notesSurviveExportAndImport() throws {
        let texts = [
            String(repeating: "Slept badly, “very” badly; ", count: 30) + "end", "היום, \"ישנתי\" רע 😴",
            "quote\"\u{301} accent", "👩‍👩‍👧 é e\u{301} ก็ 日本,語", "line\u{2028}line", "=1+1", "'; --",
        ]
        for (index, text) in texts.enumerated() {
            try tool.expect(of: "add", "--note", text, "--at", "2024-05-0\(index + 1) 08:00")
        }
        func stored(_ tool: StressTool) throws -> [[Unicode.Scalar]] {
            let json = try tool.run("export", "--json").output
            let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
            let notes = try #require(object?["notes"] as? [[String: Any]])
            return notes.map { Array((($0["text"] as? String) ?? "").unicodeScalars) }
        }
        #expect(try stored(tool) == texts.map { Array($0.unicodeScalars) })
        let table = try tool.expect(of: "export", "--csv")
        // By scalars, not by characters.
        #expect(
            table.utf8.split(separator: 0x0A).contains {
                $0.elementsEqual("2024-05-03T08:00:00+02:00,,,,,,\"quote\"\"\u{301} accent\"".utf8)
            })
        let other = try StressTool()
        let file = try other.home.write(table, to: "notes.csv", mode: 0o644)
        try other.expect(of: "import", file)
        #expect(try stored(other) == stored(tool))
        #expect(try tool.onTerminal("list").output.contains("Slept badly"))
    }

    /// A session is listed with the readings before and after it.
    @Test func sessionsHaveSurroundingReadings() throws {
        for (time, hrv, rate) in [("07:55", "40", "75"), ("08:10", "55", "62")] {
            try tool.expect(of: "add", "--hrv", hrv, "--hr", rate, "--at", "2024-05-01 \(time)")
        }
        let start = Timestamp(seconds: 1_714_543_200)
        let sessions = [(start, Int64(180_000)), (start.advanced(by: 86_400_000), 60_000)].map { start, length in
            Session(start: start, length: length, kind: "breathing", name: "4-7-8")
        }
        try tool.store().add(StressStore.Batch(sessions: sessions))
        let listed = try tool.run("list").output
        #expect(
            listed.contains(
                """
                "kind":"breathing","name":"4-7-8","before":{"sdnn":40.0,"heart_rate":75.0},\
                "after":{"sdnn":55.0,"heart_rate":62.0}}
                """))
        #expect(listed.contains("\"name\":\"4-7-8\"}"), "nothing was measured around the second")
        try tool.expect(0, "\"after\":{\"sdnn\":55.0,\"heart_rate\":62.0}}", of: "export", "--json")
        #expect(try tool.onTerminal("list").output.contains("breathing 4-7-8 3 min 40 → 55 ms 75 → 62 bpm"))
    }

    /// Root may do anything, so the program does not run as root, even if the test does.
    @Test func missingPermissionsExitWithOne() throws {
        let folder = try tool.home.makeDirectory("closed", mode: 0o500)
        try tool.expect(1, errors: "stress.db: Permission denied\n", of: "list", "--database", folder + "/stress.db")
    }

    @Test("No control of a file reaches the terminal")
    func controlsAreEscaped() throws {
        let hostile = "\u{1B}]0;x\u{7}\u{9B}31m\u{202E}"
        let text = "time,sdnn,\(hostile),source,note\n2024-05-01 08:00,50,,\(hostile),\(hostile)\n\(hostile),50,,,\n"
        let file = try tool.home.write(text, to: "a\u{1B}[2J.csv", mode: 0o644)
        let commands = [
            "import '\(file)'", "import --json '\(file)'", "list", "list --json", "export --csv", "export --json",
        ]
        for command in commands {
            let output = try tool.onTerminal(command).output
            let controls = output.unicodeScalars.filter {
                $0 != "\n" && ($0.properties.generalCategory == .control || (0x2028...0x202E).contains($0.value))
            }
            // The progress bar clears its line.
            let own = output.components(separatedBy: "\r\u{1B}[K").count - 1
            #expect(controls.count == 2 * own, "\(command): \(output.debugDescription)")
        }
    }

    @Test("A database of another user is refused", .enabled(if: geteuid() == 0))
    func foreignDatabaseIsRefused() throws {
        try tool.expect(of: "list")
        #expect(chown(tool.database, 0, 0) == 0 && chmod(tool.database, 0o666) == 0)
        try tool.expect(1, errors: "belongs to user 0", of: "list")
    }
}
