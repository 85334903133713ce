// SPDX-License-Identifier: MIT

import Foundation
import ShellModel
import TestSupport
import Testing

extension ShellTests {
    /// The window of the selected tab is alone and fills what the bar leaves, without any configuration of sway for it.
    @Suite(.enabled(if: Environment.find("foot") != nil))
    struct WindowFill {
        private static let colors: [String: UInt32] = ["one": 0x204060, "two": 0x602040]

        private static func configuration(fills: Bool) -> String {
            (["one", "two"]).map { tab in
                ShellSession.windowTab(tab, appID: "org.example.\(tab)", "fill = \(fills)")
            }.reduce("order = [\"home\", \"one\", \"two\"]\n", +)
        }

        private struct Node: Equatable {
            var workspace: String
            var isFloating: Bool
            var border: String
            var frame: [Int]
            var marks: [String]
        }

        /// The window with an app-id in sway's tree.
        private func node(_ name: String, _ sway: HeadlessSway) throws -> Node? {
            func find(_ node: [String: Any], _ workspace: String) -> Node? {
                let workspace = node["type"] as? String == "workspace" ? node["name"] as? String ?? "" : workspace
                if node["app_id"] as? String == "org.example.\(name)" {
                    let rect = node["rect"] as? [String: Int] ?? [:]
                    return Node(
                        workspace: workspace, isFloating: node["type"] as? String == "floating_con",
                        border: node["border"] as? String ?? "",
                        frame: ["x", "y", "width", "height"].map { rect[$0] ?? -1 },
                        marks: node["marks"] as? [String] ?? [])
                }
                let inner = ["nodes", "floating_nodes"].flatMap { node[$0] as? [[String: Any]] ?? [] }
                return inner.lazy.compactMap { find($0, workspace) }.first
            }
            return find(try sway.query("get_tree") as? [String: Any] ?? [:], "")
        }

        private func open(_ name: String, _ shell: ShellSession) throws -> ChildProcess {
            let foot = try shell.openTerminal("org.example.\(name)", color: Self.colors[name] ?? 0)
            try waitUntil("the window \(name)") { try node(name, shell.sway) != nil }
            return foot
        }

        private func isFilled(with name: String, _ shell: ShellSession) throws -> Bool {
            // The corners and the middle of the area above the bar.
            try shell.isColored(
                Self.colors[name] ?? 0, at: [(2, 300), (425, 2), (214, 400), (2, 670), (425, 670)])
        }

        /// The selection, the focus and the windows, for a message.
        private func situation(_ shell: ShellSession) throws -> String {
            let nodes = try ["one", "two"].map { try "\($0): \(String(describing: node($0, shell.sway)))" }
            return try
                "\(String(describing: shell.state().selection?.tab)), \(shell.sway.focusedWindow ?? "none"), \(nodes)"
        }

        private func start(fills: Bool) throws -> ShellSession {
            try ShellSession(
                configuration: Self.configuration(fills: fills),
                sway: [
                    "default_border normal 3", "gaps inner 8", "workspace_layout tabbed",
                    "for_window [app_id=\"org.example.two\"] floating enable",
                ])
        }

        @Test func selectedWindowFillsAndIsAlone() throws {
            let shell = try start(fills: true)
            let (sway, client) = (shell.sway, try shell.connect())
            let programs = try [open("one", shell), open("two", shell)]
            defer { programs.forEach { $0.terminate() } }
            for tab in ["one", "two", "one"] {
                try client.request("select", ["tab": tab])
                try waitUntil("\(tab) to fill the screen: \((try? situation(shell)) ?? "")") {
                    try isFilled(with: tab, shell)
                }
                let place = try #require(try node(tab, sway))
                #expect(place.workspace == "tabshell:\(tab)" && !place.isFloating && place.border == "none")
                let area = try #require(try sway.usableArea(of: "HEADLESS-1"))
                #expect(place.frame == [area.x, area.y, area.width, area.height])
                #expect(try sway.focusedWindow == "org.example.\(tab)")
            }
            // Without `fill`, the windows are as they were.
            try shell.configure(Self.configuration(fills: false))
            try waitUntil("the windows to be as they were") {
                let (one, two) = (try node("one", sway), try node("two", sway))
                return one?.border == "normal" && one?.isFloating == false && two?.isFloating == true
                    && [one, two].allSatisfy { $0?.workspace == "1" && $0?.marks == [] }
            }
        }
    }
}
