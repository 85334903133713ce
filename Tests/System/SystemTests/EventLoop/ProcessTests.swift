import Glibc
import LoopTestSupport
import Posix
import TestSupport
import Testing

@testable import EventLoop

@Suite struct ProcessTests {
    /// The reported codes of a process's end, perhaps by a signal.
    private func codes(of pid: pid_t, sending signal: Int32? = nil) throws -> [Int32?] {
        let loop = try EventLoop()
        var codes: [Int32?] = []
        let watch = try ProcessExitSource(pid: pid, on: loop) { code in
            codes.append(code)
            loop.stop()
        }
        #expect(watch.pid == pid)
        if let signal { watch.send(signal) }
        try loop.run()
        // A late signal reaches no process.
        if let signal { watch.send(signal) }
        return codes
    }

    @Test(
        arguments: [("exit 0", 0), ("exit 7", 7), ("kill -KILL $$", -9), ("kill -TERM $$", -15)] as [(String, Int32)])
    func theExitCodeOfAChildIsTold(script: String, code: Int32) throws {
        let pid = try ChildProcess.spawn("/bin/sh", arguments: ["-c", script])
        #expect(try codes(of: pid) == [code])
        // It was reaped: the number is free.
        #expect(kill(pid, 0) == -1)
    }

    @Test func signalIsDeliveredToProcess() throws {
        let pid = try ChildProcess.spawn("/bin/sh", arguments: ["-c", "exec tail -f /dev/null"])
        #expect(try codes(of: pid, sending: SIGTERM) == [-SIGTERM])
    }

    @Test func exitOfNonChildIsReportedWithoutCode() throws {
        let pipe = try Pipe()
        // The shell ends at once and leaves a grandchild behind, whose pid it has written.
        let shell = try ChildProcess.spawn(
            "/bin/sh", arguments: ["-c", "tail -f /dev/null >/dev/null & echo $!"],
            standardOutput: pipe.writeEnd.rawValue)
        let output = try #require(try pipe.readEnd.read(upTo: 32))
        ChildProcess.reap(shell, waiting: true)
        let pid = try #require(pid_t(String(decoding: output.dropLast(), as: UTF8.self)))
        #expect(try codes(of: pid, sending: SIGKILL) == [nil])
    }

    /// A process has no environment while it executes another program.
    @Test func orphanThatExecutesIsTerminated() throws {
        let loop = try EventLoop()
        let pid = try ChildProcess.spawn("/bin/sh", arguments: ["-c", "exec tail -f /dev/null"])
        var environments: [[UInt8]] = []
        var isFinished = false
        func orphans() -> OrphanedProcesses {
            let orphans = OrphanedProcesses(gracePeriod: 60_000_000_000, on: loop) { other in
                other != pid ? nil : environments.isEmpty ? [] : environments.removeFirst()
            }
            orphans.onEmpty = { isFinished = true }
            orphans.terminate("one")
            return orphans
        }
        let search = orphans()
        #expect(!search.isEmpty)
        try loop.turn { isFinished }
        #expect(ChildProcess.isOwn(pid), "It never had one.")
        isFinished = false
        environments = [[], [], Array("A=b\0TABSHELL_INSTANCE=one\0".utf8)]
        let last = orphans()
        try loop.turn { withExtendedLifetime(last) { isFinished } }
        #expect(!ChildProcess.isOwn(pid))
    }

    @Test func exitedProcessCannotBeWatched() throws {
        let loop = try EventLoop()
        let pid = try ChildProcess.spawn("/bin/sh", arguments: ["-c", "exit 0"])
        ChildProcess.reap(pid, waiting: true)
        let error = #expect(throws: Posix.SystemError.self) { _ = try ProcessExitSource(pid: pid, on: loop) { _ in } }
        #expect(error?.code == ESRCH)
    }

    @Test func childGetsChangedEnvironmentAndNoBlockedSignals() throws {
        let loop = try EventLoop()
        let signals = try SignalSource([SIGWINCH], on: loop) { _ in }
        let pipe = try Pipe()
        let pid = try ChildProcess.spawn(
            "/bin/sh", arguments: ["-c", #"echo "$ADDED,${HOME-removed}"; exec grep SigBlk /proc/self/status"#],
            environment: ["ADDED": "yes", "HOME": nil], standardOutput: pipe.writeEnd.rawValue)
        let watch = try ProcessExitSource(pid: pid, on: loop) { _ in loop.stop() }
        try loop.run()
        let output = try #require(try pipe.readEnd.read(upTo: 256))
        #expect(String(decoding: output, as: UTF8.self) == "yes,removed\nSigBlk:\t0000000000000000\n")
        signals.cancel()
        withExtendedLifetime(watch) {}
    }

    /// A home in Latin-1.
    @Test func childGetsBytesThatAreNotUTF8() throws {
        let value: [CChar] = [0x2F, 0x63, 0x61, 0x66, CChar(bitPattern: 0xE9), 0]
        setenv("TABSHELL_TEST_BYTES", value, 1)
        defer { unsetenv("TABSHELL_TEST_BYTES") }
        let pipe = try Pipe()
        let pid = try ChildProcess.spawn(
            "/bin/sh", arguments: ["-c", #"printf %s "$TABSHELL_TEST_BYTES""#], environment: ["ADDED": "yes"],
            standardOutput: pipe.writeEnd.rawValue)
        ChildProcess.reap(pid, waiting: true)
        #expect(try pipe.readEnd.read(upTo: 64) == [0x2F, 0x63, 0x61, 0x66, 0xE9])
    }

    /// As a program started by nohup(1) would ignore them for ever.
    @Test func childIgnoresNoSignal() throws {
        let ignored = [SIGHUP, SIGINT, SIGPIPE, SIGUSR1]
        for number in ignored { signal(number, SIG_IGN) }
        defer { for number in ignored where number != SIGPIPE { signal(number, SIG_DFL) } }
        let pipe = try Pipe()
        let pid = try ChildProcess.spawn(
            "/bin/grep", arguments: ["SigIgn", "/proc/self/status"], standardOutput: pipe.writeEnd.rawValue)
        #expect(ChildProcess.reap(pid, waiting: true) == 0)
        let output = String(decoding: try #require(try pipe.readEnd.read(upTo: 100)), as: UTF8.self)
        let signals = try #require(UInt64(output.dropFirst("SigIgn:\t".count).dropLast(), radix: 16))
        // Numbers 32 and 33 are the C library's own.
        #expect(signals & ~(3 << 31) == 0, "\(output)")
    }

    @Test func programRunsInItsDirectory() throws {
        let directory = try TemporaryDirectory()
        try directory.write("#!/bin/sh\npwd -P\n", to: "run", mode: 0o755)
        let pipe = try Pipe()
        let path = try ChildProcess.executable(named: "./run", in: directory.path)
        let pid = try ChildProcess.spawn(
            path, arguments: [], in: directory.path, standardOutput: pipe.writeEnd.rawValue)
        ChildProcess.reap(pid, waiting: true)
        let output = String(decoding: try #require(try pipe.readEnd.read(upTo: 4096)), as: UTF8.self)
        #expect(output == "\(FileSystem.resolve(directory.path) ?? "")\n")
        let error = #expect(throws: MissingExecutable.self) {
            try ChildProcess.executable(named: "sh", in: directory.appending("gone"))
        }
        #expect(error?.description == "the directory \(directory.appending("gone")) does not exist")
    }

    @Test func executableIsNeitherDirectoryNorOtherFile() throws {
        #expect(try ChildProcess.executable(named: "sh").hasSuffix("/sh"))
        #expect(ChildProcess.findExecutable("/usr") == nil)
        for (name, text) in [
            ("/usr", "/usr is a directory, not a program"), ("nowhere", "program \"nowhere\" not found"),
            ("/etc/passwd", "/etc/passwd is not executable: chmod +x it"),
        ] {
            let error = #expect(throws: MissingExecutable.self) { try ChildProcess.executable(named: name) }
            #expect(error?.description == text)
        }
    }
}

@Suite struct RestartPolicyTests {
    @Test func delayDoublesUpToMaximum() {
        var policy = RestartPolicy()
        let delays = (0..<20).map { _ in policy.handleExit(code: 1, after: 0) }
        let expected: [UInt64] = [100, 200, 400, 800, 1600, 3200, 6400] + Array(repeating: 10_000, count: 13)
        #expect(delays == expected.map { .restart(after: $0 * 1_000_000) })
    }

    @Test func longRunResetsFailures() {
        var policy = RestartPolicy()
        for _ in 0..<5 { _ = policy.handleExit(code: -11, after: 0) }
        #expect(policy.handleExit(code: nil, after: RestartPolicy.healthyRunTime) == .restart(after: 100_000_000))
    }

    @Test func errorsOfTheCompositorInARowEndTheRestarts() {
        var policy = RestartPolicy()
        let decisions = [10, 10, 7, 10, 10, 10].map { policy.handleExit(code: $0, after: 0) }
        #expect(decisions.firstIndex(of: .giveUp(.compositorRefused)) == 5)
    }

    @Test func nonRetryableExitCodesAreNotRestarted() {
        for code in Int32(-15)...20 {
            var policy = RestartPolicy()
            var gaveUp = false
            if case .giveUp = policy.handleExit(code: code, after: 0) { gaveUp = true }
            #expect(gaveUp == [2, 5, 6, 8, 9].contains(code))
        }
    }
}

@Suite struct SignalSourceTests {
    /// SIGWINCH is ignored by default, so this test does not affect others.
    @Test func signalIsDeliveredAsLoopEvent() throws {
        let loop = try EventLoop()
        var heard: [Int32] = []
        let signals = try SignalSource([SIGWINCH, SIGURG], on: loop) { number in
            heard.append(number)
            loop.stop()
        }
        // To this thread, whose mask it is.
        pthread_kill(pthread_self(), SIGWINCH)
        try loop.run()
        pthread_kill(pthread_self(), SIGURG)
        try loop.run()
        #expect(heard == [SIGWINCH, SIGURG])

        signals.cancel()
        pthread_kill(pthread_self(), SIGURG)
        let end = loop.timer { loop.stop() }
        end.arm(after: 0)
        try loop.run()
        #expect(heard.count == 2)
    }
}

@Suite struct SchedulerTimesTests {
    @Test(
        arguments: [
            ("12 34 5\n", 12, 34), ("0 0 0\n", 0, 0), ("", 0, 0), ("12", 0, 0), ("12 x 5", 0, 0),
            ("18446744073709551616 1 1", 0, 0),
        ] as [(String, UInt64, UInt64)])
    func timesOfALine(line: String, running: UInt64, waiting: UInt64) {
        let times = SchedulerTimes(schedstat: Array(line.utf8))
        #expect(times.running == running && times.waiting == waiting)
    }

    @Test func processThatDoesNotExistHasNone() { #expect(SchedulerTimes(of: -1) == SchedulerTimes(schedstat: [])) }
}
