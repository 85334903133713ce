// SPDX-License-Identifier: MIT

import ShellModel
import TabshellIPC
import TestSupport
import Testing

/// Questions for the accessibility tree, and presses, over the socket.
@Suite struct AccessibilityTests {
    private let daemon: TestDaemon

    init() throws { daemon = try TestDaemon() }

    private func program(_ name: String) throws -> SocketClient {
        let client = try daemon.client()
        try client.request("register", ["program": name, "describes": true])
        return client
    }

    private func describe(_ client: SocketClient, _ node: String) throws {
        guard case .describe(let serial, isWatched: false) = try client.message() else {
            throw SystemError("no question")
        }
        #expect(try client.refusal(of: #"{"verb":"describe","serial":\#(serial),"node":\#(node)}"#) == nil)
    }

    @Test func pressGoesToTheProgramAndItsReplyComesAfterwards() throws {
        let (panel, page, client) = (try program("panel"), try program("page:home"), try daemon.client())
        try client.send(line: #"{"id":1,"verb":"press","name":"flash"}"#)
        let tab = #"{"id":"tab/flash","role":"tab","label":"Flash tab","actions":["click"]}"#
        try describe(panel, #"{"role":"window","label":"tabshell","children":[\#(tab)]}"#)
        try describe(page, #"{"role":"tabPanel","label":"Home"}"#)
        guard case .press(let serial, id: "tab/flash") = try panel.message() else { throw SystemError("no press") }
        try panel.request("pressed", ["serial": serial])
        let ok = #"{"id":"panel/tab/flash","label":"Flash tab","revision":\#(try daemon.state.revision)}"#
        #expect(try client.readLine() == #"{"id":1,"ok":\#(ok)}"#)
    }

    @Test func pageThatTalksWithoutEndDoesNotGrowTheDaemon() throws {
        let (panel, page) = (try program("panel"), try program("page:home"))
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
