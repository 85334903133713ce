// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// The commands that change the state, with a daemon.
@Suite struct ChangeTests {
    private let tabctl: Tabctl

    init() throws {
        tabctl = try Tabctl()
        try tabctl.startDaemon()
    }

    private func value(_ topic: String) throws -> [String: Any] {
        let state = try JSONSerialization.jsonObject(with: Data(try tabctl.run("status").output.utf8)) as? [String: Any]
        return try #require(state?[topic] as? [String: Any])
    }

    @Test func badges() throws {
        #expect(try tabctl.run("badge", "home", "3").output == #"{"revision":2}"# + "\n")
        #expect(try tabctl.run("badge", "growth", "--text", "new").exit == .code(0))
        #expect(try tabctl.onTerminal("status").output.contains("* home    absent; badge 3\n"))
        #expect(try tabctl.run("badge", "home", "--clear").output == #"{"revision":4}"# + "\n")
        #expect(try Set(value("badges").keys) == ["growth"])
        let unknown = try tabctl.run("badge", "nowhere", "--dot")
        #expect(unknown.exit == .code(1))
        #expect(unknown.errors == "tabctl: there is no tab \"nowhere\"; there are: home, flash, growth\n")
    }

    @Test func paths() throws {
        #expect(try tabctl.run("push", "day/today").output == #"{"revision":2}"# + "\n")
        #expect(try tabctl.run("push", "--tab", "growth", "week").exit == .code(0))
        #expect(try value("paths") as? [String: [String]] == ["home": ["day", "today"], "growth": ["week"]])
        #expect(try tabctl.run("pop").exit == .code(0))
        #expect(try tabctl.run("root", "--tab", "growth").exit == .code(0))
        #expect(try value("paths") as? [String: [String]] == ["home": ["day"]])
        #expect(try tabctl.onTerminal("open tabshell:growth/a%20b") == (.code(0), "growth\n"))
        #expect(try value("paths") as? [String: [String]] == ["home": ["day"], "growth": ["a b"]])
        // Selecting the selected tab again goes back to its root.
        #expect(try tabctl.run("select", "growth").exit == .code(0))
        #expect(try value("paths") as? [String: [String]] == ["home": ["day"]])
    }

    @Test func appearance() throws {
        #expect(try tabctl.onTerminal("appearance") == (.code(0), "light\n"))
        #expect(try tabctl.onTerminal("appearance toggle") == (.code(0), "dark\n"))
        #expect(try tabctl.run("appearance", "dark").output == #"{"revision":2}"# + "\n")
        #expect(try tabctl.onTerminal("appearance light") == (.code(0), ""))
        #expect(try value("appearance")["value"] as? String == "light")
    }

    @Test func speechIsToggled() throws {
        for state in ["on", "off"] {
            #expect(try tabctl.onTerminal("speech toggle") == (.code(0), ""))
            #expect(try tabctl.onTerminal("speech") == (.code(0), state + "\n"))
        }
    }

    @Test(arguments: [
        ("contrast", "standard", "more"), ("motion", "standard", "reduced"), ("transparency", "standard", "reduced"),
        ("text-scale", "1.0", "1.3"), ("speech", "off", "on"),
    ])
    func preferences(name: String, usual: String, other: String) throws {
        #expect(try tabctl.onTerminal(name) == (.code(0), usual + "\n"))
        #expect(try tabctl.onTerminal("\(name) \(other)") == (.code(0), ""))
        #expect(try tabctl.onTerminal(name) == (.code(0), other + "\n"))
        #expect(try tabctl.run(name, "--default").exit == .code(0))
        #expect(try tabctl.onTerminal(name) == (.code(0), usual + "\n"))
    }

    @Test func tabsAndLooks() throws {
        #expect(
            try tabctl.onTerminal("tabs")
                == (.code(0), "* home    Home    page\n  flash   Flash   page\n  growth  Growth  page\n"))
        #expect(try tabctl.onTerminal("look") == (.code(0), "stress-monitor\n"))
        #expect(try tabctl.onTerminal("looks").output.contains("* stress-monitor\n"))
        let unknown = try tabctl.run("look", "nowhere")
        #expect(unknown.exit == .code(1))
        #expect(unknown.errors.hasPrefix("tabctl: there is no look \"nowhere\"; there are: stress-monitor"))
    }

    @Test func missingFeaturesAreRefused() throws {
        for (arguments, message) in [
            (["menu", "open", "home"], "home has no menu"), (["sheet", "show", "home"], "home has no sheet"),
            (["bar", "minimize"], "never folds"), (["action", "fly"], "there is no action \"fly\""),
            (["scene", "evening"], "there is no scene \"evening\""),
        ] {
            let process = try tabctl.start(arguments)
            #expect(try process.waitForExit() == .code(1))
            #expect(process.errorOutput.hasPrefix("tabctl: ") && process.errorOutput.contains(message))
        }
        // Removing something that is absent is no error.
        for arguments in [["menu", "close"], ["sheet", "dismiss"], ["bar", "restore"], ["badge", "home", "0"]] {
            let process = try tabctl.start(arguments)
            #expect(try process.waitForExit() == .code(0))
            #expect(process.output == #"{"revision":1}"# + "\n")
        }
    }

    @Test func reloadWithoutChanges() throws {
        #expect(try tabctl.onTerminal("reload") == (.code(0), "nothing has changed\n"))
        #expect(try tabctl.run("reload").output == #"{"changed":false,"revision":1}"# + "\n")
    }
}

/// With a configuration that has tabs of all roles.
@Suite struct ConfiguredTests {
    private static let configuration = """
        look = "swift-kit"

        [[actions]]
        id = "greet"
        title = "Greet"
        icon = "plus"

        [[tabs]]
        id = "create"
        role = "action"
        menu = ["greet"]

        [[tabs]]
        id = "search"
        role = "search"

        [[scenes]]
        name = "busy"
        tab = "activity"
        badges = { activity = 120 }
        """

    private let tabctl: Tabctl

    init() throws {
        tabctl = try Tabctl()
        _ = try tabctl.home.makeDirectory(".config")
        _ = try tabctl.home.makeDirectory(".config/tabshell")
        try configure(Self.configuration)
        try tabctl.startDaemon()
    }

    private func configure(_ text: String) throws {
        try tabctl.home.write(text, to: ".config/tabshell/config.toml")
    }

    @Test func sheetsMenusAndActions() throws {
        #expect(try tabctl.run("sheet", "show", "search").exit == .code(0))
        #expect(try tabctl.onTerminal("status").output.contains("\nsheet       search\n"))
        #expect(try tabctl.run("sheet", "dismiss").exit == .code(0))
        #expect(try tabctl.run("menu", "open").exit == .code(0))
        #expect(try tabctl.onTerminal("status").output.contains("\nmenu        create\n"))
        #expect(try tabctl.run("action", "greet").exit == .code(0))
        #expect(try !tabctl.onTerminal("status").output.contains("\nmenu"))
    }

    @Test func scenes() throws {
        #expect(try tabctl.run("scene", "busy").exit == .code(0))
        #expect(try tabctl.onTerminal("status").output.contains("* activity  absent; badge 120\n"))
    }

    @Test func looks() throws {
        try configure("look = \"swift-kit\"\n")
        #expect(try tabctl.run("reload").exit == .code(0))
        let looks = ["stress-monitor", "aspire-budget", "lucidpal", "swift-kit", "better-fit"]
        #expect(
            try tabctl.onTerminal("looks").output
                == looks.map { "\($0 == "swift-kit" ? "*" : " ") \($0)\n" }.joined())
        #expect(try tabctl.onTerminal("look better-fit") == (.code(0), ""))
        #expect(try tabctl.onTerminal("look") == (.code(0), "better-fit\n"))
        #expect(try tabctl.onTerminal("tabs").output.hasPrefix("* workout "))
        #expect(try tabctl.onTerminal("bar minimize").exit == .code(0))
        #expect(try tabctl.onTerminal("status").output.contains("\nbar         minimized\n"))
    }

    @Test func configurationErrorsAreListed() throws {
        try configure("look = \"swift-kit\"\n[bar]\nheigth = 90\ncorner_radius = \"round\"\n")
        let result = try tabctl.run("reload")
        #expect(result.exit == .code(1))
        #expect(result.output.isEmpty)
        let lines = result.errors.split(separator: "\n")
        #expect(lines.first == "tabctl: the configuration has errors; the old one stays in force")
        #expect(lines.count == 3)
        #expect(lines.dropFirst().allSatisfy { $0.contains("config.toml:") })
        try configure(Self.configuration.replacing("Greet", with: "Hello"))
        #expect(try tabctl.onTerminal("reload").exit == .code(0))
        #expect(try tabctl.run("status").output.contains(#""title":"Hello""#))
    }
}
