// SPDX-License-Identifier: MIT

import Foundation
import InputTestSupport
import ShellModel
import TabshellIPC
import TestSupport
import Testing

extension ShellTests {
    /// A look with a sheet or a menu, served with the keyboard alone.
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

        private func send(_ line: String, to session: LookSession) throws {
            let client = try session.connect()
            try client.send(line: line)
            while let line = try client.readLine() {
                if try JSONParser.parse(Array(line.utf8))["ok"] != nil { return }
            }
        }

        @Test func lookIsWalkedThroughWithKeys() throws {
            let session = try LookSession("swift-kit", configuration: Self.menu)
            let keyboard = try VirtualKeyboard(session.sway, characters: "2t")
            let tabs = try session.state().tabs
            let rest = try session.restingPicture()
            func wait(forFocus focus: BarFocus?) throws {
                try session.wait(for: "the focus \(String(describing: focus))") { $0.bar.focus == focus }
            }
            try send(#"{"id":1,"verb":"focus"}"#, to: session)
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

            // The menu, by the Menu key; Escape leads back to its tab.
            try send(#"{"id":1,"verb":"focus","move":"find","text":"c"}"#, to: session)
            try wait(forFocus: BarFocus("create"))
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

        private static let terminal = """
            order = ["home", "one"]
            [[tabs]]
            id = "one"
            title = "Terminal"
            icon = "agent"
            app_id = "org.example.One"
            exec = ["foot", "--config=/dev/null", "--app-id=org.example.One", "--working-directory=/", "sh", "-c", "exec cat >$HOME/typed"]
            """

        @Test(.enabled(if: Environment.find("foot") != nil)) func windowHasTheKeyboardBackAfterEscape() throws {
            let session = try LookSession(
                "stress-monitor", configuration: Self.terminal,
                isReady: { state in
                    state.programs.allSatisfy {
                        $0.phase == .alive || $0.phase == .absent && $0.program == .page("one")
                    }
                })
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
            try send(#"{"id":1,"verb":"focus"}"#, to: session)
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
    }
}
