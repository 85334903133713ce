// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import Posix
import Testing

@Suite struct OutputProcessTests {
    @Test func outputIsCollected() throws {
        let (output, error) = try OutputProcess.run("/bin/sh", arguments: ["-c", "cat; seq 1 20000"])
        #expect(error == nil)
        #expect(output.count == 108_894)
    }

    /// The deadline is that of the whole run, however much the program writes, and ends all that it has started.
    @Test func deadlineEndsTheProcessGroup() throws {
        let script = "sleep 1000 & echo $!; while :; do echo; sleep 0.02; done"
        let (output, error) = try OutputProcess.run("/bin/sh", arguments: ["-c", script], timeout: 300_000_000)
        #expect(error?.code == ETIMEDOUT)
        let line = try #require(output.split(separator: UInt8(ascii: "\n")).first)
        let pid = try #require(pid_t(String(decoding: line, as: UTF8.self)))
        // It may be waiting for its new parent.
        let deadline = MonotonicClock.now + 10_000_000_000
        while isRunning(pid), MonotonicClock.now < deadline { Poll.sleep(milliseconds: 10) }
        #expect(!isRunning(pid))
    }

    @Test func tooMuchOutputIsAnError() throws {
        #expect(try OutputProcess.run("/bin/cat", arguments: ["/dev/zero"]).error?.code == EFBIG)
    }

    @Test func missingProgramIsAnError() {
        #expect(throws: SystemError.self) { try OutputProcess.run("/nonexistent", arguments: []) }
    }

    private func isRunning(_ pid: pid_t) -> Bool {
        guard let bytes = try? FileSystem.read("/proc/\(pid)/stat", maximumSize: 4096) else { return false }
        return !String(decoding: bytes, as: UTF8.self).contains(") Z ")
    }
}

@Suite struct BackgroundTaskTests {
    @Test func loopGoesOnWhileTheCallsBlock() throws {
        let loop = try EventLoop()
        let (readEnd, writeEnd) = try Pipe().take()
        var results: [Result<Void, SystemError>] = []
        // It waits for what the loop does.
        _ = try BackgroundTask(on: loop) { () throws(SystemError) -> Void in
            let pipe = FileDescriptor(owning: readEnd)
            _ = try pipe.read(upTo: 1)
            throw SystemError(code: ENOSPC, operation: "writing /a/b")
        } onEnd: {
            results.append($0)
            loop.stop()
        }
        let timer = loop.timer { try? FileDescriptor(owning: writeEnd).writeAll([0]) }
        timer.arm(after: 1_000_000)
        try loop.run()
        #expect(throws: SystemError(code: ENOSPC, operation: "writing /a/b")) { try results.first?.get() }
        #expect(results.count == 1)
    }

    @Test func resultsArriveInTheLoop() throws {
        let loop = try EventLoop()
        var results: Set<Int> = []
        for number in 0..<20 {
            _ = try BackgroundTask(on: loop) { () throws(SystemError) in
                number
            } onEnd: { result in
                if case .success(let number) = result { results.insert(number) }
                if results.count == 20 { loop.stop() }
            }
        }
        try loop.run()
        #expect(results == Set(0..<20))
    }
}
