// SPDX-License-Identifier: MIT

import ShellModel
import TabshellIPC
import TestSupport
import Testing

@Suite struct SubscriberTests {
    private let daemon: TestDaemon

    init() throws {
        daemon = try TestDaemon()
    }

    @Test(.measurement) func slowReaderGetsFreshSnapshotWithoutDelayingOthers() throws {
        let slow = try (0..<5).map { _ in try daemon.client() }
        for client in slow { try client.send(line: #"{"verb":"subscribe"}"#) }
        let other = try daemon.client()
        let watcher = try daemon.client()
        try watcher.request("subscribe", ["topics": ["selection"]])
        try watcher.expect(event: "ready")
        let before = try ProcessFacts(pid: daemon.process.pid).memory.rss
        let requests = (1...100).map { "{\"id\":\($0),\"verb\":\"next\"}\n" }.joined()
        for batch in 0..<25 {
            try other.send(raw: requests.utf8)
            for id in 1...100 {
                #expect(try other.read()["id"] as? Int == id)
                for event in ["selection", "commit"] {
                    let message = try watcher.read()
                    #expect(message["event"] as? String == event)
                    #expect(message["revision"] as? Int == batch * 100 + id + 1)
                }
            }
        }
        let growth = try ProcessFacts(pid: daemon.process.pid).memory.rss - before
        #expect(growth < 8192 || Environment.hasSanitizer)

        for client in slow {
            var replica = Replica()
            // The barrier's reply may come before the snapshot that is owed.
            try client.send(line: #"{"id":1,"verb":"barrier"}"#)
            while !(replica.isReady && replica.resyncs > 0) { try replica.take(try client.message()) }
            #expect(replica.resyncs == 1)
            #expect(try replica.state == other.state())
            // And it is told of what comes then.
            try other.request("next")
            while replica.state.revision < (try other.state()).revision { try replica.take(try client.message()) }
            #expect(try replica.state == other.state())
        }
    }

    @Test(.measurement, arguments: 0..<3 as Range<UInt64>)
    func manyReadersOfAnyPaceEndInTheSameState(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var clients = try (0..<12).map { _ in (client: try daemon.client(), replica: Replica()) }
        for (client, _) in clients { try client.send(line: #"{"verb":"subscribe"}"#) }
        let other = try daemon.client()
        // Long paths fill the sockets of those that read nothing long before the daemon gives them up.
        for round in 0..<300 {
            let tab = ["home", "flash", "growth"].randomElement(using: &random) ?? "home"
            try other.request("open", ["tab": tab, "route": "\(round)/" + String(repeating: "x", count: 1000)])
            // Some read a little, some nothing.
            let index = Int.random(in: 0..<clients.count * 2, using: &random)
            guard clients.indices.contains(index), index % 3 != 0 else { continue }
            for _ in 0..<Int.random(in: 0..<20, using: &random)
            where Deadline(seconds: 0).poll(clients[index].client.descriptor) {
                try clients[index].replica.take(try clients[index].client.message())
            }
        }
        let state = try other.state()
        for index in clients.indices {
            while clients[index].replica.state.revision < state.revision || !clients[index].replica.isReady {
                try clients[index].replica.take(try clients[index].client.message())
            }
            #expect(clients[index].replica.state == state)
        }
        #expect(clients.contains { $0.replica.resyncs > 0 })
    }

    @Test func clientsCanConnectAndDisconnectAtAnyTime() throws {
        var random = SeededGenerator(seed: 1)
        let steady = try daemon.client()
        try steady.request("ping")
        let facts = ProcessFacts(pid: daemon.process.pid)
        let before = try facts.openDescriptors
        var clients: [SocketClient] = []
        for _ in 0..<600 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1, 2: clients.append(try SocketClient(path: daemon.socket))
            case 3: try? clients.randomElement(using: &random)?.send(line: #"{"verb":"subscribe"}"#)
            case 4: try? clients.randomElement(using: &random)?.send(raw: Array(#"{"verb":"#.utf8))
            case 5: try? clients.randomElement(using: &random)?.send(line: #"{"verb":"state"}"#)
            case 6: clients.randomElement(using: &random)?.closeWriting()
            default:
                if !clients.isEmpty { clients.remove(at: Int.random(in: 0..<clients.count, using: &random)) }
            }
            try steady.request("next")
        }
        clients.removeAll()
        try waitUntil("the daemon to close what it had opened") { try facts.openDescriptors == before }
        #expect(try steady.state().revision == 601)
    }

    @Test func idleDaemonDoesNotWakeUp() throws {
        let client = try daemon.client()
        try client.request("subscribe")
        try client.expect(event: "ready")
        let facts = ProcessFacts(pid: daemon.process.pid)
        // A second without a single wake-up; a process with more wake-ups would never settle.
        try waitUntilSettled("the daemon", quiet: 1) { try facts.switches }
    }
}
