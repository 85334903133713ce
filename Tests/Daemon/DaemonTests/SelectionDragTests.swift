// SPDX-License-Identifier: MIT

import ShellModel
import TestSupport
import Testing

/// Drags of the selection by clients.
@Suite struct SelectionDragTests {
    private let daemon: TestDaemon

    init() throws {
        daemon = try TestDaemon()
    }

    @Test func dragOfAClientThatGoesIsCancelled() throws {
        let watcher = try daemon.client()
        do {
            let client = try daemon.client()
            try client.request("drag", ["from": "home", "to": "growth", "progress": 0.9])
            #expect(try watcher.state().drag?.release == nil)
        }
        try waitUntil("the end of the drag") { try watcher.state().drag?.release?.tab == "home" }
        #expect(try watcher.state().selection?.tab == "home")
    }

    @Test func anotherClientThatGoesDoesNotEndADrag() throws {
        let client = try daemon.client()
        do {
            let other = try daemon.client()
            try other.request("drag", ["from": "home", "to": "flash", "progress": 0.1])
            try client.request("drag", ["from": "home", "to": "flash", "progress": 0.2])
        }
        // Its end has been seen once another client is served that came later.
        _ = try daemon.client()
        let drag = try #require(try client.state().drag)
        #expect(drag.progress == 0.2 && drag.release == nil)
        // Nor does one whose own was refused.
        do {
            let other = try daemon.client()
            #expect(try other.refusal(of: #"{"verb":"drag","from":"home","to":"nowhere","progress":0.5}"#) != nil)
        }
        _ = try daemon.client()
        #expect(try client.state().drag?.release == nil)
        #expect(try client.request("drop", ["velocity": 9])["tab"] as? String == "flash")
    }
}
