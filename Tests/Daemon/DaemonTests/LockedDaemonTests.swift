// SPDX-License-Identifier: MIT

import Foundation
import ShellModel
import TestSupport
import Testing

/// A daemon that guards a tab by a number.
@Suite struct LockedDaemonTests {
    private let daemon: TestDaemon

    init() throws {
        let home = try TemporaryDirectory.home()
        let tabctl = try BuiltProducts.url("tabctl").path
        let hash = try ChildProcess.run("sh", ["-c", "echo 2580 | '\(tabctl)' lock hash"])
        let pin = String(decoding: hash, as: UTF8.self).trimmingCharacters(in: .newlines)
        try home.configure("screenshots = true\n[lock]\npin = \"\(pin)\"\ntabs = [\"flash\"]\n")
        daemon = try TestDaemon(in: home)
    }

    /// The error of a request; empty if it is carried out.
    private func error(_ client: SocketClient, _ verb: String, _ arguments: [String: Any] = [:]) throws -> [String: Any]
    {
        try client.send(arguments.merging(["id": 7, "verb": verb]) { first, _ in first })
        return try client.expect(reply: 7)["error"] as? [String: Any] ?? [:]
    }

    @Test func clientWithoutTheNumberIsRefused() throws {
        let client = try daemon.client()
        #expect(try error(client, "select", ["tab": "flash"])["code"] as? String == "locked")
        #expect(try error(client, "look", ["look": "lucidpal"])["code"] as? String == "locked")
        #expect(try error(client, "tab_remove", ["tab": "growth"])["code"] as? String == "locked")
        let picture = try error(client, "screenshot")
        #expect((picture["message"] as? String)?.hasPrefix("a picture of the screen needs the number") == true)
        #expect(try error(client, "select", ["tab": "growth"]).isEmpty)
        // Nobody at the screen has asked for it.
        #expect(try client.state().lock?.prompt == nil)
        #expect(try error(client, "unlock", ["number": "2580", "client": true]).isEmpty)
        #expect(try error(client, "select", ["tab": "flash"]).isEmpty)
        #expect(try error(client, "screenshot").isEmpty)
        #expect(try client.state().isLocked)
        #expect(try error(daemon.client(), "select", ["tab": "flash"])["code"] as? String == "locked")
    }

    @Test func numberWithoutALockIsRefusedAtOnce() throws {
        let open = try TestDaemon()
        let client = try open.client()
        #expect(try error(client, "unlock", ["number": "2580"])["code"] as? String == "not_applicable")
        #expect(try error(client, "select", ["tab": "flash"]).isEmpty)
    }

    @Test func pressOnTheScreenAsksForTheNumber() throws {
        let panel = try daemon.client()
        try panel.request("register", ["program": "panel"])
        #expect(try error(panel, "select", ["tab": "flash"])["code"] as? String == "locked")
        #expect(try panel.state().lock?.prompt == .tab("flash"))
        #expect(try error(panel, "unlock", ["number": "1"])["code"] as? String == "locked")
        #expect(try panel.state().lock?.prompt == .tab("flash"))
        #expect(try error(panel, "unlock", ["number": "2580"]).isEmpty)
        let state = try panel.state()
        #expect(state.selection?.tab == "flash" && state.lock?.prompt == nil && !state.isLocked)
        try panel.request("lock")
        #expect(try panel.state().selection?.tab == "home" && panel.state().isLocked)
    }

    @Test func wrongNumbersAreCountedAcrossARestart() throws {
        let client = try daemon.client()
        for number in ["1", "2", "3"] { #expect(try !error(client, "unlock", ["number": number]).isEmpty) }
        // Not even the right one, until the delay is over.
        let refused = try error(client, "unlock", ["number": "2580"])
        #expect((refused["data"] as? [String: Any])?["wait"] as? Int ?? 0 > 0)
        try daemon.restart()
        let again = try error(daemon.client(), "unlock", ["number": "2580"])
        #expect((again["data"] as? [String: Any])?["wait"] as? Int ?? 0 > 0)
    }

    /// The hash is in the configuration, and in nothing that a client gets.
    @Test func hashIsInNoReply() throws {
        let client = try daemon.client()
        try client.send(["id": 1, "verb": "state"])
        #expect(try !"\(client.expect(reply: 1))".contains("$y$"))
    }
}
