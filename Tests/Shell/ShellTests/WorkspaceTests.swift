import Foundation
import InputTestSupport
import ShellModel
import TestSupport
import Testing

extension ShellTests {
    /// The selection and sway's workspaces: the person selects, and nothing else does. The window of the selected tab is alone and
    /// fills the area beside the bar, without any configuration of sway for it.
    @Suite(.enabled(if: Environment.find("foot") != nil))
    struct Workspaces {
        private static let colors: [String: UInt32] = ["one": 0x204060, "two": 0x602040]

        private static func configuration(fills: Bool = true) -> String {
            let tabs = ["one", "two", "guarded"].map {
                ShellSession.windowTab($0, appID: "org.example.\($0)", "fill = \(fills)\nwindow_badge = \"urgent\"")
            }
            return "order = [\"home\", \"one\", \"two\", \"guarded\", \"flash\"]\n" + tabs.joined() + """
                [lock]
                pin = "$y$j9T$7JkN9oVf2mQpL1xYc0u3d.$Zr6Vn0o1T7y8Kq4Wm2e5Hc9Lb3Xs6Du1Gf8Ra0Pt4iB"
                tabs = ["guarded"]

                """
        }

        private func wait(for tab: TabID, _ workspace: String, isCovered: Bool?, _ shell: ShellSession) throws {
            var found = ""
            try waitUntil("\(workspace) with \(tab) selected: \(found)") {
                let (shown, selection) = (try shell.sway.shownWorkspace, try shell.state().selection)
                found = "\(shown as Any) with \(selection?.tab as Any) \(selection?.isCovered as Any)"
                return shown == workspace && selection?.tab == tab && selection?.isCovered == isCovered
            }
        }

        private func open(_ name: String, _ shell: ShellSession) throws -> ChildProcess {
            try shell.openTerminal("org.example.\(name)", color: Self.colors[name] ?? 0xFF0000)
        }

        /// The corners and the middle of the area above the bar.
        private func isFilled(with color: UInt32, _ shell: ShellSession) throws -> Bool {
            try shell.isColored(color, at: [(2, 300), (425, 2), (214, 400), (2, 670), (425, 670)])
        }

        @Test func personSelectsAndTheWindowFills() throws {
            let shell = try ShellSession(
                configuration: Self.configuration(),
                sway: [
                    "default_border normal 3", "gaps inner 8", "workspace_layout tabbed",
                    "for_window [app_id=\"org.example.two\"] floating enable",
                ])
            try wait(for: "home", "tabshell:home", isCovered: nil, shell)
            #expect(try shell.state().bar.hasWorkspaces)
            for name in ["", "org.example.early"] { try renameWindow(from: name, shell) }
            try fillShownWorkspace(shell)
            try fillArea(shell)
            try takeFromScratchpad(shell)
            try closeWindows(shell)
            try openWindowsAndOutputs(shell)
        }

        /// sway 1.7 does not announce the new name.
        private func renameWindow(from first: String, _ shell: ShellSession) throws {
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

        /// A window of a tab in sway's tree.
        private func window(_ name: String, _ shell: ShellSession) throws -> RuleScene.Window? {
            try RuleScene(shell.sway, shell.state()).windows.first { $0.appID == "org.example.\(name)" }
        }

        private func waitUntilFilled(by tab: String, _ shell: ShellSession) throws {
            try waitUntil("\(tab) to fill the screen: \((try? window(tab, shell)) as Any)") {
                guard let place = try window(tab, shell), let area = try shell.sway.usableArea(of: "HEADLESS-1"),
                    place.workspace == "tabshell:\(tab)", !place.isFloating, place.border == "none"
                else { return false }
                return try place.frame == [area.x, area.y, area.width, area.height]
                    && isFilled(with: Self.colors[tab] ?? 0, shell)
            }
        }

        /// The user's gaps end although the window opens where it belongs.
        private func fillShownWorkspace(_ shell: ShellSession) throws {
            try shell.click(.tab("one"))
            try wait(for: "one", "tabshell:one", isCovered: nil, shell)
            let program = try open("one", shell)
            defer { program.terminate() }
            try waitUntilFilled(by: "one", shell)
            program.terminate()
            try waitUntil("its end") { try shell.state().windows.isEmpty }
        }

        private func fillArea(_ shell: ShellSession) throws {
            let sway = shell.sway
            let programs = try ["one", "two"].map { try open($0, shell) }
            defer { programs.forEach { $0.terminate() } }
            try waitUntil("the windows") { try shell.state().windows.count == 2 }
            for tab in ["one", "two", "one"] {
                try shell.connect().request("select", ["tab": tab])
                try waitUntilFilled(by: tab, shell)
                try waitUntil("its focus") { try sway.focusedWindow == "org.example.\(tab)" }
            }
            // Without `fill`, the windows are as they were.
            try shell.configure(Self.configuration(fills: false))
            try waitUntil("the windows to be as they were") {
                let windows = try ["one", "two"].map { try window($0, shell) }
                return windows[0]?.border == "normal" && windows.map { $0?.isFloating } == [false, true]
                    && windows.allSatisfy { $0?.workspace == "1" && $0?.marks == [] }
            }
            try shell.configure(Self.configuration())
            try waitUntil("the windows on their workspaces") {
                try ["one", "two"].allSatisfy { try window($0, shell)?.workspace == "tabshell:\($0)" }
            }
        }

        private func takeFromScratchpad(_ shell: ShellSession) throws {
            try waitUntil("no window") { try shell.state().windows.isEmpty }
            for tab in ["home", "one"] as [TabID] {
                try shell.connect().request("select", ["tab": tab.rawValue])
                try wait(for: tab, "tabshell:\(tab)", isCovered: nil, shell)
            }
            let one = try open("one", shell)
            defer { one.terminate() }
            let corners = [(20, 20), (408, 640)]
            try waitUntil("the window") { try shell.isColored(0x204060, at: corners) }
            try shell.click(.tab("home"))
            try wait(for: "home", "tabshell:home", isCovered: nil, shell)
            try shell.sway.swaymsg("[app_id=\"org.example.one\"] move scratchpad")
            try shell.click(.tab("one"))
            try wait(for: "one", "tabshell:one", isCovered: nil, shell)
            try waitUntil("the window as large as before") { try shell.isColored(0x204060, at: corners) }
            try waitUntil("its focus") { try shell.sway.focusedWindow == "org.example.one" }
        }

        private func closeWindows(_ shell: ShellSession) throws {
            try waitUntil("no window") { try shell.state().windows.isEmpty }
            let first = try open("one", shell)
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
            try waitUntil("its focus") { try shell.sway.focusedWindow == "org.example.one" }
        }

        private func openWindowsAndOutputs(_ shell: ShellSession) throws {
            let sway = shell.sway
            try waitUntil("no window") { try shell.state().windows.isEmpty }
            try shell.click(.tab("home"))
            try wait(for: "home", "tabshell:home", isCovered: nil, shell)
            // The window of another tab opens on its own workspace.
            let one = try open("one", shell)
            defer { one.terminate() }
            // sway marks no window that has the focus.
            try waitUntil("the tab's window") {
                try shell.state().windows["one"] != nil && sway.focusedWindow != "org.example.one"
            }
            try wait(for: "home", "tabshell:home", isCovered: nil, shell)
            try sway.swaymsg("[app_id=\"org.example.one\"] urgent enable")
            try shell.wait(for: "its mark") { $0.badges["one"] == .dot }
            // A window that belongs to no tab is seen, and the page is behind it.
            let free = try open("free", shell)
            try wait(for: "home", "1", isCovered: true, shell)
            try waitUntil("its colour") { try shell.isColored(0xFF0000, at: [(214, 400)]) }
            try shell.click(.tab("home"))
            try wait(for: "home", "tabshell:home", isCovered: false, shell)
            free.terminate()
            try wait(for: "home", "tabshell:home", isCovered: nil, shell)
            try sway.swaymsg("create_output")
            try waitUntil("the output") { (try sway.query("get_outputs") as? [Any])?.count == 2 }
            try wait(for: "home", "tabshell:home", isCovered: nil, shell)
            // A guarded tab is not chosen; the person goes to a page, and to the tab's window.
            for _ in 0..<2 {
                try sway.swaymsg("workspace tabshell:guarded; workspace tabshell:guarded")
                try wait(for: "home", "tabshell:home", isCovered: nil, shell)
            }
            let guarded = try open("guarded", shell)
            defer { guarded.terminate() }
            try waitUntil("the guarded window") { try shell.state().windows["guarded"] != nil }
            try sway.swaymsg("[app_id=\"org.example.guarded\"] focus")
            try wait(for: "home", "tabshell:home", isCovered: nil, shell)
            try sway.swaymsg("workspace tabshell:flash")
            try wait(for: "flash", "tabshell:flash", isCovered: nil, shell)
            try sway.swaymsg("[app_id=\"org.example.one\"] focus")
            try wait(for: "one", "tabshell:one", isCovered: nil, shell)
            try shell.wait(for: "no mark") { $0.badges["one"] == nil }
            // The end of the shell leaves the user's workspace in front, with the window.
            shell.daemon.terminate()
            try waitUntil("the user's workspace") { try sway.shownWorkspace == "1" }
            try waitUntil("the window on it") { try sway.focusedWindow == "org.example.one" }
        }
    }
}
