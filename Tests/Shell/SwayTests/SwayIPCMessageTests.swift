// SPDX-License-Identifier: MIT

import Testing

@testable import Sway

@Suite struct SwayIPCMessageTests {
    private func event(_ text: String) -> [UInt8] { SwayIPCMessage.message(0x8000_0003, Array(text.utf8)) }
    private func tree(_ text: String) -> [UInt8] { SwayIPCMessage.message(4, Array(text.utf8)) }

    @Test func windowEventsReportUrgency() {
        var bytes =
            event(#"{"change":"urgent","container":{"id":7,"app_id":"one","urgent":true}}"#)
            + event(#"{"change":"urgent","container":{"id":7,"app_id":"one","urgent":false}}"#)
            + event(#"{"change":"close","container":{"id":7,"app_id":"one","urgent":true}}"#)
            + event(#"{"change":"new","container":{"id":8,"app_id":null,"urgent":true}}"#) + event("{}")
        #expect(
            SwayIPCMessage.parse(&bytes) == [
                .window(7, urgent: "one"), .window(7, urgent: nil), .window(7, urgent: nil), .window(8, urgent: nil),
                .other,
            ])
        #expect(bytes.isEmpty)
    }

    @Test func treeReportsAllUrgentWindows() {
        var bytes =
            SwayIPCMessage.message(2, Array(#"{"success":true}"#.utf8))
            + tree(
                #"{"id":1,"nodes":[{"id":2,"urgent":true,"app_id":null,"nodes":[{"id":3,"app_id":"a","urgent":true}],"#
                    + #""floating_nodes":[{"id":4,"app_id":"b","urgent":true},{"id":5,"app_id":"c","urgent":false}]}]}"#
            )
        #expect(SwayIPCMessage.parse(&bytes) == [.urgent([3: "a", 4: "b"])])
    }

    @Test func messagesMayArriveInPieces() {
        let whole = event(#"{"change":"urgent","container":{"id":7,"app_id":"one","urgent":true}}"#)
        var bytes: [UInt8] = []
        var heard: [SwayIPCMessage.Incoming] = []
        for byte in whole + whole {
            bytes.append(byte)
            heard += SwayIPCMessage.parse(&bytes) ?? []
        }
        #expect(heard == [.window(7, urgent: "one"), .window(7, urgent: "one")])
    }

    @Test func invalidMessagesAreRejected() {
        var other = Array("GET / HTTP/1.1\r\n\r\n".utf8)
        #expect(SwayIPCMessage.parse(&other) == nil)
        var broken = event("{")
        #expect(SwayIPCMessage.parse(&broken) == nil)
        var huge = Array("i3-ipc".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 4, 0, 0, 0]
        #expect(SwayIPCMessage.parse(&huge) == nil)
    }
}
