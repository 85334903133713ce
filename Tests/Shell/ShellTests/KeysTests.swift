import Foundation
import InputTestSupport
import ShellModel
import TabshellIPC
import TestSupport
import Testing

extension ShellTests {
    /// A window and a page, served with the keyboard alone. The bar alone is in `PanelFocusTests`.
    @Suite struct Keys {
        private static let terminal =
            "order = [\"home\", \"one\"]\n"
            + ShellSession.windowTab(
                "one", appID: "org.example.One",
                "exec = \(["foot"] + ShellSession.terminal("org.example.One") + ["sh", "-c", "exec cat >$HOME/typed"])")

        @Test(.enabled(if: Environment.find("foot") != nil)) func windowHasTheKeyboardBackAfterEscape() throws {
            let session = try ShellSession(configuration: Self.terminal)
            try session.click(.tab("one"))
            try session.wait(for: "the tab to be selected") { $0.selection?.tab == "one" }
            try session.wait(for: "the window") { $0.windows["one"] != nil }
            try waitUntil("the window to have the focus") { try session.sway.focusedWindow == "org.example.One" }
            let keyboard = try VirtualKeyboard(session.sway, characters: "axz")
            let typed = "\(session.sway.runtimeDirectory)/home/typed"
            func text() -> String { (try? String(contentsOfFile: typed, encoding: .utf8)) ?? "" }
            // A newly focused window may not listen yet.
            try waitUntil("a key in the window") {
                try keyboard.write("a")
                try keyboard.press(.enter)
                return text().contains("a")
            }
            try session.connect().request("focus")
            // sway takes the keyboard once more, after the first key.
            for (key, tab) in [(.home, "home"), (.end, "one"), (.home, "home")] as [(VirtualKeyboard.Key, TabID)] {
                try waitUntil("a key to move the focus") {
                    try keyboard.press(key)
                    return try session.state().bar.focus?.tab == tab
                }
            }
            try keyboard.write("x")
            try keyboard.press(.escape)
            try session.wait(for: "the focus to leave the bar") { $0.bar.focus == nil }
            try waitUntil("the text in the window") {
                try keyboard.write("z")
                try keyboard.press(.enter)
                return text().contains("z")
            }
            #expect(!text().contains("x"))
        }

        private static let list = """
            [[tabs]]
            id = "chat"
            exec = ["tabshell-sample", "--tab", "chat", "--rows", "30"]
            """

        /// A page needs no press before its first key: an arrow leads from the bar to it, and Escape back out.
        @Test func pageIsReachedAndLeftWithKeys() throws {
            let session = try ShellSession("lucidpal", configuration: Self.list)
            let keyboard = try VirtualKeyboard(session.sway, characters: "")
            try session.connect().request("select", ["tab": "chat"])
            try session.wait(for: "the list") { $0.selection?.tab == "chat" }
            try session.connect().request("focus")
            try waitUntil("the focus to be in the page") {
                try keyboard.press(.up)
                return try session.state().bar.focus == BarFocus("chat", isPage: true)
            }
            try waitUntil("a row to open") {
                try keyboard.press(.end)
                try keyboard.press(.enter)
                return try session.state().path(of: "chat").first == "item-30"
            }
            try waitUntil("the root") {
                try keyboard.press(.left)
                return try session.state().path(of: "chat").isEmpty
            }
            // From the focused row, then from the page.
            try waitUntil("the end of the focus") {
                try keyboard.press(.escape)
                return try session.state().bar.focus == nil
            }
        }
    }
}
