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
        let watcher = try daemon.client(subscribedTo: "selection")
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

    @Test func idleDaemonDoesNotWakeUp() throws {
        let client = try daemon.client()
        try client.request("subscribe")
        try client.expect(event: "ready")
        // A second without a single wake-up; a process with more wake-ups would never settle.
        try [ProcessFacts(pid: daemon.process.pid)].waitUntilAsleep("the daemon", quiet: 1)
    }
}
