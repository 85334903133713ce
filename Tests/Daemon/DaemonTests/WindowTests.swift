// SPDX-License-Identifier: MIT

import Foundation
import ShellModel
import TabshellIPC
import TestSupport
import Testing

/// Tabs whose pages are windows of programs that do not register. The panel is this process.
@Suite struct WindowTests {
    private let home: TemporaryDirectory
    private let daemon: TestDaemon
    private let panel: SocketClient

    init() throws {
        home = try .home("bin")
        try home.write(
            """
            #!/bin/sh
            echo "${XDG_ACTIVATION_TOKEN-none} ${DESKTOP_STARTUP_ID-none}" >>\(home.appending("tokens"))
            echo $$ >>\(home.appending("pids"))
            exec tail -f /dev/null
            """, to: "bin/app", mode: 0o755)
        // No panel can be started, so that this process can register as it.
        try home.configure(
            """
            panel = "/nowhere/panel"
            order = ["home", "app"]

            [[tabs]]
            id = "home"
            title = "Home"
            icon = "home"
            exec = "/nowhere/home"

            [[tabs]]
            id = "app"
            title = "App"
            icon = "notes"
            app_id = "org.example.App"
            exec = "\(home.appending("bin/app"))"
            """)
        let stale = ["XDG_ACTIVATION_TOKEN": "stale", "DESKTOP_STARTUP_ID": "stale"]
        daemon = try TestDaemon([], environment: stale, in: home)
        panel = try daemon.client()
        #expect(try panel.refusal(of: #"{"verb":"register","program":"panel"}"#) == nil)
    }

    private var pids: [pid_t] { home.pids("pids") }

    /// The environment of each started program.
    private var tokens: [String] { home.lines("tokens") }

    private var status: ProgramStatus? { get throws { try panel.state().status(of: .page("app")) } }

    private func say(_ rest: String) throws {
        #expect(try panel.refusal(of: #"{"verb":"window","tab":"app",\#(rest)}"#) == nil)
    }

    private static let there = #""window":{"title":"","urgent":false}"#
    private static let gone = #""window":null"#

    @Test func selectingTabWithoutWindowStartsItsProgram() throws {
        #expect(try status?.phase == .absent)
        // The status of the window is still unknown.
        try panel.request("select", ["tab": "app"])
        #expect(pids.isEmpty)
        try say(Self.gone)
        try waitUntil("the program") { pids.count == 1 }
        try waitUntil("its pid") { try status?.pid == pids[0] }
        let starting = try #require(try status)
        #expect(starting.phase == .starting && starting.reason == nil)
        // It is on its way.
        try panel.request("select", ["tab": "app"])
        try say(Self.there)
        #expect(try status?.phase == .alive)
        try panel.request("select", ["tab": "home"])
        try panel.request("select", ["tab": "app"])
        #expect(pids.count == 1)
        // The user closes it, and it stays closed.
        kill(pids[0], SIGTERM)
        try say(Self.gone)
        try waitUntil("its end") { try status?.phase == .absent }
        #expect(try status?.reason == "it was ended by signal 15")
        #expect(try status?.restarts == 0)
        #expect(pids.count == 1)
        // Selected once more it comes again.
        try panel.request("select", ["tab": "app"])
        try waitUntil("the program once more") { pids.count == 2 }
    }

    /// The program of a tab may be a shell that runs others.
    @Test func commandsOfAShellEndWithIt() throws {
        try home.write(
            """
            #!/bin/sh
            sh -c 'echo $$ >>\(home.appending("pids")); exec tail -f /dev/null'
            true
            """, to: "bin/app", mode: 0o755)
        try say(Self.gone)
        try panel.request("select", ["tab": "app"])
        try waitUntil("the command") { pids.count == 1 }
        #expect(daemon.process.terminate() == .code(0))
        try waitUntil("the end of the command") { !isRunning(pids[0]) }
    }

    /// A program without a window is ended, and started again with the token; so is one that has ended.
    @Test func restartEndsTheProgramFirst() throws {
        try say(Self.gone)
        try panel.request("select", ["tab": "app"])
        try waitUntil("the program") { try pids.count == 1 && status?.pid == pids[0] }
        try say(#"\#(Self.gone),"note":"no window has the app-id""#)
        #expect(try status?.reason == "no window has the app-id")
        try panel.request("restart", ["tab": "app", "activation": "mine"])
        try waitUntil("another one") { try pids.count == 2 && status?.pid == pids[1] }
        #expect(kill(pids[0], 0) != 0 && tokens.last == "mine mine")
        #expect(try status?.phase == .starting && status?.reason == nil)
        kill(pids[1], SIGTERM)
        try waitUntil("its end") { try status?.phase == .absent }
        try panel.request("restart", ["tab": "app"])
        try waitUntil("a third one") { try pids.count == 3 && status?.pid == pids[2] }
        #expect(tokens.last == "none none")
    }
}
