import Foundation
import TestSupport
import Testing

@testable import StressMonitor

@Suite struct ImportCommandTests {
    private let tool: StressTool

    init() throws {
        tool = try StressTool()
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
