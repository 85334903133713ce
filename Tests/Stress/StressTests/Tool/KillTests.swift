import Foundation
import TestSupport
import Testing

@testable import StressMonitor

/// A killed process leaves an intact database with whole batches.
@Suite struct KillTests {
    private let tool: StressTool
    private let store: StressStore
    private let watch: ChangeNotifier

    private static let kills = Rounds.count(40)

    init() throws {
        tool = try StressTool()
        store = try tool.store()
        watch = try ChangeNotifier(store)
    }

    /// Waits until another process has committed something, or the time is over.
    private func isChanged(within seconds: Double) throws -> Bool {
        let deadline = Deadline(seconds: seconds)
        while deadline.poll(watch.events.descriptor) {
            if try watch.drain() { return true }
        }
        return false
    }

    /// Checked by another program.
    private func isIntact() throws -> Bool {
        let script =
            "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('PRAGMA integrity_check').fetchall())"
        let output = try ChildProcess.run("python3", ["-c", script, tool.database])
        return String(decoding: output, as: UTF8.self) == "[('ok',)]\n"
    }

    @Test func killedImportLeavesWholeBatches() throws {
        let (rows, batch) = (200, 10)
        var random = SplitMix64(seed: 1)
        var (count, partial) = (0, 0)
        for round in 0..<Self.kills {
            let file = try tool.table("part.csv", rows: round * rows..<(round + 1) * rows)
            let process = try tool.start(["import", "--batch", "\(batch)", file])
            // Some are killed before they have begun.
            var left = Int.random(in: 0..<15, using: &random)
            while left > 0, process.isRunning {
                if try isChanged(within: 0.05) { left -= 1 }
            }
            process.kill()
            _ = try watch.drain()
            let added = try store.count() - count
            #expect(added % batch == 0 && (0...rows).contains(added), "round \(round)")
            if added > 0, added < rows { partial += 1 }
            count += added
            if round % 10 == 0 { #expect(try isIntact(), "round \(round)") }
        }
        #expect(partial > Self.kills / 10)
        #expect(try isIntact())
        let all = try tool.table("all.csv", rows: 0..<Self.kills * rows)
        let result = try tool.run("import", all)
        #expect(result.output.contains("\"added\":\(Self.kills * rows - count),\"known\":\(count),\"deleted\":0,"))
        #expect(try store.count() == Self.kills * rows)
    }

    /// The end of the process that parses the file; nothing that it has sent is lost but an incomplete batch.
    @Test(arguments: [
        (SIGXCPU, "a part of it took longer than 10 s to read"), (SIGSYS, "tried what it may not do"),
        (SIGSEGV, "may use 512 MB of memory, crashed (signal 11)"),
    ])
    func endOfParserIsReported(signal: Int32, reason: String) throws {
        let (rows, batch) = (30_000, 100)
        let file = try tool.table("all.csv", rows: 0..<rows)
        let process = try tool.start(["import", "--batch", "\(batch)", file])
        #expect(try isChanged(within: Deadline.usual))
        kill(try #require(ProcessFacts(pid: process.pid).children.first).pid, signal)
        #expect(try process.waitForExit() == .code(1))
        let errors = process.errorOutput
        #expect(errors.contains("all.csv: ") && errors.contains(reason), "\(errors)")
        #expect(errors.hasSuffix("; the rest was not imported\n"))
        let count = try store.count()
        #expect(count > 0 && count < rows && count % batch == 0)
        #expect(try isIntact())
        try tool.expect(0, "\"added\":\(rows - count),\"known\":\(count),", of: "import", file)
    }

    @Test func killedDeletionIsAllOrNothing() throws {
        let rows = 10_000
        let file = try tool.table("all.csv", rows: 0..<rows)
        try tool.expect(of: "import", file)
        // The time until the kill: longer after an early one, shorter after a late one: it converges to the critical moment.
        var timeout = 0.05
        var (done, undone) = (0, 0)
        for round in 0..<Self.kills {
            _ = try watch.drain()
            let process = try tool.start(["delete", "--from", "2020-01-01"])
            _ = try isChanged(within: timeout)
            process.kill()
            let count = try store.count()
            #expect(count == 0 || count == rows, "round \(round)")
            if round % 10 == 0 { #expect(try isIntact(), "round \(round)") }
            if count == 0 {
                done += 1
                timeout *= 0.9
                let deletion = try #require(try store.deletions().first)
                #expect(try store.undo(deletion.id) == rows)
            } else {
                undone += 1
                timeout *= 1.1
                #expect(try store.deletions().isEmpty)
            }
        }
        #expect(done > Self.kills / 10 && undone > Self.kills / 10)
        #expect(try isIntact())
        #expect(try store.count() == rows)
    }
}
