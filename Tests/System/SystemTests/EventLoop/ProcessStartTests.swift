import Glibc
import LoopTestSupport
import Posix
import Synchronization
import Testing
import TestSupport

@testable import EventLoop

/// A start that hangs, as execve(2) does on a dead disk.
@Suite struct ProcessStartTests {
    /// The disk, which answers once it is repaired.
    private final class Disk: Sendable {
        private let repaired: EventDescriptor
        let pid = Mutex<pid_t?>(nil)

        init() throws { repaired = try EventDescriptor() }

        func repair() { repaired.signal() }

        func wait() { _ = try? Poll.wait([(repaired.rawValue, .read)], timeout: -1) }
    }

    private let loop: EventLoop
    private let disk: Disk

    init() throws {
        loop = try EventLoop()
        disk = try Disk()
    }

    private final class Report {
        var starts: [Result<ProcessExitSource, ProcessStartError>] = []
        var exits: [Int32?] = []

        var errors: [ProcessStartError] {
            starts.compactMap { if case .failure(let error) = $0 { error } else { nil } }
        }
    }

    private func start(_ script: String, timeout: UInt64) -> Report {
        let report = Report()
        ProcessExitSource.start(
            "program", leadsGroup: false, timeout: timeout, on: loop, onExit: { _, code in report.exits.append(code) },
            onStart: { report.starts.append($0) }
        ) { [disk] _ throws(Posix.SystemError) in
            disk.wait()
            let pid = try ChildProcess.spawn("/bin/sh", arguments: ["-c", script])
            disk.pid.withLock { $0 = pid }
            return .success(pid)
        }
        return report
    }

    @Test func startThatHangsFailsAtItsTimeout() throws {
        let report = start("exec sleep 1000", timeout: 20_000_000)
        #expect(loop.startingProcesses == 1)
        try loop.turn { !report.starts.isEmpty }
        #expect(report.errors == [.system(SystemError(code: ETIMEDOUT, operation: "starting program"))])
        // Orphans are collected meanwhile.
        #expect(loop.startingProcesses == 0)

        disk.repair()
        try loop.turn { !loop.abandoned.isEmpty }
        let pid = try #require(disk.pid.withLock { $0 })
        #expect(loop.watches(pid))
        try loop.turn { loop.abandoned.isEmpty }
        // It was killed and collected, and not reported.
        #expect(!ChildProcess.isOwn(pid) && !loop.watches(pid))
        #expect(report.starts.count == 1 && report.exits.isEmpty && loop.startingProcesses == 0)
    }

    /// The reaper does not wait for an overdue start, and so may collect its program before the loop knows its pid.
    @Test func lateProgramThatHasBeenCollectedIsLeftAlone() throws {
        let report = start("exit 3", timeout: 0)
        try loop.turn { !report.starts.isEmpty }
        disk.repair()
        try waitUntil("the program") { disk.pid.withLock { $0 } != nil }
        let pid = try #require(disk.pid.withLock { $0 })
        #expect(ChildProcess.reap(pid, waiting: true) == 3)
        try loop.turn(times: 20)
        #expect(loop.abandoned.isEmpty && report.starts.count == 1 && report.exits.isEmpty)
    }

    @Test func orphansAreCollectedWhileAStartIsOverdue() throws {
        let reaper = try OrphanReaper(on: loop)
        let report = start("exit 0", timeout: 20_000_000)
        // It is unwatched, as if it had become a child of this process by its parent's end.
        let orphan = try ChildProcess.spawn("/bin/true", arguments: [])
        try loop.turn { !ChildProcess.isOwn(orphan) }
        #expect(report.errors.count == 1)
        disk.repair()
        try loop.turn { disk.pid.withLock { $0 }.map { !ChildProcess.isOwn($0) } ?? false }
        withExtendedLifetime(reaper) {}
    }
}
