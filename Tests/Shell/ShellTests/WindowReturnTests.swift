// SPDX-License-Identifier: MIT

import Foundation
import InputTestSupport
import ShellModel
import StageTestSupport
import TestSupport
import Testing

extension ShellTests {
    /// The end of the shell leaves sway as the shell has found it.
    @Suite struct WindowReturn {
        /// A workspace's containers and windows, as text.
        private func layout(_ workspace: String, _ sway: HeadlessSway) throws -> String {
            func text(_ node: [String: Any]) -> String {
                let nodes = node["nodes"] as? [[String: Any]] ?? []
                let rect = node["rect"] as? [String: Int] ?? [:]
                let size = "\(rect["width"] ?? 0)x\(rect["height"] ?? 0) \(node["border"] as? String ?? "")"
                guard node["pid"] == nil else { return "\(node["name"] as? String ?? "") \(size)" }
                return "\(node["layout"] as? String ?? "")[\(nodes.map(text).joined(separator: ", "))]"
            }
            func find(_ node: [String: Any]) -> String? {
                if node["type"] as? String == "workspace", node["name"] as? String == workspace { return text(node) }
                return (node["nodes"] as? [[String: Any]] ?? []).lazy.compactMap(find).first
            }
            return find(try sway.query("get_tree") as? [String: Any] ?? [:]) ?? "none"
        }

        /// - Parameter steps: `one`, `two` and `free` open a window, `CRITERIA: COMMAND` is a command for one.
        @Test(arguments: [
            ["one", "free", "two", "one: resize set width 300 px", "two: resize set width 200 px"],
            ["free", "one", "two", "one: resize set width 500 px"],
            ["free", "one", "one: splitv", "two", "two: resize set height 200 px"],
            ["free", "one", "one: splitv", "two", "free: resize set width 200 px"],
            [
                "one", "free", "free: splitv", "free2", "free2: resize set height 200 px",
                "one: resize set width 300 px",
            ],
            ["free", "one", "one: splitv", "free2", "free2: layout tabbed"],
            ["free", "one", "two", "one: floating enable"],
            ["one", "two", "one: resize set width 400 px"],
        ])
        func orderAndSizesAreAsBefore(_ steps: [String]) throws { try run(steps, isKilled: false) }

        /// What a killed shell leaves behind is mended by the next one.
        @Test func theyAreAfterAKilledShell() throws {
            try run(["one", "free", "two", "one: resize set width 300 px"], isKilled: true)
        }

        private func run(_ steps: [String], isKilled: Bool) throws {
            let shell = try ShellSession(
                configuration: SelectionRuleTests.configuration, width: 1280,
                sway: ["default_border normal 3"], root: SelectionRuleTests.root)
            let sway = shell.sway
            shell.daemon.terminate()
            try sway.swaymsg("workspace 2")
            var windows: [TestWindow] = []
            func settle(_ what: String, _ condition: () throws -> Bool) throws {
                try waitUntil("\(what); \((try? layout("2", sway)) ?? "")") {
                    for window in windows { try window.update() }
                    return try condition()
                }
            }
            for step in steps {
                let parts = step.components(separatedBy: ": ")
                if parts.count == 2 {
                    try sway.swaymsg("[title=\"^\(parts[0])$\"] focus, \(parts[1])")
                } else {
                    windows.append(try TestWindow(sway, appID: "org.example.\(step)", title: step))
                    try settle("\(step) to have the focus") { try sway.focusedWindow == "org.example.\(step)" }
                }
            }
            // A border is that of the last transaction.
            try settle("the borders") { try !layout("2", sway).contains(" none") }
            let before = try layout("2", sway)
            let tabs = SelectionRuleTests.apps.filter { steps.contains($0.rawValue) }
            func start() throws {
                try shell.restartDaemon()
                try settle("the windows to be tabs") {
                    let (now, state) = (try layout("2", sway), try shell.state())
                    return state.bar.hasWorkspaces && tabs.allSatisfy { !now.contains("\($0) ") }
                }
            }
            try start()
            if isKilled {
                let programs = try shell.processes().map(\.facts)
                for program in programs { kill(program.pid, SIGKILL) }
                try waitUntil("the shell to end") { !shell.daemon.isRunning && programs.allSatisfy { $0.name == nil } }
                try start()
            }
            shell.daemon.terminate()
            try settle("the layout to be \(before)") { try layout("2", sway) == before }
            #expect(try sway.shownWorkspace == "2")
        }
    }
}
