// SPDX-License-Identifier: MIT

import ShellModel
import TestSupport
import Testing

@Suite struct ConnectionLimitTests {
    @Test func clientAboveCapacityIsRejectedAndOthersStay() throws {
        let home = try TemporaryDirectory()
        let program = try BuiltProducts.url("tabshelld").path
        // 64 of the 80 descriptors are kept for the daemon itself.
        let daemon = try TestDaemon(
            ["-c", "ulimit -n 80; exec \(program) --no-programs"], executable: Environment.find("sh"), in: home)
        let first = try daemon.client()
        let others = try (0..<15).map { _ in try daemon.client() }
        let late = try SocketClient(path: daemon.socket)
        guard case .reply(nil, .failure(let error)) = try late.message() else {
            Issue.record("not turned away")
            return
        }
        #expect(error.code == "too_many_clients")
        #expect(try late.readLine() == nil)
        for client in [first] + others { try client.request("ping") }
        // It can still save.
        try first.request("next")
        withExtendedLifetime(others) {}
    }

    @Test func daemonRecoversFromDescriptorExhaustion() throws {
        let daemon = try TestDaemon()
        let first = try daemon.client()
        let facts = ProcessFacts(pid: daemon.process.pid)
        _ = try ChildProcess.run("prlimit", ["--pid", "\(daemon.process.pid)", "--nofile=4:64"])
        let late = try SocketClient(path: daemon.socket)
        let cpu = try facts.cpu
        #expect(throws: WaitTimeout.self) {
            try waitUntil("an answer that cannot come", seconds: 1, interval: 100) {
                try first.request("ping")
                return Deadline(seconds: 0).poll(late.descriptor)
            }
        }
        // It does not spin while a client waits to be accepted.
        #expect(try facts.cpu - cpu < 300_000_000)
        _ = try ChildProcess.run("prlimit", ["--pid", "\(daemon.process.pid)", "--nofile=64:64"])
        #expect(try late.read()["event"] as? String == "hello")
        try first.request("next")
    }
}
