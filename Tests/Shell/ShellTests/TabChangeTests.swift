// SPDX-License-Identifier: MIT

import Foundation
import ShellModel
import TestSupport
import Testing

extension ShellTests {
    /// Tabs that `tabctl` adds to the running shell, and windows that it makes tabs of.
    @Suite(.enabled(if: Environment.find("foot") != nil))
    struct TabChanges {
        private static let background = Screenshot.Pixel(0x20, 0x40, 0x60)

        private func tabctl(_ arguments: String..., shell: LookSession) throws -> String {
            let tabctl = try shell.sway.start(BuiltProducts.url("tabctl").path, arguments)
            let exit = try tabctl.waitForExit()
            return exit == .code(0) ? tabctl.output : "\(exit): \(tabctl.errorOutput)"
        }

        private func isTerminalInFront(_ shell: LookSession) throws -> Bool {
            try Screenshot(of: shell.sway).pixel(214, 60).distance(to: Self.background) <= 4
        }

        /// An entry in the folder of the session's user.
        private func install(_ entry: String, as name: String, _ shell: LookSession) throws {
            let folder = URL(fileURLWithPath: "\(shell.sway.runtimeDirectory)/home/.local/share/applications")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("[Desktop Entry]\nType=Application\n\(entry)".utf8).write(to: folder.appending(path: name))
        }

        private static let command =
            "foot --config=/dev/null --working-directory=/ --override=colors.background=204060 sh -c cat"

        @Test func windowBecomesTabAndGoesBack() throws {
            let shell = try LookSession("stress-monitor", configuration: "")
            #expect(
                try tabctl("adopt", shell: shell).contains(
                    "no window that belongs to no tab has the focus; there is none"))
            let arguments = Self.command.split(separator: " ").dropFirst().map(String.init)
            let terminal = try shell.sway.start("foot", ["--app-id=org.example.One"] + arguments)
            try waitUntil("the terminal") { try shell.sway.focusedWindow == "org.example.One" }
            try waitUntil("the panel to know") {
                try tabctl("adopt", "--list", "--json", shell: shell).contains(#""focused":true"#)
            }
            try install("Name=One\nIcon=terminal\nExec=\(Self.command)\n", as: "org.example.One.desktop", shell)
            #expect(try tabctl("adopt", shell: shell).hasPrefix(#"{"tab":"one""#))
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
            #expect(try tabctl("adopt", "--list", "--json", shell: shell) == "{\"windows\":[]}\n")
            // Without its tab it is a window again.
            _ = try tabctl("tab", "remove", "one", shell: shell)
            #expect(try shell.state().selection?.tab == "growth")
            try waitUntil("the window to be listed") {
                try tabctl("adopt", "--list", "--json", shell: shell).contains("org.example.One")
            }
            #expect(terminal.isRunning)
            terminal.terminate()
        }
    }
}
