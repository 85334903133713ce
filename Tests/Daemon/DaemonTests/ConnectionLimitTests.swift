import Foundation
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
        guard case .reply(nil, .failure(let error)) = try late.message() else { throw SystemError("not turned away") }
        #expect(error.code == "too_many_clients")
        #expect(try late.readLine() == nil)
        for client in [first] + others { try client.request("ping") }
        #expect(daemon.process.errorOutput.contains("at most 16 clients: 80 open files are allowed"))
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

/// Clients that ask and leave: the daemon computes nothing without a recipient.
@Suite struct VanishedClientTests {
    @Test func questionsOfClientsThatHaveGoneCostNothing() throws {
        let daemon = try TestDaemon()
        let client = try daemon.client()
        let facts = ProcessFacts(pid: daemon.process.pid)
        let question = Array(#"{"verb":"state"}\#n"#.utf8)
        func cost(_ body: () throws -> Void) throws -> UInt64 {
            let before = try facts.cpu
            try body()
            return try facts.cpu - before
        }
        // A client that stays, for comparison.
        let answered = try cost {
            for _ in 0..<200 { try client.request("state") }
        }
        let descriptors = {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.process.pid)/fd").count
        }
        let before = try descriptors()
        let vanished = try cost {
            for _ in 0..<20 {
                let other = try daemon.client()
                try other.send(
                    raw: Array(repeatElement(question, count: 1000).joined()) + Array(#"{"verb":"next"}\#n"#.utf8))
            }
            try waitUntil("the descriptors to be closed") { try descriptors() == before }
        }
        // A hundred times as many questions, of which each client is answered a few before the daemon knows that it has gone.
        #expect(vanished < 40 * answered, "\(vanished) ns, \(answered) ns")
        // The last request has been carried out: 20 steps over three tabs.
        #expect(try client.state().selection?.tab == "growth")
    }
}

/// The daemon's memory after many clients that read nothing.
@Suite struct CrowdTests {
    @Test(.disabled(if: Environment.hasOverhead)) func memoryOfARudeCrowdIsReturned() throws {
        let daemon = try TestDaemon()
        let client = try daemon.client()
        let facts = ProcessFacts(pid: daemon.process.pid)
        func change(_ count: Int) throws {
            for number in 0..<count {
                let text = String(repeating: "x", count: 50) + "\(number)"
                try client.request("badge", ["tab": "home", "badge": ["text": text]])
            }
        }
        try change(100)
        let before = try facts.memory.privateDirty
        var crowd: [SocketClient] = []
        for _ in 0..<200 {
            let rude = try daemon.client()
            try rude.send(line: #"{"verb":"subscribe"}"#)
            crowd.append(rude)
        }
        // More than the kernel's buffers hold: the rest is in the daemon's.
        try change(1000)
        let peak = try facts.memory.privateDirty
        try #require(peak > before + 4000, "\(before), \(peak) kB")
        crowd = []
        // A tenth of the burst's memory may stay.
        try waitUntil(
            "the memory to be returned: \(before), then \(peak) kB, now \((try? facts.memory.privateDirty) ?? 0)"
        ) {
            try facts.memory.privateDirty < before + (peak - before) / 10
        }
        try client.request("ping")
    }
}
