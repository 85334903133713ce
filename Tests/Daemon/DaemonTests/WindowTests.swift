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
        try Self.configure(home)
        let stale = ["XDG_ACTIVATION_TOKEN": "stale", "DESKTOP_STARTUP_ID": "stale"]
        daemon = try TestDaemon([], environment: stale, in: home)
        panel = try daemon.client()
        #expect(try panel.refusal(of: #"{"verb":"register","program":"panel"}"#) == nil)
    }

    /// No panel can be started, so that this process can register as it.
    private static func configure(_ home: TemporaryDirectory, exec: String = "app", more: String = "") throws {
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
            exec = "\(home.appending("bin/\(exec)"))"
            \(more)
            """)
    }

    private var pids: [pid_t] { home.pids("pids") }

    /// The environment of each started program.
    private var tokens: [String] { home.lines("tokens") }

    private func status(_ client: SocketClient) throws -> ProgramStatus? {
        try client.state().status(of: .page("app"))
    }

    private func say(_ panel: SocketClient, _ rest: String) throws {
        #expect(try panel.refusal(of: #"{"verb":"window","tab":"app",\#(rest)}"#) == nil)
    }

    private static let there = #""window":{"title":"","urgent":false}"#
    private static let gone = #""window":null"#

    @Test func selectingTabWithoutWindowStartsItsProgram() throws {
        #expect(try status(panel)?.phase == .absent)
        // The status of the window is still unknown.
        try panel.request("select", ["tab": "app"])
        #expect(pids.isEmpty)
        try say(panel, Self.gone)
        try waitUntil("the program") { pids.count == 1 }
        try waitUntil("its pid") { try status(panel)?.pid == pids[0] }
        let starting = try #require(try status(panel))
        #expect(starting.phase == .starting && starting.reason == nil)
        // It is on its way.
        try panel.request("select", ["tab": "app"])
        try say(panel, Self.there)
        #expect(try status(panel)?.phase == .alive)
        try panel.request("select", ["tab": "home"])
        try panel.request("select", ["tab": "app"])
        #expect(pids.count == 1)
        // The user closes it, and it stays closed.
        kill(pids[0], SIGTERM)
        try say(panel, Self.gone)
        try waitUntil("its end") { try status(panel)?.phase == .absent }
        #expect(try status(panel)?.reason == "it was ended by signal 15")
        #expect(try status(panel)?.restarts == 0)
        #expect(pids.count == 1)
        // Selected once more it comes again.
        try panel.request("select", ["tab": "app"])
        try waitUntil("the program once more") { pids.count == 2 }
    }

    @Test func windowThatIsKeptOpenComesAgain() throws {
        try Self.configure(home, more: "keep_open = true")
        try panel.request("reload")
        try say(panel, Self.gone)
        #expect(pids.isEmpty)
        try panel.request("select", ["tab": "app"])
        try waitUntil("the program") { pids.count == 1 }
        try say(panel, Self.there)
        // The user closes it.
        kill(pids[0], SIGTERM)
        try say(panel, Self.gone)
        try waitUntil("its end") { try status(panel)?.phase == .restarting }
        #expect(try status(panel)?.reason == "it was ended by signal 15; it starts in 1 s")
        try waitUntil("the program once more") { pids.count == 2 }
        try waitUntil("its pid") { try status(panel)?.pid == pids[1] }
        #expect(try status(panel)?.restarts == 1)
        // No longer.
        try Self.configure(home)
        try panel.request("reload")
        kill(pids[1], SIGTERM)
        try waitUntil("its end") { try status(panel)?.phase == .absent }
    }

    /// The program of a tab may be a shell that runs others.
    @Test func commandsOfAShellEndWithIt() throws {
        try home.write(
            """
            #!/bin/sh
            sh -c 'echo $$ >>\(home.appending("pids")); exec tail -f /dev/null'
            true
            """, to: "bin/app", mode: 0o755)
        try say(panel, Self.gone)
        try panel.request("select", ["tab": "app"])
        try waitUntil("the command") { pids.count == 1 }
        #expect(daemon.process.terminate() == .code(0))
        try waitUntil("the end of the command") { !isRunning(pids[0]) }
    }

    @Test func existingWindowPreventsStart() throws {
        try say(panel, Self.there)
        try panel.request("select", ["tab": "app"])
        let status = try #require(try status(panel))
        #expect(status.phase == .alive && status.pid == nil)
        #expect(pids.isEmpty)
    }

    @Test func unsupportedWindowListingStartsProgramAndReportsReason() throws {
        try say(panel, #""window":null,"watched":false"#)
        #expect(try status(panel)?.phase == .absent)
        #expect(try status(panel)?.reason?.hasPrefix("the compositor has no foreign-toplevel management") == true)
        try panel.request("select", ["tab": "app"])
        try waitUntil("the program") { pids.count == 1 }
        try panel.request("select", ["tab": "app"])
        try waitUntil("it to be there") { try status(panel)?.phase == .alive }
        let alive = try #require(try status(panel))
        #expect(alive.pid == pids[0])
        #expect(alive.reason?.hasPrefix("the compositor has no foreign-toplevel management") == true)
        #expect(pids.count == 1)
    }

    @Test func programGetsActivationTokenOfItsSelectionOnly() throws {
        // Neither a selection that starts nothing nor one that is refused leaves its token to a later one.
        try panel.request("select", ["tab": "app", "activation": "early"])
        try say(panel, Self.gone)
        try waitUntil("the program") { pids.count == 1 }
        #expect(tokens == ["none none"])
        try panel.request("select", ["tab": "app", "activation": "while it runs"])
        func end() throws {
            kill(pids[pids.count - 1], SIGTERM)
            try waitUntil("its end") { try status(panel)?.phase == .absent }
        }
        try end()
        let other = try daemon.client()
        #expect(try other.refusal(of: #"{"verb":"select","tab":"x","activation":"lost"}"#)?.code == "unknown_tab")
        #expect(try status(panel)?.phase == .absent)
        try other.request("select", ["tab": "app", "activation": "a $(token) ü"])
        try waitUntil("the program once more") { pids.count == 2 }
        #expect(tokens.last == "a $(token) ü a $(token) ü")
        try end()
        try panel.request("next")
        try panel.request("next")
        try waitUntil("the program a third time") { pids.count == 3 }
        #expect(tokens.last == "none none")
    }

    /// The exit code is a fault only if the window was still there, and has no meaning of ours.
    @Test(arguments: [false, true]) func closingTheWindowIsNoFault(isClosed: Bool) throws {
        try home.write(
            """
            #!/bin/sh
            while ! [ -e \(home.appending("end")) ]; do sleep 0.02; done
            exit 3

            """, to: "bin/ending", mode: 0o755)
        try Self.configure(home, exec: "ending")
        try panel.request("reload")
        try say(panel, Self.gone)
        try panel.request("select", ["tab": "app"])
        try waitUntil("the program") { try status(panel)?.pid != nil }
        try say(panel, Self.there)
        if isClosed { try say(panel, Self.gone) }
        try home.write("", to: "end")
        try waitUntil("its end") { try status(panel)?.pid == nil }
        if !isClosed { try say(panel, Self.gone) }
        #expect(try status(panel)?.phase == .absent)
        #expect(try status(panel)?.reason == (isClosed ? nil : "it exited with code 3"))
    }

    /// A program without a window is ended, and started again with the token; so is one that has ended.
    @Test func restartEndsTheProgramFirst() throws {
        try say(panel, Self.gone)
        try panel.request("select", ["tab": "app"])
        try waitUntil("the program") { try pids.count == 1 && status(panel)?.pid == pids[0] }
        try say(panel, #"\#(Self.gone),"note":"no window has the app-id""#)
        #expect(try status(panel)?.reason == "no window has the app-id")
        try panel.request("restart", ["tab": "app", "activation": "mine"])
        try waitUntil("another one") { try pids.count == 2 && status(panel)?.pid == pids[1] }
        #expect(kill(pids[0], 0) != 0 && tokens.last == "mine mine")
        #expect(try status(panel)?.phase == .starting && status(panel)?.reason == nil)
        kill(pids[1], SIGTERM)
        try waitUntil("its end") { try status(panel)?.phase == .absent }
        try panel.request("restart", ["tab": "app"])
        try waitUntil("a third one") { try pids.count == 3 && status(panel)?.pid == pids[2] }
        #expect(tokens.last == "none none")
    }

    @Test func onlyPanelMayReportWindows() throws {
        let other = try daemon.client()
        let line = #"{"verb":"window","tab":"app",\#(Self.there),"over":"home"}"#
        #expect(try other.refusal(of: line)?.code == "not_applicable")
        #expect(try panel.refusal(of: #"{"verb":"window","tab":"home","window":null}"#)?.code == "not_applicable")
        #expect(try panel.refusal(of: #"{"verb":"window","tab":"x","window":null}"#)?.code == "unknown_tab")
        #expect(try other.refusal(of: #"{"verb":"register","program":"page:app"}"#)?.code == "not_applicable")
        #expect(try panel.refusal(of: line) == nil)
        #expect(try panel.state().selection?.tab == "app")
    }

    @Test func newPanelReportsWindowsAgain() throws {
        try say(panel, Self.gone)
        try panel.request("select", ["tab": "app"])
        try waitUntil("the program") { pids.count == 1 }
        kill(pids[0], SIGKILL)
        try waitUntil("its end") { try status(panel)?.phase == .absent }
        panel.closeWriting()
        let next = try waitFor("the panel's place to be free") { () -> SocketClient? in
            let client = try daemon.client()
            return try client.refusal(of: #"{"verb":"register","program":"panel"}"#) == nil ? client : nil
        }
        // Its tab is selected, so that it comes as it does at the start.
        try say(next, Self.gone)
        try waitUntil("the program once more") { pids.count == 2 }
    }

    @Test func userProgramSurvivesChangeOfItsCommandLine() throws {
        try say(panel, Self.gone)
        try panel.request("select", ["tab": "app"])
        try waitUntil("the program") { pids.count == 1 }
        try say(panel, Self.there)
        try Self.configure(home, exec: "other", more: "window_title = \"spoken\"")
        try panel.request("reload")
        #expect(try panel.state().tab("app")?.window?.title == .spoken)
        #expect(try status(panel)?.phase == .alive)
        #expect(kill(pids[0], 0) == 0)
        kill(pids[0], SIGTERM)
        try say(panel, Self.gone)
        try waitUntil("its end") { try status(panel)?.phase == .absent }
        try panel.request("select", ["tab": "app"])
        try waitUntil("the reason") { try status(panel)?.phase == .failed }
        #expect(try status(panel)?.reason?.contains("bin/other") == true)
    }
}
