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
        #expect(plain.setup.tabs.last?.window == WindowBinding(appID: "org.example.Edit"))
        #expect(plain.setup.programs.last == .page("edit"))
        // Without exec, the daemon does not start the window.
        #expect(plain.programs[.page("edit")] == nil)
        let full = try read(
            tab("app_id = \"e\"\nexec = [\"edit\", \"-n\"]\nwindow_title = \"spoken\"\nwindow_badge = \"title\""))
        #expect(full.setup.tabs.last?.window == WindowBinding(appID: "e", title: .spoken, badge: .title))
        #expect(full.programs[.page("edit")] == ["edit", "-n"])
        #expect(try ConfigurationMessage.configuration(from: ConfigurationMessage.line(.success(full))) == full)
    }

    @Test func programOfLookIsNotUsedForWindow() throws {
        let configuration = try read("[[tabs]]\nid = \"home\"\napp_id = \"org.example.Home\"")
        #expect(configuration.setup.tabs.first?.window?.appID == "org.example.Home")
        #expect(configuration.programs[.page("home")] == nil)
    }

    @Test(
        arguments: [
            (
                "role = \"compose\"\napp_id = \"e\"",
                "only a tab of the role \"page\" has a window, and this one is of the role \"compose\"", 6, "app_id"
            ),
            ("window_title = \"spoken\"", "this tab has no window; add app_id = \"…\"", 5, "window_title"),
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
        ] as [(String, String, Int, String)])
    func invalidWindow(_ lines: String, _ message: String, _ line: Int, _ key: String) {
        #expect(errors(tab(lines)) == ["config.toml:\(line): tabs[0].\(key): \(message)"])
    }
}
