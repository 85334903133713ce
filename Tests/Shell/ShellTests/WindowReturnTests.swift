import Foundation
import InputTestSupport
import ShellModel
import StageTestSupport
import TestSupport
import Testing

extension ShellTests {
    /// The end of the shell leaves sway as the shell has found it.
    @Suite struct WindowReturn {
        /// The user's workspaces, from 2 on: `one`, `two`, `free` and `free2` open a window, `WINDOW: COMMAND` runs a command for it.
        private static let workspaces = [
            ["one", "two", "one: resize set width 400 px"],
            ["one", "free", "two", "one: resize set width 300 px", "two: resize set width 200 px"],
            ["free", "one", "one: splitv", "two", "two: resize set height 200 px"],
            ["free", "one", "one: splitv", "two", "free: resize set width 200 px"],
            [
                "one", "free", "free: splitv", "free2", "free2: resize set height 200 px",
                "one: resize set width 300 px",
            ],
            ["free", "one", "one: splitv", "free2", "free2: layout tabbed"],
            ["free", "one", "two", "one: floating enable"],
            ["free", "one", "two", "one: resize set width 500 px"],
        ]

        /// The containers and windows of the user's workspaces, as text.
        private func layouts(_ sway: HeadlessSway) throws -> String {
            func text(_ node: [String: Any]) -> String {
                let nodes = node["nodes"] as? [[String: Any]] ?? []
                let rect = node["rect"] as? [String: Int] ?? [:]
                let size = "\(rect["width"] ?? 0)x\(rect["height"] ?? 0) \(node["border"] as? String ?? "")"
                guard node["pid"] == nil else { return "\(node["name"] as? String ?? "") \(size)" }
                return "\(node["layout"] as? String ?? "")[\(nodes.map(text).joined(separator: ", "))]"
            }
            func all(_ node: [String: Any]) -> [String] {
                let name = node["name"] as? String ?? ""
                if node["type"] as? String == "workspace", Int(name) ?? 0 >= 2 { return ["\(name): \(text(node))"] }
                return (node["nodes"] as? [[String: Any]] ?? []).flatMap(all)
            }
            return all(try sway.query("get_tree") as? [String: Any] ?? [:]).sorted().joined(separator: "\n")
        }

        @Test func orderAndSizesAreAsBefore() throws {
            let shell = try ShellSession(
                configuration: SelectionRuleTests.configuration, width: 1280,
                sway: ["default_border normal 3"], root: SelectionRuleTests.root)
            let sway = shell.sway
            shell.daemon.terminate()
            var windows: [TestWindow] = []
            func settle(_ what: String, _ condition: () throws -> Bool) throws {
                try waitUntil("\(what); now\n\((try? layouts(sway)) ?? "")") {
                    for window in windows { try window.update() }
                    return try condition()
                }
            }
            for (workspace, steps) in zip(2..., Self.workspaces) {
                try sway.swaymsg("workspace \(workspace)")
                for step in steps {
                    let parts = step.components(separatedBy: ": ")
                    let title = "\(workspace) \(parts[0])"
                    if parts.count == 2 {
                        try sway.swaymsg("[title=\"^\(title)$\"] focus, \(parts[1])")
                    } else {
                        windows.append(try TestWindow(sway, appID: "org.example.\(step)", title: title))
                        try settle("\(title) to have the focus") { try sway.focusedWindow == "org.example.\(step)" }
                    }
                }
            }
            // A border is the last transaction's.
            try settle("the borders") { try !layouts(sway).contains(" none") }
            let before = try layouts(sway)
            let shown = try sway.shownWorkspace
            func start() throws {
                try shell.restartDaemon()
                try settle("the windows to be tabs") {
                    let now = try layouts(sway)
                    return try shell.state().bar.hasWorkspaces && !now.contains(#/ (one|two) /#)
                }
            }
            // The next shell repairs the leftovers of a killed one.
            for isKilled in [false, true] {
                try start()
                if isKilled {
                    let programs = try shell.processes().map(\.facts)
                    for program in programs { kill(program.pid, SIGKILL) }
                    try waitUntil("the shell to end") {
                        !shell.daemon.isRunning && programs.allSatisfy { $0.name == nil }
                    }
                    try start()
                }
                shell.daemon.terminate()
                try settle("the layouts to be\n\(before)") { try layouts(sway) == before }
                let now = try sway.shownWorkspace
                #expect(now == shown)
            }
        }
    }
}
