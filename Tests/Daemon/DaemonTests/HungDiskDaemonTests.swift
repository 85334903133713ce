// SPDX-License-Identifier: MIT

import CHungDisk
import Foundation
import TestSupport
import Testing

/// A daemon whose disk hangs while the state is saved: rename(2) waits until it is released.
@Suite struct HungDiskDaemonTests {
    private let home: TemporaryDirectory
    private let daemon: TestDaemon
    private let hold: String
    private let file: String

    init() throws {
        home = try TemporaryDirectory()
        let built = BuiltProducts.besideUs.appendingPathComponent("libHungDisk.so")
        let library = try home.copy(built.path, to: "libHungDisk.so")
        hold = home.appending("hold")
        file = home.appending("state/tabshell/default.json")
        daemon = try TestDaemon(environment: ["LD_PRELOAD": library, HUNG_DISK_VARIABLE: hold], in: home)
    }

    private var isSaved: Bool { access(file, F_OK) == 0 }

    /// The subscribers learn of a change before it is saved, the one who asked for it is answered after that, and nobody
    /// else waits. A daemon that told them after that would answer with the error of a save that took too long.
    @Test func changeIsToldFirstSavedThenAndAnsweredLast() throws {
        let watcher = try daemon.client(subscribedTo: "selection")
        let (client, other) = (try daemon.client(), try daemon.client())
        try home.write("", to: "hold")

        try client.send(line: #"{"id":1,"verb":"select","tab":"flash"}"#)
        let event = try watcher.expect(event: "selection")
        #expect((event["selection"] as? [String: Any])?["tab"] as? String == "flash")
        try waitUntil("the save to hang") { access(file + ".new", F_OK) == 0 }
        try other.request("ping")
        #expect(!isSaved)
        var answer = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&answer, 1, 0) == 0)

        unlink(hold)
        #expect(try client.expect(reply: 1)["ok"] != nil)
        #expect(isSaved)
    }
}
