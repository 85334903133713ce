// SPDX-License-Identifier: MIT

import EventLoop
import LoopTestSupport
import Posix
import TabshellIPC
import TestSupport
import Testing

@testable import Sway

/// The monitor with a sway of which each message is scripted.
@Suite struct SwayUrgencyMonitorTests {
    /// A tree with an urgent window in splits within splits.
    private static func tree(splits: Int) -> [UInt8] {
        let open = String(repeating: #"{"id":1,"nodes":["#, count: splits)
        let window = #"{"id":7,"app_id":"editor","urgent":true}"#
        return SwayIPCMessage.message(4, Array((open + window + String(repeating: "]}", count: splits)).utf8))
    }

    @Test func deepLayoutAndLostConnectionDoNotEndTheMonitor() throws {
        let directory = try TemporaryDirectory()
        let path = directory.appending("sway")
        let loop = try EventLoop()
        let listener = try UnixSocket.listen(at: path)
        let monitor = SwayUrgencyMonitor(SwayConnection(path: path, loop: loop, shortestDelay: 1_000_000))
        var heard: [Set<String>] = []
        monitor.onChange = { heard.append($0) }
        for round in 1...3 {
            let sway = try listener.accept()
            try loop.turn { try sway.read(upTo: 100)?.isEmpty == false }
            _ = try sway.send(Self.tree(splits: 200).span)
            try loop.turn { heard.count == 2 * round - 1 }
            #expect(heard.last == ["editor"])
            // One loss by a message that is no message, the others by a hangup.
            if round == 1 { _ = try sway.send(Array("GET / HTTP/1.1\r\n".utf8).span) }
            if round == 1 { try loop.turn { heard.count == 2 } }
            _ = consume sway
            try loop.turn { heard.count == 2 * round }
            #expect(heard.last == [])
            // The monitor connects again by itself.
            try loop.turn { Deadline(seconds: 0).poll(listener.rawValue) }
        }
    }

    @Test func windowEventsReportUrgency() throws {
        var urgent: [Int64: String] = [:]
        func apply(_ event: String) throws -> [Int64: String] {
            SwayUrgencyMonitor.apply(try JSONParser.parse(Array(event.utf8)), to: &urgent)
            return urgent
        }
        #expect(try apply(#"{"change":"urgent","container":{"id":7,"app_id":"one","urgent":true}}"#) == [7: "one"])
        #expect(try apply(#"{"change":"urgent","container":{"id":7,"app_id":"one","urgent":false}}"#) == [:])
        #expect(try apply(#"{"change":"urgent","container":{"id":7,"app_id":"one","urgent":true}}"#) == [7: "one"])
        #expect(try apply(#"{"change":"new","container":{"id":8,"app_id":null,"urgent":true}}"#) == [7: "one"])
        #expect(try apply("{}") == [7: "one"])
        #expect(try apply(#"{"change":"close","container":{"id":7,"app_id":"one","urgent":true}}"#) == [:])
    }

    @Test func treeReportsAllUrgentWindows() throws {
        let tree =
            #"{"id":1,"nodes":[{"id":2,"urgent":true,"app_id":null,"nodes":[{"id":3,"app_id":"a","urgent":true}],"#
            + #""floating_nodes":[{"id":4,"app_id":"b","urgent":true},{"id":5,"app_id":"c","urgent":false}]}]}"#
        #expect(SwayUrgencyMonitor.urgentWindows(in: try JSONParser.parse(Array(tree.utf8))) == [3: "a", 4: "b"])
    }
}
