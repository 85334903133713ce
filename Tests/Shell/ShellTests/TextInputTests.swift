// SPDX-License-Identifier: MIT

import Geometry
import InputTestSupport
import TestSupport
import Testing

extension ShellTests {
    /// Text input on a real compositor.
    @Suite struct TextInput {
        @Test func typedTextIsInTheField() throws {
            var options = ShellSession.Options()
            options.pageOptions = ["--field"]
            let shell = try ShellSession(options)
            let note = "Schlecht geschlafen, naïve Träume 😴"
            let keyboard = try VirtualKeyboard(shell.sway, characters: note)
            let pointer = try VirtualPointer(shell.sway)
            let field = try enterField(shell, pointer)
            try keyboard.write("Schlecht geschlafen, naïh")
            try keyboard.press(.backspace)
            // An unfinished text survives a change of tab.
            try shell.waitUntilIdle()
            try shell.select("home")
            try keyboard.write("h")
            try shell.select("flash")
            try pointer.click(field.x + 60, field.y)
            try shell.waitUntilIdle()
            try keyboard.press(.end)
            try keyboard.write("ve Träume 😴")
            try waitUntil("the text") { try text(shell) == note }
        }

        /// Clipboard and primary selection are exchanged with programs of another's.
        @Test(.enabled(if: Environment.find("wl-paste") != nil)) func textIsCopiedAndPasted() throws {
            var options = ShellSession.Options()
            options.pageOptions = ["--field"]
            let shell = try ShellSession(options)
            let keyboard = try VirtualKeyboard(shell.sway, characters: "one twcvxz")
            let field = try enterField(shell, try VirtualPointer(shell.sway))
            func pasted(_ arguments: String...) throws -> String {
                let paste = try shell.sway.start("wl-paste", ["--no-newline"] + arguments)
                _ = try paste.waitForExit()
                return paste.output
            }
            try keyboard.write("one two")
            try keyboard.press(.left, modifiers: VirtualKeyboard.control | VirtualKeyboard.shift)
            try waitUntil("the primary selection") { try pasted("--primary") == "two" }
            try keyboard.write("c", modifiers: VirtualKeyboard.control)
            try waitUntil("the clipboard") { try pasted() == "two" }
            // Cut, pasted twice, and undone once.
            try keyboard.write("x", modifiers: VirtualKeyboard.control)
            for _ in 0..<2 { try keyboard.write("v", modifiers: VirtualKeyboard.control) }
            let copy = try shell.sway.start("wl-copy", ["--foreground", "three\nfour"])
            defer { copy.terminate() }
            try waitUntil("the other program's text") { try pasted() == "three\nfour" }
            try keyboard.write("z", modifiers: VirtualKeyboard.control)
            try keyboard.write(" ")
            try keyboard.write("v", modifiers: VirtualKeyboard.control)
            try shell.waitUntilIdle()
            try waitUntil("the text") { try text(shell) == "one two three four" }
            withExtendedLifetime(field) {}
        }

        @Test func inputMethodWrites() throws {
            var options = ShellSession.Options()
            options.pageOptions = ["--field"]
            let shell = try ShellSession(options)
            let method = try TestInputMethod(shell.sway)
            let keyboard = try VirtualKeyboard(shell.sway, characters: "!")
            let pointer = try VirtualPointer(shell.sway)
            try method.update()
            #expect(!method.isActive)
            let field = try enterField(shell, pointer)
            func waitForText(_ text: String) throws {
                try waitUntil("the field to hold \(text); it holds \(method.text)") {
                    try method.update()
                    return method.isActive && method.text == text && method.caret == UInt32(text.utf8.count)
                }
            }
            try waitForText("")
            #expect(method.hint == [.completion])
            let empty = try shell.waitUntilShown("flash")
            try method.write(preedit: "きょう")
            try waitUntil("the preedit") { try shell.picture() != empty }
            try method.write("今日は")
            try waitForText("今日は")
            try method.write("も", deleting: 3)
            try waitForText("今日も")
            try keyboard.write("!")
            try waitForText("今日も!")
            #expect(try text(shell) == "今日も!")
            // Nothing can be typed on another tab.
            try pointer.click(field.x, 40)
            try waitUntil("the field to be left") {
                try method.update()
                return !method.isActive
            }
        }

        @Test(.enabled(if: Environment.find("foot") != nil))
        func textIsTypedBesideAWindow() throws {
            let app = "org.example.aside"
            var options = ShellSession.Options()
            options.pageOptions = ["--field"]
            let shell = try ShellSession(options)
            let keyboard = try VirtualKeyboard(shell.sway, characters: "beside")
            let pointer = try VirtualPointer(shell.sway)
            let field = try enterField(shell, pointer)
            let foot = try shell.sway.start(
                "foot", ["--config=/dev/null", "--working-directory=/", "--app-id=\(app)", "cat"])
            defer { foot.terminate() }
            func waitForFocus(_ hasWindowIt: Bool) throws {
                try waitUntil("the \(hasWindowIt ? "window" : "page") to have the focus") {
                    try shell.sway.focusedWindow == (hasWindowIt ? app : nil)
                }
            }
            func isCovered() throws -> Bool? { (try shell.state()["selection"] as? [String: Any])?["covered"] as? Bool }
            try waitForFocus(true)
            try shell.sway.swaymsg("[app_id=\"\(app)\"] floating enable, resize set 200 150, move position 0 0")
            // The page takes the keyboard, and gives it back to the window.
            try shell.connect().request("select", ["tab": "flash"])
            try waitForFocus(false)
            try shell.sway.swaymsg("[app_id=\"\(app)\"] focus")
            try waitUntil("the window to cover the page") { try isCovered() == true }
            try waitForFocus(true)
            // Beside the window, the page is as good as uncovered: a press gives it the keyboard.
            try waitUntil("a press to give the page the keyboard") {
                try pointer.click(field.x, field.y)
                return try shell.sway.focusedWindow == nil
            }
            try keyboard.write("beside")
            try waitUntil("the text") { try text(shell) == "beside" }
            #expect(try shell.selection() == "flash" && isCovered() == true)
        }

        /// Selects Flash, and presses its field.
        ///
        /// - Returns: the position of the field.
        private func enterField(_ shell: ShellSession, _ pointer: VirtualPointer) throws -> Point {
            try shell.select("flash")
            let rest = try shell.waitUntilShown("flash")
            // Below the heading.
            let field = Point(x: 214, y: 84 + 22)
            try pointer.click(field.x, field.y)
            try waitUntil("the field to have the focus") { try shell.picture() != rest }
            return field
        }

        /// The text of the field, as the page tells it.
        private func text(_ shell: ShellSession) throws -> String? {
            func field(in node: [String: Any]) -> [String: Any]? {
                if node["role"] as? String == "searchInput" { return node }
                return (node["children"] as? [[String: Any]] ?? []).lazy.compactMap(field).first
            }
            let tree = try shell.connect().request("accessibility")["tree"] as? [String: Any] ?? [:]
            return field(in: tree)?["value"] as? String
        }
    }
}
