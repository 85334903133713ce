import Foundation
import TestSupport
import Testing

@testable import StressMonitor

@Suite struct CommandTests {
    private let tool: StressTool

    init() throws {
        tool = try StressTool()
    }

    @Test func addingAndListing() throws {
        // The same time in local notation is the same measurement.
        for (time, count) in [("2024-05-01T08:00:00+02:00", 1), ("2024-05-01 08:00", 0)] {
            let output = try tool.expect(of: "add", "--hrv", "52", "--hr", "61", "--at", time)
            #expect(output == "{\"added\":\(count),\"known\":\(1 - count),\"deleted\":0}\n")
        }
        try tool.expect(of: "add", "--rmssd", "40.5", "--note", "tired", "--at", "2024-05-02 08:00")
        #expect(
            try tool.run("list").output == """
                {"type":"sample","id":1,"time":"2024-05-01T08:00:00+02:00","sdnn":52.0,"heart_rate":61.0,"source":"by hand"}
                {"type":"sample","id":2,"time":"2024-05-02T08:00:00+02:00","rmssd":40.5,"source":"by hand"}
                {"type":"note","id":1,"time":"2024-05-02T08:00:00+02:00","text":"tired"}

                """)
        #expect(
            try tool.onTerminal("list --from 2024-05-01").output == """
                time              id  SDNN ms  RMSSD ms  heart rate
                2024-05-01 08:00   1       52                    61  by hand
                2024-05-02 08:00   2               40.5              by hand
                2024-05-02 08:00  n1                                 tired

                """)
        #expect(try tool.run("list", "--to", "2024-05-02").output.split(separator: "\n").count == 1)
        try tool.expect(0, "\"count\":1,\"minimum\":52.0", of: "list", "--by", "month")
        #expect(try tool.onTerminal("list --by day").output.contains("2024-05-01       52"))
    }

    @Test(arguments: [
        "add", "add --hrv much", "add --hrv 0", "add --hr nan", "add --hr 61 --at soon",
        "add --hr 61 --at 2024-03-31T02:30", "import", "list --last -1", "list --by age", "list --from 2024-13-01",
        "list --from 2024-05-02 --to 2024-05-01", "export", "export --csv --json", "delete", "delete x3", "fly",
        "level --days 0",
    ])
    func usageErrorExitsWithTwo(arguments: String) throws {
        let process = try tool.start(arguments.split(separator: " ").map(String.init))
        #expect(try process.waitForExit() == .code(2))
        #expect(process.output.isEmpty)
        #expect(process.errorOutput.contains("Usage: tabshell-stress"))
    }

    /// A negative number is a value, not an option; the command's usage is shown.
    @Test(arguments: [
        (["--hrv", "-3"], "SDNN -3.0 ms is out of range: expected"),
        (["--hrv", "50", "--at", "2099-01-01T00:00:00Z"], "--at 2099-01-01T00:00:00Z: that is in the future"),
    ])
    func implausibleMeasurementIsRefused(arguments: [String], reason: String) throws {
        let process = try tool.start(["add"] + arguments)
        #expect(try process.waitForExit() == .code(2))
        #expect(process.errorOutput.contains(reason))
        #expect(process.errorOutput.contains("Usage: tabshell-stress add "))
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

    @Test func failureExitsWithOne() throws {
        let missing = try tool.run("import", "/nowhere/file.csv")
        #expect(missing.exit == .code(1))
        #expect(missing.errors == "tabshell-stress: /nowhere/file.csv: No such file or directory\n")
        let text = try tool.home.write("no database at all, " + String(repeating: "x", count: 2000), to: "text")
        let damaged = "tabshell-stress: \(text) is damaged, or not an SQLite database"
        try tool.expect(1, errors: damaged, of: "list", "--database", text)
        let file = try tool.home.write("time,sdnn\nnever,50\n", to: "file.csv", mode: 0o644)
        try tool.expect(1, errors: "none of its rows can be imported", of: "import", file)
        let homeless = try tool.bash("unset HOME XDG_DATA_HOME; $tool list")
        #expect(homeless.exit == .code(1))
        #expect(homeless.errors.contains("set XDG_DATA_HOME or HOME"))
        let full = try tool.bash("$tool add --hrv 50 && $tool export --csv > /dev/full")
        #expect(full.exit == .code(1))
        #expect(full.errors.contains("No space left on device"))
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

    @Test("An unknown number deletes nothing, and is no success")
    func unknownNumberIsNotDeleted() throws {
        try tool.expect(of: "add", "--hrv", "50")
        let reason = "nothing has the number n4, 99, so nothing was deleted"
        #expect(try tool.expect(1, errors: reason, of: "delete", "1", "n4", "99").isEmpty)
        try tool.expect(of: "delete", "1")
    }

    @Test("A read-only database can be read")
    func readOnlyDatabaseIsRead() throws {
        try tool.expect(of: "add", "--hrv", "50", "--at", "2024-05-01T08:00:00Z")
        #expect(chmod(tool.database, 0o400) == 0)
        try tool.expect(0, "50.0", of: "list")
        try tool.expect(0, "50.0", of: "export", "--csv")
        try tool.expect(1, errors: tool.database, of: "add", "--hrv", "51")
        let folder = URL(fileURLWithPath: tool.database).deletingLastPathComponent().path
        #expect(chmod(folder, 0o500) == 0)
        defer { chmod(folder, 0o700) }
        try tool.expect(0, "50.0", of: "list")
        try tool.expect(1, of: "add", "--hrv", "51")
    }

    @Test("A folder that others may write is warned of")
    func sharedFolderIsWarnedOf() throws {
        #expect(try tool.run("list").errors == "")
        let folder = URL(fileURLWithPath: tool.database).deletingLastPathComponent().path
        #expect(chmod(folder, 0o777) == 0)
        let warning =
            "tabshell-stress: \(folder): other users can replace the files in it; `chmod 700` makes it yours alone\n"
        let result = try tool.run("list")
        #expect(result.exit == .code(0) && result.errors == warning)
    }

    @Test("A database of another user is refused", .enabled(if: geteuid() == 0))
    func foreignDatabaseIsRefused() throws {
        try tool.expect(of: "list")
        #expect(chown(tool.database, 0, 0) == 0 && chmod(tool.database, 0o666) == 0)
        try tool.expect(1, errors: "belongs to user 0", of: "list")
    }

    @Test func levelNeedsEnoughData() throws {
        let none = "{\"level\":null,\"reason\":\"not_enough_data\",\"days\":0,\"needed\":14}\n"
        #expect(try tool.expect(11, of: "level") == none)
        #expect(try tool.onTerminal("level").output.hasPrefix("not enough data yet: readings on 0 of the 14 days"))
    }

    @Test func levelIsShown() throws {
        let rows = (1...30).map { "2024-05-\($0 < 10 ? "0" : "")\($0) 08:00,\(45 + $0 % 7),\(58 + $0 % 5)\n" }.joined()
        let file = try tool.home.write("time,rmssd,hr\n" + rows + "2024-05-31 08:00,30,75\n", to: "file.csv")
        try tool.expect(of: "import", file)
        let reading = "\"measure\":\"rmssd\",\"time\":\"2024-05-31T08:00:00+02:00\""
        let json = try tool.expect(0, reading, of: "level", "--at", "2024-05-31 09:00")
        #expect(json.hasPrefix("{\"level\":100,\"category\":\"high\""))
        let text = try tool.onTerminal("level --at 2024-05-31T09:00+02:00").output
        #expect(text.hasPrefix("stress level 100 of 100: high\nRMSSD 30 ms, usually 47."))
        #expect(text.hasSuffix("measured 2024-05-31 08:00, compared with 30 days\n"))
        try tool.expect(11, "\"last\":\"2024-05-31T08:00:00+02:00\"", of: "level", "--at", "2024-06-09 09:00")
        let days = try tool.run("level", "--at", "2024-05-31 09:00", "--days", "3").output
        #expect(days.split(separator: "\n").count == 3)
        #expect(days.contains("{\"day\":\"2024-05-31\",\"readings\":1,\"level\":100,"))
    }

    @Test func exportsCanBeImported() throws {
        let file = try tool.home.write(
            "time,sdnn,rmssd,hr,rhr,source,note\n2024-05-01T08:00:00.5Z,52.123456789,41,61,,\"My \"\"watch\"\", red\",\n"
                + "2024-10-27T02:30:00+01:00,,,,55,w,\"a, b\"\n2024-10-27T02:30:00+02:00,48,,,,w,\n", to: "file.csv")
        try tool.expect(of: "import", file)
        let csv = try tool.expect(0, "2024-10-27T02:30:00+01:00,,,,55.0,w,\n", of: "export", "--csv")
        #expect(csv.contains("2024-10-27T02:30:00+02:00,48.0,,,,w,\n"))
        let (copy, other) = (try tool.home.write(csv, to: "copy.csv"), tool.home.appending("other.db"))
        try tool.expect(0, "\"added\":0,\"known\":4,", of: "import", copy)
        #expect(try tool.expect(of: "list", "--database", other).isEmpty)
        try tool.expect(0, "\"added\":4,", of: "import", "--database", other, copy)
        #expect(try tool.expect(of: "export", "--csv", "--database", other) == csv)
        let json = try JSONSerialization.jsonObject(with: Data(try tool.run("export", "--json").output.utf8))
        let object = try #require(json as? [String: [[String: Any]]])
        #expect(object["samples"]?.count == 3)
        #expect(object["samples"]?.first?["sdnn"] as? Double == 52.123456789)
        #expect(object["notes"]?.count == 1)
        #expect(object["sessions"]?.isEmpty == true)
    }

    @Test func deletingAndUndoing() throws {
        let file = try tool.table("file.csv", rows: 0..<10)
        try tool.expect(of: "import", file)
        #expect(try tool.run("delete", "3", "4").output == "{\"deleted\":2,\"removed_for_good\":0}\n")
        #expect(try tool.run("list").output.split(separator: "\n").count == 8)
        try tool.expect(0, "\"added\":0,\"known\":8,\"deleted\":2,", of: "import", file)
        #expect(try tool.run("delete", "--from", "2020-01-01").output == "{\"deleted\":8,\"removed_for_good\":0}\n")
        #expect(try tool.run("undo").output == "{\"restored\":8}\n")
        #expect(try tool.onTerminal("delete 5").output == "deleted: 1; `tabshell-stress undo` undoes it\n")
        #expect(try tool.run("delete", "--for-good").output == "{\"deleted\":0,\"removed_for_good\":3}\n")
        #expect(try tool.onTerminal("undo").output == "nothing to undo\n")
        #expect(try tool.run("list").output.split(separator: "\n").count == 7)
    }

    @Test func everyCommandIsCompleted() throws {
        let commands = try tool.run("--complete-words", "").output.split(separator: "\n")
        #expect(
            commands.map { $0.prefix { $0 != "\t" } } == ["add", "import", "list", "export", "level", "delete", "undo"])
        #expect(try tool.run("--complete-words", "import", "--all").output.hasPrefix("--all-errors\t"))
        #expect(try tool.run("--complete-words", "import", "").output == "\tcsv xml zip\n")
        #expect(try tool.run("--complete-words", "list", "--by", "w").output == "week\t\n")
    }

    /// bash filters files by the extensions that the program names.
    @Test func bashCompletesFilesOfTheRightKind() throws {
        for name in ["export.zip", "table.csv", "text.txt"] { try tool.home.write("", to: name, mode: 0o644) }
        _ = try tool.home.makeDirectory("exports")
        let output = try tool.bash(
            """
            PATH=$(dirname "$tool"):$PATH
            cd "$HOME"
            eval "$(tabshell-stress --generate-completion-script bash)"
            COMP_WORDS=(tabshell-stress import '') COMP_CWORD=2
            _tabshell_stress tabshell-stress '' import
            printf '%s\\n' "${COMPREPLY[@]}" | sort
            COMP_WORDS=(tabshell-stress import t)
            _tabshell_stress tabshell-stress t import
            echo "${COMPREPLY[@]}"
            """
        ).output
        #expect(output == "export.zip\nexports\ntable.csv\ntable.csv\n")
    }
}
