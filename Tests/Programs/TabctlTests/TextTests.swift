// SPDX-License-Identifier: MIT

import CommandLineKit
import TestSupport
import Testing

/// The texts for the state and its changes.
@Suite struct TextTests {
    private let tabctl: Tabctl

    init() throws {
        tabctl = try Tabctl()
    }

    /// The golden events, and the line printed for each.
    private static let lines = [
        ("tabs-roles", "tabs: home, search, write, create, lamp"), ("actions", "actions: new-note, new-photo"),
        ("actions-none", "actions: none"), ("look", "look: stress-monitor"), ("appearance", "appearance: dark"),
        ("preferences", "preferences: contrast more, text scale 1.3"),
        ("preferences-none", "preferences: those of the configuration"),
        ("selection", "selected: flash"),
        ("selection-covered", "selected: flash (covered by a window)"), ("reselect", "selected again: flash"),
        ("reselect-never", "selected again: nothing yet"),
        ("badges", "badges: flash \"new\", growth 3, home •"), ("badges-none", "badges: none"),
        ("paths", "paths: growth day/today"), ("paths-none", "paths: none"), ("sheet", "sheet: search"),
        ("sheet-none", "no sheet"), ("menu", "menu: create"), ("menu-none", "no menu"),
        ("bar", "bar: minimized"), ("bar-restored", "bar: expanded"), ("action", "action: new-note"),
        ("action-never", "action: nothing yet"),
        (
            "programs",
            "programs: panel alive, page:home starting, page:flash restarting, page:growth failed"
        ), ("programs-bridge", "programs: panel alive, page:home alive, bridge alive"),
        (
            "configuration",
            "configuration: the last one without errors is in force: "
                + "config.toml:2: bar.heigth: unknown key; did you mean \"bar.height\"?"
        ), ("configuration-none", "configuration: without errors"),
    ]

    @Test func eachEventIsOneLine() throws {
        let frames = try Self.lines.map { try Tabctl.frame("events/\($0.0)") }
        try tabctl.startServer(saying: [Tabctl.hello, #"{"id":1,"ok":{"revision":1}}"#] + frames)
        let line = "exec timeout 20 script -qec \"$tabctl watch\" /dev/null"
        let program = ["tabctl": try BuiltProducts.url("tabctl").path]
        let watch = try ChildProcess("bash", ["-c", line], environment: tabctl.environment.merging(program) { $1 })
        let expected = Self.lines.map { $0.1 + "\r\n" }.joined()
        try waitUntil("all lines: \(watch.output)") { watch.output == expected }
        watch.terminate()
    }

    @Test func screenIsInTheWordsOfTheProtocol() throws {
        try tabctl.startServer(saying: [Tabctl.hello, Tabctl.screenReply])
        let result = try tabctl.onTerminal("accessibility")
        #expect(result.output == Tabctl.screen.lines.map { $0 + "\n" }.joined())
    }

    @Test func statusShowsUnusualStates() throws {
        let tabs = [
            Tabctl.tab("home"), Tabctl.tab("search", role: "search"),
            Tabctl.tab("create", role: "action", menu: ["note", "photo"]),
            Tabctl.tab("lamp", role: "action", action: "toggle"), Tabctl.tab("idle", role: "action"),
        ]
        let state = try Tabctl.state(with: [
            "tabs": "[\(tabs.joined(separator: ","))]", "badges": #"{"home":{"count":3},"lamp":{"dot":true}}"#,
            "paths": #"{"home":["day","today"]}"#, "appearance": #"{"value":"dark","accepted_at":1}"#,
            "sheet": #"{"tab":"search","accepted_at":1}"#, "menu": #"{"tab":"create","accepted_at":1}"#,
            "bar": #"{"minimized":true,"accepted_at":1}"#,
            "configuration": #"{"source":"default","errors":["config.toml:1: a: one","config.toml:2: b: two"]}"#,
            "programs": """
            [{"program":"panel","phase":"alive","pid":11,"restarts":0,"reason":null},\
            {"program":"page:home","phase":"alive","pid":12,"restarts":2,"reason":"it has not answered for 5 s","problem":"tabs is new","responsive":false},\
            {"program":"page:search","phase":"failed","pid":null,"restarts":0,"reason":"it is gone"},\
            {"program":"bridge","phase":"restarting","pid":null,"restarts":4,"reason":"it exited with code 1"}]
            """,
        ])
        try tabctl.startServer(saying: [Tabctl.hello, state])
        let result = try tabctl.onTerminal("status")
        #expect(
            result.output == """
                * home    not answering, pid 12, restarted 2×: it has not answered for 5 s; it reports: tabs is new; badge 3; at day/today
                  search  failed: it is gone
                  create  menu note, photo
                  lamp    action toggle; badge •
                  idle    action none

                panel          alive, pid 11
                bridge         restarting, restarted 4×: it exited with code 1
                look           stress-monitor
                appearance     dark
                sheet          search
                menu           create
                bar            minimized
                configuration  has errors, so the default is in force
                               config.toml:1: a: one
                               config.toml:2: b: two
                daemon         \(tabshellVersion), protocol 1.1, pid 1

                """)
    }
}
