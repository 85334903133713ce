// SPDX-License-Identifier: MIT

import Foundation
import ShellModel
import TestSupport
import Testing

extension ShellTests {
    /// Tabs whose pages are the windows of ordinary programs: a terminal and a GTK program.
    @Suite(.enabled(if: Environment.find("foot") != nil && Environment.find("gtk3-widget-factory") != nil))
    struct WindowTabs {
        private static let terminal = "org.example.One"
        private static let gtk = "gtk3-widget-factory"

        private static let configuration = """
            order = ["home", "one", "gtk"]
            [[tabs]]
            id = "one"
            title = "Terminal"
            icon = "agent"
            app_id = "\(terminal)"
            exec = ["foot", "--config=/dev/null", "--working-directory=/", "--app-id=\(terminal)", "--override=bell.urgent=yes",
                "--override=colors.background=204060", "sh", "-c", "tty >$HOME/tty; exec cat"]
            window_title = "spoken"
            window_badge = "urgent"
            [[tabs]]
            id = "gtk"
            title = "Widgets"
            icon = "document"
            app_id = "\(gtk)"
            exec = "\(gtk)"
            """

        /// Each window has a workspace of its own, because it is tiled.
        private static let workspaces = [
            "assign [app_id=\"\(terminal)\"] workspace one", "assign [app_id=\"\(gtk)\"] workspace gtk",
        ]

        private static let background = Screenshot.Pixel(0x20, 0x40, 0x60)

        private func start() throws -> LookSession {
            try LookSession(
                "stress-monitor", configuration: Self.configuration, sway: Self.workspaces,
                isReady: { state in
                    state.programs.allSatisfy { $0.phase == ($0.program.isWindow(in: state) ? .absent : .alive) }
                })
        }

        private func phase(_ tab: TabID, in state: ShellState) -> ProgramStatus.Phase? {
            state.status(of: .page(tab))?.phase
        }

        /// Clicks on a tab and waits until its window is in front.
        private func open(_ tab: TabID, _ appID: String, _ shell: LookSession) throws {
            try shell.click(.tab(tab))
            try shell.wait(for: "\(tab) to be selected") { $0.selection?.tab == tab }
            try shell.wait(for: "the window of \(tab)") { $0.windows[tab] != nil && phase(tab, in: $0) == .alive }
            try waitUntil("\(appID) to have the focus") { try shell.sway.focusedWindow == appID }
        }

        private func goHome(_ shell: LookSession) throws {
            try shell.click(.tab("home"))
            try shell.wait(for: "home to be selected") { $0.selection?.tab == "home" }
        }

        /// The centre of the area above the bar.
        private func middle(_ picture: Screenshot) -> Screenshot.Pixel { picture.pixel(214, 60) }

        private func waitForTerminal(_ shell: LookSession, isShown: Bool = true) throws {
            try waitUntil("the terminal \(isShown ? "in front" : "away")") {
                (middle(try Screenshot(of: shell.sway)).distance(to: Self.background) <= 4) == isShown
            }
        }

        @Test func windowAndPageAlternate() throws {
            let shell = try start()
            #expect(try shell.sway.windows == [])
            let home = try shell.restingPicture()
            try open("one", Self.terminal, shell)
            try waitForTerminal(shell)
            // The bar is unchanged, as the panel draws it.
            #expect(try shell.difference(["--select", "one"]) < 0.001)
            try goHome(shell)
            // The window still exists, but is invisible and receives no keys.
            try waitUntil("the page to look as before") {
                try shell.restingPicture().differingPixels(from: home, tolerance: 6) == 0
            }
            #expect(try shell.sway.windows == [Self.terminal])
            #expect(try shell.sway.focusedWindow == nil)
            let pid = try shell.state().status(of: .page("one"))?.pid
            try open("gtk", Self.gtk, shell)
            try waitForTerminal(shell, isShown: false)
            try open("one", Self.terminal, shell)
            try waitForTerminal(shell)
            let state = try shell.state()
            #expect(state.status(of: .page("one"))?.pid == pid)
            #expect(state.windows["one"]?.title == "foot")
            #expect(state.programs.allSatisfy { $0.restarts == 0 })
        }

        @Test func urgentWindowSetsABadge() throws {
            let shell = try start()
            try open("one", Self.terminal, shell)
            try goHome(shell)
            let file = "\(shell.sway.runtimeDirectory)/home/tty"
            let terminal = try waitFor("the terminal's name") { () -> String? in
                let text = try? String(contentsOfFile: file, encoding: .utf8)
                return text.flatMap { $0.hasSuffix("\n") ? String($0.dropLast()) : nil }
            }
            try waitUntil("the page to have the keyboard") { try shell.sway.focusedWindow == nil }
            let bell = try #require(FileHandle(forWritingAtPath: terminal))
            bell.write(Data([7]))
            let state = try shell.wait(for: "the mark") { $0.badges["one"] == .dot }
            #expect(state.windows["one"]?.isUrgent == true)
            #expect(state.selection?.tab == "home")
            // Focusing the window clears its urgency.
            try shell.click(.tab("one"))
            try shell.wait(for: "no mark") { $0.badges["one"] == nil && $0.selection?.tab == "one" }
        }
    }
}

extension Program {
    fileprivate func isWindow(in state: ShellState) -> Bool {
        if case .page(let tab) = self { state.tab(tab)?.window != nil } else { false }
    }
}
