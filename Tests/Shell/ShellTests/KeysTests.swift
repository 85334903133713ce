// SPDX-License-Identifier: MIT

import Foundation
import InputTestSupport
import ShellModel
import TabshellIPC
import TestSupport
import Testing

extension ShellTests {
    /// A look with a menu, a window and a page, served with the keyboard alone.
    @Suite struct Keys {
        private static let menu = """
            [[tabs]]
            id = "create"
            role = "action"
            menu = ["new-post", "new-photo"]

            [[actions]]
            id = "new-post"
            title = "New post"
            icon = "compose"

            [[actions]]
            id = "new-photo"
            title = "Take a photo"
            icon = "camera"
            """

        @Test func lookIsWalkedThroughWithKeys() throws {
            let session = try ShellSession("swift-kit", configuration: Self.menu)
            let keyboard = try VirtualKeyboard(session.sway, characters: "2t")
            let tabs = try session.state().tabs
            let rest = try session.restingPicture()
            func wait(forFocus focus: BarFocus?) throws {
                try session.wait(for: "the focus \(String(describing: focus))") { $0.bar.focus == focus }
            }
            try session.connect().request("focus")
            try wait(forFocus: BarFocus(tabs[0].id))
            try waitUntil("the ring") { try session.restingPicture() != rest }
            try keyboard.press(.right)
            try wait(forFocus: BarFocus(tabs[1].id))
            try keyboard.press(.left)
            try keyboard.press(.end)
            try wait(forFocus: tabs.last.map { BarFocus($0.id) })
            try keyboard.press(.home)
            try keyboard.write("2")
            try wait(forFocus: BarFocus(tabs[1].id))
            try keyboard.press(.enter)
            try session.wait(for: "the second tab") { $0.selection?.tab == tabs[1].id && $0.bar.focus == nil }

            // The menu, by the Menu key; Escape leads back to its tab. The bar has the keyboard once the ring is seen.
            let second = try session.restingPicture()
            try session.connect().request("focus", ["move": "find", "text": "c"])
            try wait(forFocus: BarFocus("create"))
            try waitUntil("the ring again") { try session.restingPicture() != second }
            try keyboard.press(.menu)
            try session.wait(for: "the menu") { $0.menu.tab == "create" }
            try keyboard.press(.up)
            try wait(forFocus: BarFocus("create", action: "new-photo"))
            try keyboard.press(.escape)
            try session.wait(for: "the menu to close") { $0.menu.tab == nil && $0.bar.focus == BarFocus("create") }
            try keyboard.press(.enter)
            try wait(forFocus: BarFocus("create", action: "new-post"))
            try keyboard.write("t")
            try keyboard.press(.enter)
            try session.wait(for: "the action") { $0.action.action == "new-photo" && $0.menu.tab == nil }
            #expect(try session.state().bar.focus == nil)
        }

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
            // A window that has just got the focus may not listen yet.
            try waitUntil("a key in the window") {
                try keyboard.write("a")
                try keyboard.press(.enter)
                return text().contains("a")
            }
            try session.connect().request("focus")
            try waitUntil("a key to move the focus") {
                try keyboard.press(.home)
                return try session.state().bar.focus?.tab == "home"
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
            // From the row that has the focus, then from the page.
            try waitUntil("the end of the focus") {
                try keyboard.press(.escape)
                return try session.state().bar.focus == nil
            }
        }
    }
}
