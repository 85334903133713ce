// SPDX-License-Identifier: MIT

import ShellModel
import TestSupport
import Testing

/// The ends of messages and visits by the daemon's timer.
@Suite struct LimitedTimeTests {
    @Test func messageAndVisitEnd() throws {
        let daemon = try TestDaemon()
        let client = try daemon.client(subscribedTo: "message", "selection")
        try client.request("message", ["text": "a"])
        try client.request("message", ["text": "b", "tab": "growth", "duration": 20_000_000])
        try client.request("select", ["tab": "flash", "duration": 10_000_000])
        let other = try daemon.client()
        try waitUntil("the end of both") {
            let state = try other.state()
            return state.message == nil && state.selection?.tab == "home"
        }
        #expect(try other.state().selection?.previous == "flash")
        for request in [
            #"{"verb":"message","text":""}"#, #"{"verb":"message","text":"a\nb"}"#, #"{"verb":"message"}"#,
            #"{"verb":"message","text":"a","duration":0}"#, #"{"verb":"select","tab":"flash","duration":1e30}"#,
        ] {
            #expect(try other.refusal(of: request)?.code == "invalid_argument", "\(request)")
        }
    }
}
