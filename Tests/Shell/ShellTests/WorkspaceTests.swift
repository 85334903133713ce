// SPDX-License-Identifier: MIT

import Foundation
import InputTestSupport
import ShellModel
import TestSupport
import Testing

extension ShellTests {
    /// The selection and sway's workspaces: the person selects, and nothing else does.
    @Suite(.enabled(if: Environment.find("foot") != nil))
    struct Workspaces {
        private static let configuration =
            "order = [\"home\", \"one\", \"flash\"]\n" + ShellSession.windowTab("one", appID: "org.example.one")

        private func wait(for tab: TabID, _ workspace: String, isCovered: Bool?, _ shell: ShellSession) throws {
            var found = ""
            try waitUntil("\(workspace) with \(tab) selected: \(found)") {
                let (shown, selection) = (try shell.sway.shownWorkspace, try shell.state().selection)
                found = "\(shown as Any) with \(selection?.tab as Any) \(selection?.isCovered as Any)"
                return shown == workspace && selection?.tab == tab && selection?.isCovered == isCovered
            }
        }

        @Test func windowsAndOutputsSelectNothing() throws {
            let shell = try ShellSession(configuration: Self.configuration)
            let sway = shell.sway
            try wait(for: "home", "tabshell:home", isCovered: nil, shell)
            #expect(try shell.state().bar.hasWorkspaces)
            // The window of another tab opens on its own workspace.
            let one = try shell.openTerminal("org.example.one", color: 0x204060)
            defer { one.terminate() }
            try waitUntil("the tab's window") { try shell.state().windows["one"] != nil }
            try wait(for: "home", "tabshell:home", isCovered: nil, shell)
            // A window that belongs to no tab is seen, and the page is behind it.
            let free = try shell.openTerminal("org.example.free", color: 0xFF0000)
            try wait(for: "home", "1", isCovered: true, shell)
            try waitUntil("its colour") { try shell.isColored(0xFF0000, at: [(214, 400)]) }
            try shell.click(.tab("home"))
            try wait(for: "home", "tabshell:home", isCovered: false, shell)
            free.terminate()
            try wait(for: "home", "tabshell:home", isCovered: nil, shell)
            try sway.swaymsg("create_output")
            try waitUntil("the output") { (try sway.query("get_outputs") as? [Any])?.count == 2 }
            try wait(for: "home", "tabshell:home", isCovered: nil, shell)
            // The person goes to the tab's window, and back to a page.
            try sway.swaymsg("[app_id=\"org.example.one\"] focus")
            try wait(for: "one", "tabshell:one", isCovered: nil, shell)
            try sway.swaymsg("workspace tabshell:flash")
            try wait(for: "flash", "tabshell:flash", isCovered: nil, shell)
        }

        @Test func windowInTheScratchpadFillsWhileItsTabIsSelected() throws {
            let shell = try ShellSession(configuration: Self.configuration)
            try shell.click(.tab("one"))
            let one = try shell.openTerminal("org.example.one", color: 0x204060)
            defer { one.terminate() }
            let corners = [(20, 20), (408, 640)]
            try waitUntil("the window") { try shell.isColored(0x204060, at: corners) }
            try shell.click(.tab("home"))
            try wait(for: "home", "tabshell:home", isCovered: nil, shell)
            try shell.sway.swaymsg("[app_id=\"org.example.one\"] move scratchpad")
            try shell.click(.tab("one"))
            try wait(for: "one", "tabshell:one", isCovered: nil, shell)
            try waitUntil("the window as large as before") { try shell.isColored(0x204060, at: corners) }
            #expect(try shell.sway.focusedWindow == "org.example.one")
        }

        /// sway 1.7 tells nobody of the new name.
        @Test(arguments: ["", "org.example.early"]) func windowMayNameItselfLate(_ first: String) throws {
            let shell = try ShellSession(configuration: Self.configuration)
            try shell.click(.tab("one"))
            try wait(for: "one", "tabshell:one", isCovered: nil, shell)
            let window = try TestWindow(shell.sway, appID: first, title: "late")
            func settle(_ what: String, _ condition: () throws -> Bool) throws {
                try waitUntil(what) {
                    try window.update()
                    return try condition()
                }
            }
            try settle("the window of no tab") { try shell.state().selection?.isCovered == true }
            try window.rename("org.example.one")
            try settle("the window on the workspace of its tab") {
                let state = try shell.state()
                return try state.windows["one"] != nil && state.selection?.isCovered != true
                    && shell.sway.shownWorkspace == "tabshell:one"
            }
            try window.rename("org.example.other")
            try shell.click(.tab("home"))
            try settle("the window of no tab again") { try shell.state().windows["one"] == nil }
            #expect(try shell.state().selection?.tab == "home")
        }

        @Test func guardedTabIsNotChosen() throws {
            let shell = try ShellSession(
                configuration: Self.configuration + """
                    [lock]
                    pin = "$y$j9T$7JkN9oVf2mQpL1xYc0u3d.$Zr6Vn0o1T7y8Kq4Wm2e5Hc9Lb3Xs6Du1Gf8Ra0Pt4iB"
                    tabs = ["one"]
                    """)
            try wait(for: "home", "tabshell:home", isCovered: nil, shell)
            for _ in 0..<2 {
                try shell.sway.swaymsg("workspace tabshell:one; workspace tabshell:one")
                try wait(for: "home", "tabshell:home", isCovered: nil, shell)
            }
            // Another choice is carried out.
            try shell.sway.swaymsg("workspace tabshell:flash")
            try wait(for: "flash", "tabshell:flash", isCovered: nil, shell)
        }

        @Test func closedWindowLeavesItsTabSelected() throws {
            let shell = try ShellSession(configuration: Self.configuration)
            try shell.click(.tab("one"))
            try wait(for: "one", "tabshell:one", isCovered: nil, shell)
            let first = try shell.openTerminal("org.example.one", color: 0x204060)
            try waitUntil("the first window") { try shell.isColored(0x204060, at: [(214, 400)]) }
            let second = try shell.openTerminal("org.example.one", color: 0x602040)
            try wait(for: "one", "tabshell:one 2", isCovered: nil, shell)
            second.terminate()
            try wait(for: "one", "tabshell:one", isCovered: nil, shell)
            try waitUntil("the first window again") { try shell.isColored(0x204060, at: [(214, 400)]) }
            first.terminate()
            try waitUntil("no window") { try shell.state().windows["one"] == nil }
            try wait(for: "one", "tabshell:one", isCovered: nil, shell)
            // As after a splash screen, or a restart.
            let third = try shell.openTerminal("org.example.one", color: 0x206040)
            defer { third.terminate() }
            try waitUntil("the next window") { try shell.isColored(0x206040, at: [(214, 400)]) }
            #expect(try shell.sway.focusedWindow == "org.example.one")
            // The end of the shell leaves the user's workspace in front, with the window.
            shell.daemon.terminate()
            try waitUntil("the user's workspace") { try shell.sway.shownWorkspace == "1" }
            try waitUntil("the window on it") { try shell.sway.focusedWindow == "org.example.one" }
        }
    }
}
