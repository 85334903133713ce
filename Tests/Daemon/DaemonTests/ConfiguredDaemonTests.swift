// SPDX-License-Identifier: MIT

import Foundation
import ShellModel
import TabshellIPC
import TestSupport
import Testing

/// Changes of the configuration while the daemon runs.
@Suite struct ConfiguredDaemonTests {
    /// A program that registers as the tab in its first argument, reconnects after a restart, and records its pid.
    private static let page = """
        #!/usr/bin/env python3
        import json, os, select, socket, sys
        tab = sys.argv[1]
        with open(f"{os.path.dirname(os.path.abspath(sys.argv[0]))}/{tab}.pids", "a") as pids: print(os.getpid(), file=pids)
        while True:
            try:
                connection = socket.socket(socket.AF_UNIX)
                connection.connect(os.environ["TABSHELL_SOCKET"])
                lines = connection.makefile("rw")
                print(json.dumps({"id": 1, "verb": "register", "program": "page:" + tab}), file=lines, flush=True)
                for line in lines: pass
            except OSError:
                pass
            select.select([], [], [], 0.02)
        """

    private let home: TemporaryDirectory

    init() throws {
        home = try TemporaryDirectory()
        _ = try home.makeDirectory("bin")
        try home.write(Self.page, to: "bin/page", mode: 0o755)
        _ = try home.makeDirectory(".config")
        _ = try home.makeDirectory(".config/tabshell")
    }

    private func configure(_ text: String) throws {
        try home.write(text, to: ".config/tabshell/new")
        rename(home.appending(".config/tabshell/new"), home.appending(".config/tabshell/config.toml"))
    }

    /// Tabs whose pages are scripts, and a panel that does nothing.
    private func tabs(_ names: [String], arguments: [String: String] = [:]) -> String {
        let order = names.map { "\"\($0)\"" }.joined(separator: ", ")
        let tables = names.map {
            """
            [[tabs]]
            id = "\($0)"
            title = "\($0)"
            icon = "home"
            exec = ["\(home.appending("bin/page"))", "\($0)"\(arguments[$0].map { ", \"\($0)\"" } ?? "")]

            """
        }
        return "panel = [\"/bin/sh\", \"-c\", \"exec tail -f /dev/null\"]\norder = [\(order)]\n" + tables.joined()
    }

    private func pids(_ tab: String) -> [pid_t] {
        let text = try? String(contentsOfFile: home.appending("bin/\(tab).pids"), encoding: .utf8)
        return text?.split(separator: "\n").compactMap { pid_t($0) } ?? []
    }

    private func waitForPages(_ names: [String], _ client: SocketClient, _ daemon: TestDaemon) throws {
        try waitUntil("the pages \(names) to be alive: \(daemon.process.errorOutput)") {
            let pages = try client.state().programs.filter { $0.program != .panel }
            return pages.map(\.program) == names.map { .page(TabID(rawValue: $0)) }
                && pages.allSatisfy { $0.phase == .alive }
        }
    }

    private func isRunning(_ pid: pid_t) -> Bool {
        guard let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return false }
        return !stat.contains(") Z ")
    }

    @Test func savingConfigurationReloadsIt() throws {
        let daemon = try TestDaemon(in: home)
        let client = try daemon.client()
        #expect(try client.state().look?.bar.height == 119)
        try client.request("subscribe", ["topics": ["look"]])
        try client.expect(event: "ready")
        try configure("[bar]\nheight = 100\n")
        let event = try client.expect(event: "look")
        #expect(((event["look"] as? [String: Any])?["bar"] as? [String: Any])?["height"] as? Double == 100)
    }

    @Test func directoryCreatedLaterIsWatched() throws {
        try FileManager.default.removeItem(atPath: home.appending(".config"))
        let daemon = try TestDaemon(in: home)
        let client = try daemon.client()
        _ = try home.makeDirectory(".config")
        _ = try home.makeDirectory(".config/tabshell")
        try configure("[bar]\nheight = 100\n")
        try waitUntil("the file to be read") { try client.state().look?.bar.height == 100 }
    }

    /// The directory of looks does not exist when the daemon starts.
    @Test func lookCreatedLaterIsWatched() throws {
        let daemon = try TestDaemon(in: home)
        let client = try daemon.client()
        try configure("look = \"mine\"\n")
        try waitUntil("the log to miss the look") { daemon.process.errorOutput.contains("there is no look \"mine\"") }
        #expect(try client.state().look?.name == "stress-monitor")
        _ = try home.makeDirectory(".config/tabshell/looks")
        try home.write("look = \"stress-monitor\"\n[bar]\nheight = 100\n", to: ".config/tabshell/looks/mine.toml")
        try waitUntil("the look") { try client.state().look?.bar.height == 100 }
        #expect(try client.state().look?.name == "mine")
        try home.write("look = \"stress-monitor\"\n[bar]\nheight = 90\n", to: ".config/tabshell/looks/mine.toml")
        try waitUntil("its change") { try client.state().look?.bar.height == 90 }
        // A look that is not selected changes nothing, but is available.
        try home.write("look = \"stress-monitor\"\n[bar]\nheight = 80\n", to: ".config/tabshell/looks/other.toml")
        try client.request("look", ["look": "other"])
        #expect(try client.state().look?.bar.height == 80)
    }

    /// The directory is unreadable at first, as if another user had created it.
    @Test func lookDirectoryMadeReadableLaterIsWatched() throws {
        let daemon = try TestDaemon(in: home)
        let client = try daemon.client()
        try configure("look = \"mine\"\n")
        try waitUntil("the log to miss the look") { daemon.process.errorOutput.contains("there is no look \"mine\"") }
        let (closed, looks) = (try home.makeDirectory("closed"), home.appending(".config/tabshell/looks"))
        try home.write("look = \"stress-monitor\"\n[bar]\nheight = 100\n", to: "closed/mine.toml")
        chmod(closed, 0o300)
        #expect(rename(closed, looks) == 0)
        // Once the second is answered, the daemon has dealt with whatever came with the first.
        for _ in 0..<2 { try client.request("ping") }
        chmod(looks, 0o700)
        try waitUntil("the look") { try client.state().look?.bar.height == 100 }
        try home.write("look = \"stress-monitor\"\n[bar]\nheight = 90\n", to: ".config/tabshell/looks/mine.toml")
        try waitUntil("its change") { try client.state().look?.bar.height == 90 }
    }

    @Test func invalidFileKeepsConfigurationAndReportsErrors() throws {
        try configure("[bar]\nheight = 100\n")
        let daemon = try TestDaemon(in: home)
        let client = try daemon.client()
        let before = try client.state()
        try configure("[bar]\nheigth = 90\ncorner_radius = \"round\"\n")
        try waitUntil("the log to say so: \(daemon.process.errorOutput)") {
            daemon.process.errorOutput.contains("bar.corner_radius")
        }
        #expect(daemon.process.errorOutput.contains("config.toml:2"))
        #expect(daemon.process.errorOutput.contains("bar.height"))
        let refusal = try #require(try client.refusal(of: #"{"verb":"reload"}"#))
        #expect(refusal.code == "invalid_configuration")
        guard case .array(let errors)? = refusal.data?["errors"] else {
            Issue.record("no errors in \(refusal)")
            return
        }
        #expect(errors.count == 2)
        let after = try client.state()
        #expect(after.look == before.look && after.tabs == before.tabs && after.programs == before.programs)
    }

    @Test func sighupReloads() throws {
        try configure("[bar]\nheight = 100\n")
        let daemon = try TestDaemon(["--no-programs", "--config", home.appending("own.toml")], in: home)
        _ = daemon
        try home.write("[bar]\nheight = 90\n", to: "own.toml")
        let client = try daemon.client()
        kill(daemon.process.pid, SIGHUP)
        try waitUntil("the new height") { try client.state().look?.bar.height == 90 }
    }

    @Test func programsOfUnchangedTabsKeepRunning() throws {
        try configure(tabs(["a", "b"]))
        let daemon = try TestDaemon([], in: home)
        let client = try daemon.client()
        try waitForPages(["a", "b"], client, daemon)
        let (a, b) = (try #require(pids("a").last), try #require(pids("b").last))
        try configure(tabs(["c", "a"]) + "[bar]\nheight = 100\n")
        try waitForPages(["c", "a"], client, daemon)
        try waitUntil("the removed tab's program to end") { !isRunning(b) }
        #expect(pids("a") == [a])
        #expect(isRunning(a))
        #expect(try client.state().programs.allSatisfy { $0.restarts == 0 })
    }

    @Test func changedProgramIsReplaced() throws {
        try configure(tabs(["a", "b"]))
        let daemon = try TestDaemon([], in: home)
        let client = try daemon.client()
        try waitForPages(["a", "b"], client, daemon)
        let (a, b) = (try #require(pids("a").last), try #require(pids("b").last))
        try configure(tabs(["a", "b"], arguments: ["b": "--other"]))
        try waitUntil("b's successor: \(daemon.process.errorOutput)") { pids("b").count == 2 }
        try waitForPages(["a", "b"], client, daemon)
        #expect(!isRunning(b))
        #expect(pids("a") == [a])
    }

    @Test func programOfRemovedTabIsTerminatedByNextDaemon() throws {
        try configure(tabs(["a", "b"]))
        let daemon = try TestDaemon([], in: home)
        try waitForPages(["a", "b"], try daemon.client(), daemon)
        let (a, b) = (try #require(pids("a").last), try #require(pids("b").last))
        daemon.process.kill()
        try configure(tabs(["a"]))
        try daemon.restart()
        try waitUntil("b to end") { !isRunning(b) }
        #expect(isRunning(a))
        #expect(pids("a") == [a])
    }

    @Test func selectedLookLastsUntilFileNamesAnother() throws {
        try configure("look = \"lucidpal\"\n")
        let daemon = try TestDaemon(in: home)
        var client = try daemon.client()
        #expect(try client.state().look?.name == "lucidpal")
        let reply = try client.request("look", ["look": "swift-kit"])
        #expect(reply["look"] as? String == "swift-kit")
        daemon.process.kill()
        try daemon.restart()
        client = try daemon.client()
        #expect(try client.state().look?.name == "swift-kit")
        try configure("look = \"better-fit\"\n")
        try client.request("reload")
        #expect(try client.state().look?.name == "better-fit")
        let refusal = try #require(try client.refusal(of: #"{"verb":"look","look":"swiftkit"}"#))
        #expect(refusal.code == "unknown_look")
        #expect(refusal.message.contains("stress-monitor"))
    }

    @Test func userStateSurvivesRestart() throws {
        try configure("look = \"swift-kit\"\n")
        let daemon = try TestDaemon(in: home)
        var client = try daemon.client()
        try client.request("badge", ["tab": "activity", "badge": ["count": 3]])
        try client.request("open", ["tab": "profile", "route": "friends/ada"])
        try client.request("appearance", ["appearance": "dark"])
        let before = try client.state()
        daemon.process.kill()
        try daemon.restart()
        client = try daemon.client()
        let after = try client.state()
        #expect(after.selection?.tab == "profile")
        #expect(after.badges == ["activity": .count(3)] && after.badges == before.badges)
        #expect(after.paths == ["profile": ["friends", "ada"]] && after.paths == before.paths)
        #expect(after.appearance.value == .dark)
        // The file's word is taken where it has one.
        try configure("look = \"swift-kit\"\nappearance = \"light\"\n")
        try client.request("reload")
        #expect(try client.state().appearance.value == .light)
    }

    @Test func preferencesSurviveRestartUntilTheFileChangesThem() throws {
        try configure("look = \"swift-kit\"\ntext_scale = 1.2\n")
        let daemon = try TestDaemon(in: home)
        var client = try daemon.client()
        try client.request("preferences", ["contrast": "more", "text_scale": 2])
        let before = try client.state()
        #expect(before.look?.textScale == 2 && before.look?.contrast == .more && before.look?.bar.material == .opaque)
        daemon.process.kill()
        try daemon.restart()
        client = try daemon.client()
        #expect(try client.state().look == before.look)
        #expect(try client.state().preferences == Preferences(contrast: .more, textScale: 2))
        // Another look, and a file with the same value, leave them alone; another value is in force at once.
        try client.request("look", ["look": "lucidpal"])
        #expect(try client.state().look?.textScale == 2)
        try configure("look = \"swift-kit\"\ntext_scale = 1.2\nicon_theme = \"hicolor\"\n")
        try client.request("reload")
        #expect(try client.state().look?.textScale == 2)
        try configure("look = \"swift-kit\"\ntext_scale = 1.5\n")
        try client.request("reload")
        #expect(try client.state().look?.textScale == 1.5 && client.state().preferences == Preferences(contrast: .more))
        try client.request("preferences", ["contrast": NSNull()])
        #expect(try client.state().look?.contrast == .standard)
        let refusal = try #require(try client.refusal(of: #"{"verb":"preferences","text_scale":5}"#))
        #expect(refusal.code == "invalid_argument" && refusal.message.contains("0.8"), "\(refusal.message)")
    }

    @Test func actionRunsOnlyItsProgram() throws {
        try configure(
            """
            [[actions]]
            id = "greet"
            title = "Greet"
            icon = "plus"
            exec = ["/bin/sh", "-c", "echo $TABSHELL_ACTION > '\(home.appending("greeting"))'"]
            """)
        let daemon = try TestDaemon(in: home)
        let client = try daemon.client()
        try client.request("subscribe", ["topics": ["action"]])
        try client.expect(event: "ready")
        try client.request("action", ["action": "greet"])
        try waitUntil("the program to have run") {
            (try? String(contentsOfFile: home.appending("greeting"), encoding: .utf8)) == "greet\n"
        }
        let refusal = try #require(
            try client.refusal(of: #"{"verb":"action","action":"other","exec":["/bin/true"]}"#))
        #expect(refusal.code == "unknown_action")
    }

    @Test func actionWithoutItsProgramIsAnError() throws {
        let script = try home.write("#!/bin/sh\n", to: "bin/script")
        try configure(
            """
            [[actions]]
            id = "greet"
            title = "Greet"
            icon = "plus"
            exec = "nowhere-to-be-found"

            [[actions]]
            id = "leave"
            title = "Leave"
            icon = "plus"
            exec = "\(script)"
            """)
        let daemon = try TestDaemon(in: home)
        let client = try daemon.client()
        try client.request("subscribe", ["topics": ["action"]])
        try client.expect(event: "ready")
        for (action, reason) in [
            ("greet", "there is no program \"nowhere-to-be-found\""),
            ("leave", "\(script) is not executable: chmod +x it"),
        ] {
            try client.send(line: #"{"id":7,"verb":"action","action":"\#(action)"}"#)
            // It is announced all the same: a page may act on it.
            try client.expect(event: "action")
            try client.expect(event: "commit")
            guard case .reply(_, .failure(let error)) = try client.message() else {
                Issue.record("no error")
                return
            }
            #expect(error.code == "not_started")
            #expect(
                error.message == "the action \(action) was announced, but its program was not started: \(reason)")
        }
    }

    @Test func sceneAppliesItsState() throws {
        try configure(
            """
            look = "swift-kit"
            [[scenes]]
            name = "busy"
            tab = "activity"
            appearance = "dark"
            badges = { activity = 120, home = true }
            paths = { activity = "today" }
            """)
        let daemon = try TestDaemon(["--no-programs", "--scene", "busy"], in: home)
        let client = try daemon.client()
        let state = try client.state()
        #expect(state.selection?.tab == "activity" && state.appearance.value == .dark)
        #expect(state.badges == ["activity": .count(120), "home": .dot])
        try client.request("select", ["tab": "home"])
        try client.request("badge", ["tab": "home", "badge": ["text": "new"]])
        try client.request("scene", ["scene": "busy"])
        #expect(try client.state().badges == state.badges)
        #expect(try client.state().selection?.tab == "activity")
        #expect(try client.refusal(of: #"{"verb":"scene","scene":"bussy"}"#)?.code == "unknown_scene")
    }

    @Test func fiftyReloadsLeakNothing() throws {
        try configure("look = \"swift-kit\"\n")
        let daemon = try TestDaemon(in: home)
        let client = try daemon.client()
        func descriptors() throws -> Int { try ProcessFacts(pid: daemon.process.pid).openDescriptors }
        try client.request("reload")
        let before = try descriptors()
        for round in 0..<50 {
            try client.request("look", ["look": round % 2 == 0 ? "lucidpal" : "swift-kit"])
            try client.request("appearance", ["appearance": round % 2 == 0 ? "dark" : "light"])
        }
        // The state may still be on its way to the disk.
        try waitUntil("the daemon to close what it had opened") { try descriptors() == before }
    }
    @Test func nothingIsKeptOfAClientThatLeavesDuringItsReload() throws {
        try configure("look = \"swift-kit\"\n")
        let daemon = try TestDaemon(in: home)
        func sockets() throws -> Int {
            try ProcessFacts(pid: daemon.process.pid).descriptorTargets.values.count { $0.hasPrefix("socket:") }
        }
        let other = try daemon.client()
        try other.request("ping")
        let before = try sockets()
        var client: SocketClient? = try daemon.client()
        try client?.request("ping")
        #expect(try sockets() == before + 1)
        try client?.send(line: #"{"verb":"reload"}"#)
        client = nil
        try waitUntil("the connection to be closed") { try sockets() == before }
        try other.request("ping")
    }
}
