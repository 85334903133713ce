// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import Posix
import Testing

@Suite struct ProcessTests {
    /// The codes that are told of the end of a process, which a signal may cause.
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
        // A late signal reaches nobody.
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

    @Test func exitedProcessCannotBeWatched() throws {
        let loop = try EventLoop()
        let pid = try ChildProcess.spawn("/bin/sh", arguments: ["-c", "exit 0"])
        ChildProcess.reap(pid, waiting: true)
        let error = #expect(throws: SystemError.self) { _ = try ProcessExitSource(pid: pid, on: loop) { _ in } }
        #expect(error?.code == ESRCH)
    }

    @Test func missingProgramIsAnError() {
        let error = #expect(throws: SystemError.self) { try ChildProcess.spawn("/nonexistent", arguments: []) }
        #expect(error?.code == ENOENT)
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

    @Test func executableIsNeitherDirectoryNorOtherFile() throws {
        #expect(try ChildProcess.executable(named: "sh").hasSuffix("/sh"))
        #expect(ChildProcess.findExecutable("/usr") == nil)
        for (name, text) in [
            ("/usr", "/usr is a directory, not a program"), ("nowhere", "there is no program \"nowhere\""),
            ("/etc/passwd", "/etc/passwd is not executable: chmod +x it"),
        ] {
            let error = #expect(throws: MissingExecutable.self) { try ChildProcess.executable(named: name) }
            #expect(error?.description == text)
        }
    }
}
