// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import Testing

@Suite struct ProcessTests {
    @Test(
        arguments: [("exit 0", 0), ("exit 7", 7), ("kill -KILL $$", -9), ("kill -TERM $$", -15)] as [(String, Int32)])
    func theExitCodeOfAChildIsTold(script: String, code: Int32) throws {
        let loop = try EventLoop()
        var codes: [Int32?] = []
        let pid = try ChildProcess.start("/bin/sh", arguments: ["-c", script])
        let watch = try ProcessExitSource(pid: pid, on: loop) { code in
            codes.append(code)
            loop.stop()
        }
        try loop.run()
        #expect(codes == [code])
        #expect(watch.pid == pid)
        // It was reaped: the number is free.
        #expect(kill(pid, 0) == -1)
    }

    @Test func aSignalReachesTheProcess() throws {
        let loop = try EventLoop()
        var codes: [Int32?] = []
        let pid = try ChildProcess.start("/bin/sh", arguments: ["-c", "exec tail -f /dev/null"])
        let watch = try ProcessExitSource(pid: pid, on: loop) { code in
            codes.append(code)
            loop.stop()
        }
        watch.send(SIGTERM)
        try loop.run()
        #expect(codes == [-SIGTERM])
        watch.send(SIGTERM)
    }

    @Test func theEndOfAProcessThatIsNoChildIsToldWithoutACode() throws {
        let loop = try EventLoop()
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        let output = FileDescriptor(owning: ends[0])
        var input: FileDescriptor? = FileDescriptor(owning: ends[1])
        // The shell ends at once and leaves a grandchild behind, whose pid it has written.
        let shell = try ChildProcess.start(
            "/bin/sh", arguments: ["-c", "tail -f /dev/null >/dev/null & echo $!"], standardOutput: ends[1])
        input = nil
        var buffer = [UInt8](repeating: 0, count: 32)
        let count = read(output.number, &buffer, buffer.count)
        waitpid(shell, nil, 0)
        let text = String(decoding: buffer[..<max(count - 1, 0)], as: UTF8.self)
        let pid = try #require(pid_t(text))
        var codes: [Int32?] = []
        let watch = try ProcessExitSource(pid: pid, on: loop) { code in
            codes.append(code)
            loop.stop()
        }
        watch.send(SIGKILL)
        try loop.run()
        #expect(codes == [nil])
        #expect(input == nil)
    }

    @Test func whoeverIsGoneCannotBeWatched() throws {
        let loop = try EventLoop()
        let pid = try ChildProcess.start("/bin/sh", arguments: ["-c", "exit 0"])
        waitpid(pid, nil, 0)
        let error = #expect(throws: SystemError.self) { _ = try ProcessExitSource(pid: pid, on: loop) { _ in } }
        #expect(error?.code == ESRCH)
    }

    @Test func aMissingProgramIsAnError() {
        let error = #expect(throws: SystemError.self) { try ChildProcess.start("/nonexistent", arguments: []) }
        #expect(error?.code == ENOENT)
    }

    @Test func theEnvironmentIsChangedAndNoSignalIsBlocked() throws {
        let loop = try EventLoop()
        let signals = try SignalSource([SIGWINCH], on: loop) { _ in }
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        let output = FileDescriptor(owning: ends[0])
        let input = FileDescriptor(owning: ends[1])
        let pid = try ChildProcess.start(
            "/bin/sh", arguments: ["-c", #"echo "$ADDED,${HOME-removed}"; exec grep SigBlk /proc/self/status"#],
            environment: ["ADDED": "yes", "HOME": nil], standardOutput: input.number)
        let watch = try ProcessExitSource(pid: pid, on: loop) { _ in loop.stop() }
        try loop.run()
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = read(output.number, &buffer, buffer.count)
        #expect(String(decoding: buffer[..<max(count, 0)], as: UTF8.self) == "yes,removed\nSigBlk:\t0000000000000000\n")
        signals.cancel()
        withExtendedLifetime(watch) {}
    }
}
