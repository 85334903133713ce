import Foundation
import Glibc
import ShellModel
import Testing
import TestSupport

extension ShellTests {
    /// A tab whose page is a terminal's window.
    @Suite(.enabled(if: Environment.find("foot") != nil))
    struct WindowTabs {
        private static let terminal = "org.example.One"

        private static let configuration = """
            order = ["home", "one"]
            [[tabs]]
            id = "one"
            title = "Terminal"
            icon = "agent"
            app_id = "\(terminal)"
            exec = ["foot", "--config=/dev/null", "--working-directory=/", "--app-id=\(terminal)", "--override=bell.urgent=yes",
                "--override=colors.background=204060", "sh", "-c", "tty >$HOME/tty; exec cat"]
            window_title = "spoken"
            window_badge = "urgent"
            """

        /// Clicks on the tab and waits until its window is in front.
        private func open(_ shell: ShellSession) throws {
            try shell.click(.tab("one"))
            try shell.wait(for: "the window to be selected") {
                $0.selection?.tab == "one" && $0.windows["one"] != nil && $0.status(of: .page("one"))?.phase == .alive
            }
            try waitUntil("its focus") { try shell.sway.focusedWindow == Self.terminal }
            try waitUntil("the terminal in front") { try shell.isColored(0x204060, at: [(214, 60)]) }
        }

        @Test func windowAndPageAlternateAndAnUrgentWindowHasABadge() throws {
            let shell = try ShellSession(configuration: Self.configuration)
            #expect(try shell.sway.windows == [])
            // A program may live before its page is drawn.
            let home = try shell.sway.restingPicture("the page") { BarPixels($0, scale: 1).hasPage }
            try open(shell)
            // The bar is unchanged, as the panel draws it.
            #expect(try shell.difference(["--select", "one"]) < 0.001)
            try shell.click(.tab("home"))
            try shell.wait(for: "home to be selected") { $0.selection?.tab == "home" }
            // The window still exists, but is invisible and receives no keys.
            try waitUntil("the page to look as before") {
                try shell.restingPicture().differingPixels(from: home, tolerance: 6) == 0
            }
            #expect(try shell.sway.windows == [Self.terminal])
            #expect(try shell.sway.focusedWindow == nil)
            // A bell marks its tab until the window has the focus.
            let file = "\(shell.sway.runtimeDirectory)/home/tty"
            let terminal = try waitFor("the terminal's name") {
                (try? String(contentsOfFile: file, encoding: .utf8)).flatMap {
                    $0.hasSuffix("\n") ? $0.dropLast() : nil
                }
            }
            let bell = try #require(FileHandle(forWritingAtPath: String(terminal)))
            bell.write(Data([7]))
            let marked = try shell.wait(for: "the mark") { $0.badges["one"] == .dot }
            #expect(marked.windows["one"]?.isUrgent == true && marked.selection?.tab == "home")
            let pid = try shell.state().status(of: .page("one"))?.pid
            try open(shell)
            let state = try shell.wait(for: "no mark") { $0.badges["one"] == nil }
            #expect(state.status(of: .page("one"))?.pid == pid)
            #expect(state.windows["one"]?.title == "foot")
            #expect(state.programs.allSatisfy { $0.restarts == 0 })
        }
    }

    /// Tabs that `tabctl` adds to the running shell, and windows that it makes tabs of.
    @Suite(.enabled(if: Environment.find("foot") != nil))
    struct TabChanges {
        private func isTerminalInFront(_ shell: ShellSession) throws -> Bool {
            try shell.isColored(0x204060, at: [(214, 60)])
        }

        /// An entry in the folder of the session's user.
        private func install(_ entry: String, as name: String, _ shell: ShellSession) throws {
            let folder = URL(fileURLWithPath: "\(shell.sway.runtimeDirectory)/home/.local/share/applications")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("[Desktop Entry]\nType=Application\n\(entry)".utf8).write(to: folder.appending(path: name))
        }

        @Test func windowBecomesTabAndGoesBack() throws {
            let shell = try ShellSession()
            #expect(
                try shell.tabctl("adopt").contains(
                    "no window without a tab has the focus: every window belongs to a tab"))
            let terminal = try shell.openTerminal("org.example.One")
            try waitUntil("the terminal") { try shell.sway.focusedWindow == "org.example.One" }
            try waitUntil("the panel to know") {
                try shell.tabctl("adopt", "--list", "--json").contains(#""focused":true"#)
            }
            try install(
                "Name=One\nIcon=terminal\nExec=foot \(ShellSession.terminal("org.example.One").joined(separator: " ")) cat\n",
                as: "org.example.One.desktop", shell)
            #expect(try shell.tabctl("adopt").hasPrefix(#"{"tab":"one""#))
            let state = try shell.wait(for: "the window of the tab") { $0.windows["one"] != nil }
            #expect(state.tabs.map(\.id) == ["home", "flash", "growth", "one"] && state.tabs.last?.icon == "terminal")
            #expect(state.selection?.tab == "one" && state.configuration.hasUnsavedTabs)
            try waitUntil("the terminal in front") { try isTerminalInFront(shell) }
            // It is a tab like any other.
            try shell.click(.tab("home"))
            try waitUntil("the page in front") { try !isTerminalInFront(shell) }
            try shell.click(.tab("one"))
            try waitUntil("the terminal in front again") { try isTerminalInFront(shell) }
            #expect(try shell.sway.windows == ["org.example.One"])
            #expect(try shell.tabctl("adopt", "--list", "--json") == "{\"windows\":[]}\n")
            // Without its tab it is a window again.
            _ = try shell.tabctl("tab", "remove", "one")
            #expect(try shell.state().selection?.tab == "growth")
            try waitUntil("the window to be listed") {
                try shell.tabctl("adopt", "--list", "--json").contains("org.example.One")
            }
            #expect(terminal.isRunning)
            terminal.terminate()
        }
    }
}
