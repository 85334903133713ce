import Foundation
import ShellModel
import Testing
import TestSupport

extension ShellTests {
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
