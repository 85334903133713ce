import Foundation
import TestSupport
import Testing

@testable import StressMonitor

@Suite struct ImportCommandTests {
    private let tool: StressTool

    init() throws {
        tool = try StressTool()
    }

    @Test func rejectedRowsAreListed() throws {
        let rows = (0..<30).map { "2024-05-01 08:00,\($0 % 2 == 0 ? "50" : "x")\n" }.joined()
        let file = try tool.home.write("time,sdnn\n" + rows + String(repeating: "soon,50\n", count: 10), to: "a.csv")
        let result = try tool.run("import", file)
        #expect(result.exit == .code(10))
        #expect(result.output.contains("\"added\":1,\"known\":14,\"deleted\":0,\"rejected\":25,"))
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 21)
        #expect(lines.first == "\(file):3: SDNN: \"x\" is not a number")
        #expect(lines.last == "\(file): 5 more rows were rejected; --all-errors lists them")
        let none = try tool.run(
            "import", try tool.home.write("time,sdnn\n" + String(repeating: "soon,50\n", count: 99), to: "b.csv"))
        #expect(none.exit == .code(1) && none.errors.split(separator: "\n").count == 22)
        #expect(none.errors.contains("b.csv: 79 more rows were rejected; --all-errors lists them\n"))
        let all = try tool.run("import", "--all-errors", file)
        #expect(all.errors.split(separator: "\n").count == 25)
        #expect(all.errors.hasSuffix("\(file):41: time \"soon\": expected a time such as 2024-05-01T08:00:00+02:00\n"))
    }

    @Test func dryRunShowsRowsAndAddsNothing() throws {
        let file = try tool.home.write("Wann,Wert,note\n2024-05-01 08:00,50,ok\n2024-05-02 08:00,x,\n", to: "a.csv")
        let arguments = "import \(file) --dry-run --time Wann --rmssd Wert"
        let shown = try tool.onTerminal(arguments)
        #expect(shown.exit == .code(10))
        #expect(
            shown.output.contains(
                """
                time              SDNN ms  RMSSD ms  heart rate bpm  resting heart rate bpm
                2024-05-01 08:00                 50                                          CSV
                2024-05-01 08:00                                                             ok
                \(file): 2 to be added, 1 rejected, in
                """), "\(shown.output)")
        let json = try tool.bash("$tool \(arguments)").output
        #expect(json.hasPrefix("{\"type\":\"sample\",\"time\":\"2024-05-01T08:00:00+02:00\",\"rmssd\":50.0,"))
        #expect(json.contains("\"dry_run\":true,\"added\":2,") && access(tool.database, F_OK) != 0)
        try tool.expect(
            1, errors: "name them: tabshell-stress import \(file) --time COLUMN --rmssd COLUMN", of: "import", file)
    }

    @Test func terminalShowsProgress() throws {
        let file = try tool.table("a.csv", rows: 0..<20_000)
        let shown = try tool.onTerminal("import \(file)")
        #expect(shown.exit == .code(0))
        // It is erased at the end, and not shown without a terminal.
        for part in ["a.csv [###", " % ", " of 340 kB  ", "\r\u{1B}[K\(file): 20,000 added, 0 known already, in "] {
            #expect(shown.output.contains(part), "\(part)")
        }
        #expect(try tool.run("import", file).errors.isEmpty)
    }

    @Test func importCanBeStoppedAndResumed() throws {
        let rows = 60_000
        let file = try tool.table("a.csv", rows: 0..<rows)
        let store = try tool.store()
        let watch = try ChangeNotifier(store)
        let process = try tool.start(["import", "--batch", "100", file])
        let deadline = Deadline()
        var isChanged = false
        while !isChanged, deadline.poll(watch.events.descriptor) { isChanged = try watch.drain() }
        process.signal(SIGINT)
        #expect(try process.waitForExit() == .code(130))
        #expect(process.output.contains("\"stopped\":true"))
        let count = try store.count()
        #expect(count > 0 && count < rows && count % 100 == 0)
        #expect(process.output.contains("\"added\":\(count),"))
        try tool.expect(0, "\"added\":\(rows - count),\"known\":\(count),", of: "import", file)
    }

    @Test func pipeCanBeImported() throws {
        let result = try tool.bash("printf 'time,hr\\n2024-05-01,60\\n' | $tool import /dev/stdin")
        #expect(result.exit == .code(0) && result.output.contains("\"added\":1,"))
    }

    /// An export many times as large needs no more memory, except for the database's cache.
    @Test(.measurement) func memoryDoesNotGrowWithFile() throws {
        func peak(megabytes: Int, _ suffix: String) throws -> Int {
            let script = Repository.text("Tests/Fixtures/files/health_export.py")
            let file = tool.home.appending("export-\(megabytes)\(suffix)")
            let program = try BuiltProducts.url("tabshell-stress").path
            let output = try ChildProcess.run(
                "python3", ["-c", script, program, file, "\(megabytes)"], environment: tool.environment)
            return try #require(Int(String(decoding: output, as: UTF8.self).split(separator: "\n").last ?? ""))
        }
        for suffix in [".xml", ".zip"] {
            let (small, large) = (try peak(megabytes: 2, suffix), try peak(megabytes: 16, suffix))
            #expect(large < small + 12_288, "\(suffix): \(small) KB and \(large) KB")
        }
    }
}

extension StressStore {
    func count() throws -> Int {
        try buckets(of: .heartRate, in: .earliest..<(.latest), by: .year, timeZone: .utc)
            .reduce(0) { $0 + $1.statistics.count }
    }
}
