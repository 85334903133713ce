import CommandLineKit
import Foundation
import ShellModel
import TabshellIPC
import TestSupport
import Testing

@Suite struct RequestTests {
    private let daemon: TestDaemon
    private let client: SocketClient

    init() throws {
        daemon = try TestDaemon()
        client = try daemon.client()
    }

    @Test func daemonSendsHelloFirst() throws {
        let client = try SocketClient.waiting(for: daemon.socket)
        guard case .hello(let hello) = try client.message() else { throw SystemError("the first line is no hello") }
        #expect(hello.protocolVersion == "1.1")
        #expect(hello.version == tabshellVersion)
        #expect(hello.pid == daemon.process.pid)
        #expect(hello.features == Request.methods.map(\.name))
    }

    @Test(arguments: [("7", "7"), ("-1", "-1"), (#""x\ny""#, #""x\ny""#), ("null", "null"), ("", "null")])
    func theReplyRepeatsTheID(id: String, echo: String) throws {
        try client.send(line: id.isEmpty ? #"{"verb":"ping"}"# : #"{"verb":"ping","id":\#(id)}"#)
        #expect(try client.readLine() == #"{"id":\#(echo),"ok":{}}"#)
        try client.send(line: id.isEmpty ? #"{"verb":"fly"}"# : #"{"verb":"fly","id":\#(id)}"#)
        #expect(try client.readLine()?.hasPrefix(#"{"id":\#(echo),"error":{"code":"unknown_verb""#) == true)
    }

    @Test func subscriptionSendsReplySnapshotReadyThenEvents() throws {
        let other = try daemon.client()
        try client.send(["id": 1, "verb": "subscribe"])
        #expect(try client.message() == .reply(id: .integer(1), .success(["revision": 1])))
        var replica = Replica()
        var topics: [Topic] = []
        while !replica.isReady {
            let message = try client.message()
            if case .event(let event) = message { topics.append(event.topic) }
            try replica.take(message)
        }
        #expect(topics == Topic.byDefault)
        #expect(try replica.state == other.state())

        try other.request("select", ["tab": "flash"])
        try replica.take(try client.message())
        #expect(try client.message() == .commit(revision: 2))
        #expect(replica.state.selection?.tab == "flash")
        #expect(replica.state.selection?.previous == "home")
        try other.request("select", ["tab": "flash"])
        try replica.take(try client.message())
        #expect(try client.message() == .commit(revision: 3))
        #expect(replica.state.reselect.count == 1)
        #expect(replica.state.reselect.tab == "flash")
        #expect(try replica.state == other.state())

        // Its own requests continue; the event of its own change comes before the reply.
        try client.send(["id": 9, "verb": "previous"])
        let event = try client.message()
        guard case .event(let event) = event, event.topic == .selection else {
            throw SystemError("expected the event first, got \(event)")
        }
        #expect(event.state.selection?.tab == "home")
        #expect(try client.message() == .commit(revision: 4))
        #expect(try client.message() == .reply(id: .integer(9), .success(["tab": "home", "revision": 4])))
    }
}

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
        #expect(growth < 8192 || Environment.hasOverhead)

        for client in slow {
            var replica = Replica()
            // The barrier's reply may come before the snapshot that is owed.
            try client.send(line: #"{"id":1,"verb":"barrier"}"#)
            while !(replica.isReady && replica.resyncs > 0) { try replica.take(try client.message()) }
            #expect(replica.resyncs == 1)
            #expect(try replica.state == other.state())
            // And it gets later events.
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

@Suite struct AccessibilityTests {
    @Test func pageThatTalksWithoutEndDoesNotGrowTheDaemon() throws {
        let daemon = try TestDaemon()
        let (panel, page) = (try daemon.client(), try daemon.client())
        try panel.request("register", ["program": "panel"])
        try page.request("register", ["program": "page:home"])
        let text = String(repeating: "x", count: Limits.maximumAnnouncementBytes)
        // Far more than the socket takes.
        let count = 4000
        for _ in 0..<count {
            #expect(try page.refusal(of: #"{"verb":"announce","text":"\#(text)"}"#) == nil)
        }
        var received = 0
        while case .announce = try panel.message() { received += 1 }
        #expect(received > 0 && received < count)
    }
}
