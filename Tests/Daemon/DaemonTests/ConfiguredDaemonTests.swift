// SPDX-License-Identifier: MIT

import Foundation
import ShellModel
import TabshellIPC
import TestSupport
import Testing

/// Changes of the configuration while the daemon runs.
@Suite struct ConfiguredDaemonTests {
    private let home: TemporaryDirectory
    private let daemon: TestDaemon

    init() throws {
        home = try .home("bin")
        daemon = try TestDaemon(in: home)
    }

    private var client: SocketClient { get throws { try daemon.client() } }

    /// Replaces the configuration, and waits until it is in force.
    private func configure(_ text: String) throws {
        try home.configure(text)
        try client.request("reload")
    }

    @Test func savingConfigurationReloadsIt() throws {
        #expect(try client.state().look?.bar.height == 119)
        let client = try daemon.client(subscribedTo: "look")
        try home.configure("[bar]\nheight = 100\n")
        let event = try client.expect(event: "look")
        #expect(((event["look"] as? [String: Any])?["bar"] as? [String: Any])?["height"] as? Double == 100)
    }

    /// The directory of looks does not exist when the daemon starts.
    @Test func lookCreatedLaterIsWatched() throws {
        try home.configure("look = \"mine\"\n")
        try waitUntil("the log to miss the look") { daemon.process.errorOutput.contains("unknown look \"mine\"") }
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
        try home.configure("look = \"mine\"\n")
        try waitUntil("the log to miss the look") { daemon.process.errorOutput.contains("unknown look \"mine\"") }
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
        let before = try client.state()
        try home.configure("[bar]\nheigth = 90\ncorner_radius = \"round\"\n")
        try waitUntil("the log to say so: \(daemon.process.errorOutput)") {
            daemon.process.errorOutput.contains("bar.corner_radius")
        }
        #expect(daemon.process.errorOutput.contains("config.toml:2"))
        #expect(daemon.process.errorOutput.contains("bar.height"))
        let refusal = try #require(try client.refusal(of: #"{"verb":"reload"}"#))
        #expect(refusal.code == "invalid_configuration")
        guard case .array(let errors)? = refusal.data?["errors"] else { throw SystemError("no errors in \(refusal)") }
        #expect(errors.count == 2)
        let after = try client.state()
        #expect(after.look == before.look && after.tabs == before.tabs && after.programs == before.programs)
    }

    @Test func programsOfUnchangedTabsKeepRunning() throws {
        let pages = try ScriptedPages(ScriptedPages.reconnecting)
        let daemon = try pages.start()
        try waitForPages(["a", "b"], daemon)
        let (a, b) = (try #require(pages.pids("a").last), try #require(pages.pids("b").last))
        try pages.configure(["c", "a"], more: "bar.height = 100\n")
        try waitForPages(["c", "a"], daemon)
        try waitUntil("the removed tab's program to end") { !isRunning(b) }
        #expect(pages.pids("a") == [a])
        #expect(isRunning(a))
        #expect(try daemon.state.programs.allSatisfy { $0.restarts == 0 })
        // One with another command line is replaced.
        let c = try #require(pages.pids("c").last)
        try pages.configure(["c", "a"], arguments: ["c": "--other"])
        try waitUntil("c's successor: \(daemon.process.errorOutput)") { pages.pids("c").count == 2 }
        try waitForPages(["c", "a"], daemon)
        #expect(!isRunning(c))
        #expect(pages.pids("a") == [a])
    }

    private func waitForPages(_ names: [TabID], _ daemon: TestDaemon) throws {
        let client = try daemon.client()
        try waitUntil("the pages \(names) to be alive: \(daemon.process.errorOutput)") {
            let pages = try client.state().programs.filter { $0.program != .panel }
            return pages.map(\.program) == names.map { .page($0) } && pages.allSatisfy { $0.phase == .alive }
        }
    }

    /// A machine may be off at the end of a time of day.
    @Test func valuesOfTimeOfDayAreNotSaved() throws {
        try configure("[[schedule]]\nlook = \"swift-kit\"\nappearance = \"dark\"\ncontrast = \"more\"\n")
        try waitUntil("the values of the time of day") {
            let state = try client.state()
            return state.look?.name == "swift-kit" && state.appearance.value == .dark
                && state.preferences.contrast == .more
        }
        // Its reply comes once the state is saved.
        try client.request("select", ["tab": "activity"])
        daemon.process.kill()
        try home.configure("")
        try daemon.restart()
        let state = try client.state()
        #expect(state.look?.name == "stress-monitor")
        #expect(state.appearance.value == .light)
        #expect(state.preferences.contrast == nil)
    }

    @Test func selectedLookLastsUntilFileNamesAnother() throws {
        try configure("look = \"lucidpal\"\n")
        #expect(try client.state().look?.name == "lucidpal")
        let reply = try client.request("look", ["look": "swift-kit"])
        #expect(reply["look"] as? String == "swift-kit")
        try daemon.restart()
        #expect(try client.state().look?.name == "swift-kit")
        try configure("look = \"better-fit\"\n")
        #expect(try client.state().look?.name == "better-fit")
        let refusal = try #require(try client.refusal(of: #"{"verb":"look","look":"swiftkit"}"#))
        #expect(refusal.code == "unknown_look")
        #expect(refusal.message.contains("stress-monitor"))
    }

    @Test func userStateSurvivesRestart() throws {
        try configure("look = \"swift-kit\"\n")
        try client.request("badge", ["tab": "activity", "badge": ["count": 3]])
        try client.request("open", ["tab": "profile", "route": "friends/ada"])
        try client.request("appearance", ["appearance": "dark"])
        let before = try client.state()
        try daemon.restart()
        let after = try client.state()
        #expect(after.selection?.tab == "profile")
        #expect(after.badges == ["activity": .count(3)] && after.badges == before.badges)
        #expect(after.paths == ["profile": ["friends", "ada"]] && after.paths == before.paths)
        #expect(after.appearance.value == .dark)
        // The file's word is taken where it has one.
        try configure("look = \"swift-kit\"\nappearance = \"light\"\n")
        #expect(try client.state().appearance.value == .light)
    }

    @Test func preferencesSurviveRestartUntilTheFileChangesThem() throws {
        try configure("look = \"swift-kit\"\ntext_scale = 1.2\n")
        try client.request("preferences", ["contrast": "more", "text_scale": 2])
        let before = try client.state()
        #expect(before.look?.textScale == 2 && before.look?.contrast == .more && before.look?.bar.material == .opaque)
        try daemon.restart()
        #expect(try client.state().look == before.look)
        #expect(try client.state().preferences == Preferences(contrast: .more, textScale: 2))
        // Another look, and a file with the same value, leave them alone; another value is in force at once.
        try client.request("look", ["look": "lucidpal"])
        #expect(try client.state().look?.textScale == 2)
        try configure("look = \"swift-kit\"\ntext_scale = 1.2\nicon_theme = \"hicolor\"\n")
        #expect(try client.state().look?.textScale == 2)
        try configure("look = \"swift-kit\"\ntext_scale = 1.5\n")
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
        let client = try daemon.client(subscribedTo: "action")
        try client.request("action", ["action": "greet"])
        try waitUntil("the program to have run") {
            (try? String(contentsOfFile: home.appending("greeting"), encoding: .utf8)) == "greet\n"
        }
        let refusal = try #require(
            try client.refusal(of: #"{"verb":"action","action":"other","exec":["/bin/true"]}"#))
        #expect(refusal.code == "unknown_action")
    }

    @Test func fiftyReloadsLeakNothing() throws {
        try home.configure("look = \"swift-kit\"\n")
        try daemon.restart()
        func descriptors() throws -> Int { try ProcessFacts(pid: daemon.process.pid).openDescriptors }
        let client = try daemon.client()
        try client.request("reload")
        let before = try descriptors()
        for round in 0..<50 {
            try client.request("look", ["look": round % 2 == 0 ? "lucidpal" : "swift-kit"])
            try client.request("appearance", ["appearance": round % 2 == 0 ? "dark" : "light"])
        }
        // The state may still be on its way to the disk, also before.
        try waitUntil("the daemon to close what it had opened") { try descriptors() <= before }
    }

    @Test func nothingIsKeptOfAClientThatLeavesDuringItsReload() throws {
        try home.configure("look = \"swift-kit\"\n")
        try daemon.restart()
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
