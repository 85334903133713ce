// SPDX-License-Identifier: MIT

import TabshellIPC
import Testing

@testable import Sway

@Suite struct SwayIPCMessageTests {
    private func event(_ text: String) -> [UInt8] { SwayIPCMessage.message(0x8000_0003, Array(text.utf8)) }
    private func packets(_ bytes: inout [UInt8]) -> [(kind: UInt32, json: JSON)]? {
        SwayIPCMessage.packets(&bytes, of: [SwayIPCMessage.windowEvent])
    }

    @Test func messagesMayArriveInPieces() {
        let whole = event(#"{"change":"new"}"#)
        var bytes: [UInt8] = []
        var heard: [JSON] = []
        for byte in whole + SwayIPCMessage.message(2, Array("skipped".utf8)) + whole {
            bytes.append(byte)
            heard += packets(&bytes)?.map(\.json) ?? []
        }
        #expect(heard.map { $0["change"] } == ["new", "new"])
        #expect(bytes.isEmpty)
    }

    @Test func invalidMessagesAreRejected() {
        var other = Array("GET / HTTP/1.1\r\n\r\n".utf8)
        #expect(packets(&other) == nil)
        var broken = event("{")
        #expect(packets(&broken) == nil)
        var huge = Array("i3-ipc".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 4, 0, 0, 0]
        #expect(packets(&huge) == nil)
    }
}
