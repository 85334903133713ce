// SPDX-License-Identifier: MIT

import TabConfig
import ShellModel
import Testing

@testable import ConfigReader

@Suite struct WindowTests {
    private func tab(_ lines: String) -> String {
        "[[tabs]]\nid = \"edit\"\ntitle = \"Edit\"\nicon = \"notes\"\n\(lines)\n"
    }

    @Test func windowIsPage() throws {
        let plain = try read(tab("app_id = \"org.example.Edit\""))
        #expect(plain.setup.tabs.last?.window == WindowBinding(appIDs: ["org.example.Edit"]))
        #expect(plain.setup.programs.last == .page("edit"))
        // Without exec, the daemon does not start the window.
        #expect(plain.programs[.page("edit")] == nil)
        let full = try read(
            tab("app_id = \"e\"\nexec = [\"edit\", \"-n\"]\nwindow_title = \"spoken\"\nwindow_badge = \"title\""))
        #expect(full.setup.tabs.last?.window == WindowBinding(appIDs: ["e"], title: .spoken, badge: .title))
        #expect(full.programs[.page("edit")] == ["edit", "-n"])
    }

    @Test func windowFillsUnlessItIsNotTo() throws {
        #expect(try read(tab("app_id = \"e\"")).setup.tabs.last?.window?.fills == true)
        let left = try read(tab("app_id = \"e\"\nfill = false"))
        #expect(left.setup.tabs.last?.window == WindowBinding(appIDs: ["e"], fills: false))
    }

    @Test func windowHasSeveralAppIDs() throws {
        let several = try read(tab("app_id = [\"org.example.Edit\", \"edit-*\"]"))
        #expect(several.setup.tabs.last?.window == WindowBinding(appIDs: ["org.example.Edit", "edit-*"]))
    }

    @Test func programOfLookIsNotUsedForWindow() throws {
        let configuration = try read("[[tabs]]\nid = \"home\"\napp_id = \"org.example.Home\"")
        #expect(configuration.setup.tabs.first?.window?.appIDs == ["org.example.Home"])
        #expect(configuration.programs[.page("home")] == nil)
    }

    @Test(
        arguments: [
            (
                "role = \"compose\"\napp_id = \"e\"",
                "only a tab of the role \"page\" has a window, and this one is of the role \"compose\"", 6, "app_id"
            ),
            ("window_title = \"spoken\"", "this tab has no window; add app_id = \"…\"", 5, "window_title"),
            ("fill = true", "this tab has no window; add app_id = \"…\"", 5, "fill"),
            ("window_badge = \"urgent\"", "this tab has no window; add app_id = \"…\"", 5, "window_badge"),
            (
                "app_id = \"e\"\nwindow_badge = \"dot\"", "\"dot\" is not allowed; one of: none, urgent, title", 6,
                "window_badge"
            ),
            (
                "app_id = \"e\"\n[[tabs]]\nid = \"home\"\napp_id = \"e\"",
                "the window \"e\" is the tab \"home\" already",
                5, "app_id"
            ),
            (
                "app_id = [\"f\", \"e*\"]\n[[tabs]]\nid = \"home\"\napp_id = [\"e*\"]",
                "the window \"e*\" is the tab \"home\" already", 5, "app_id"
            ),
            (
                "app_id = [\"e\", \"e\"]", "the window \"e\" is the tab \"edit\" already", 5, "app_id"
            ),
            ("app_id = []", "this list may not be empty", 5, "app_id"),
            ("app_id = [\"e\", 1]", "expected a text, not the number 1", 5, "app_id[1]"),
            ("app_id = [\"\"]", "this text may not be empty", 5, "app_id[0]"),
            (
                "app_id = \"e[12]\"",
                "\"e[12]\" has brackets, braces or a backslash; patterns have only * and ?, and ? stands for any of these",
                5, "app_id"
            ),
            (
                "app_id = \"\(String(repeating: "e", count: 256))\"",
                "this pattern has 256 bytes; allowed are 255", 5, "app_id"
            ),
        ] as [(String, String, Int, String)])
    func invalidWindow(_ lines: String, _ message: String, _ line: Int, _ key: String) {
        #expect(
            errors("inherit_tabs = true\n" + tab(lines)) == [
                "config.toml:\(line + 1): tabs[\"edit\"].\(key): \(message)"
            ])
    }
}
