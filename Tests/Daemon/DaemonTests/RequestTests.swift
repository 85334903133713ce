// SPDX-License-Identifier: MIT

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

    @Test func everyRequestGetsAReply() throws {
        #expect(try client.request("ping").isEmpty)
        #expect(try client.request("version")["pid"] as? Int32 == daemon.process.pid)
        let state = try client.state()
        #expect(state.tabs.map(\.id) == ["home", "flash", "growth"])
        #expect(state.selection?.tab == "home")
        #expect(try client.request("barrier")["revision"] as? Int == 1)
        #expect(try client.request("select", ["tab": "growth"])["tab"] as? String == "growth")
        #expect(try client.request("next")["tab"] as? String == "home")
        #expect(try client.request("previous")["tab"] as? String == "growth")
        #expect(try client.request("barrier")["revision"] as? Int == 4)
        #expect(try client.request("subscribe", ["topics": [String]()])["revision"] as? Int == 4)
        #expect(try client.request("register", ["program": "panel"])["program"] as? String == "panel")
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

        // Its own requests go on; the event of its own change comes before the reply.
        try client.send(["id": 9, "verb": "previous"])
        let event = try client.message()
        guard case .event(let event) = event, event.topic == .selection else {
            throw SystemError("expected the event first, got \(event)")
        }
        #expect(event.state.selection?.tab == "home")
        #expect(try client.message() == .commit(revision: 4))
        #expect(try client.message() == .reply(id: .integer(9), .success(["tab": "home", "revision": 4])))
    }

    @Test func subscriptionIsAllOrNothing() throws {
        let client = try daemon.client(subscribedTo: "selection")
        let refusal = try client.refusal(of: #"{"verb":"subscribe","topics":["tabs","weather","look"]}"#)
        #expect(refusal?.code == "unknown_topic")
        #expect(refusal?.data?["topics"] == .array(Topic.allCases.map { .string($0.rawValue) }))
        // The earlier one stands, and no snapshot was sent for the refused one.
        try client.send(line: #"{"id":5,"verb":"next"}"#)
        #expect(try client.read()["event"] as? String == "selection")
        #expect(try client.read()["event"] as? String == "commit")
        #expect(try client.read()["id"] as? Int == 5)
    }

    @Test func changeOfSeveralTopicsIsOneCommit() throws {
        let clients = try [["tabs", "look", "selection"], ["look"], ["badges"], ["paths"]].map { topics in
            let client = try daemon.client()
            try client.request("subscribe", ["topics": topics])
            try client.expect(event: "ready")
            return client
        }
        let other = try daemon.client()
        try other.request("badge", ["tab": "growth", "badge": ["dot": true]])
        let revision = try #require(try other.request("look", ["look": "swift-kit"])["revision"] as? Int)
        func events(of client: SocketClient) throws -> [String] {
            try client.send(line: #"{"id":1,"verb":"barrier"}"#)
            var events: [String] = []
            while let line = try client.readLine(), !line.hasPrefix(#"{"id":1"#) {
                let message = try JSONParser.parse(Array(line.utf8))
                guard case .string(let event)? = message["event"] else { break }
                events.append(event)
                if event == "commit", events.count > 2 { #expect(message["revision"] == JSON(revision)) }
            }
            return events
        }
        #expect(try events(of: clients[0]) == ["tabs", "look", "commit"])
        #expect(try events(of: clients[1]) == ["look", "commit"])
        // Growth is no tab of the other look.
        #expect(try events(of: clients[2]) == ["badges", "commit", "badges", "commit"])
        #expect(try events(of: clients[3]) == [])
    }
}
