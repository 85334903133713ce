import Geometry
import InputTestSupport
import ShellModel
import StageTestSupport
import TestSupport
import Testing

extension ShellTests {
    @Suite struct TextInput {
        /// Clipboard and primary selection are exchanged with programs of another's.
        @Test(.enabled(if: Environment.find("wl-paste") != nil)) func textIsCopiedAndPasted() throws {
            let shell = try ShellSession(pageOptions: ["--field"])
            let keyboard = try VirtualKeyboard(shell.sway, characters: "one twcvxz")
            let field = try enterField(shell)
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
            // Cut, pasted twice, and undone once. The pastes end before the other program takes the clipboard from the page.
            try keyboard.write("x", modifiers: VirtualKeyboard.control)
            for _ in 0..<2 { try keyboard.write("v", modifiers: VirtualKeyboard.control) }
            try waitUntil("two pastes") { try text(shell) == "one twotwo" }
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
            let shell = try ShellSession(pageOptions: ["--field"])
            let method = try TestInputMethod(shell.sway)
            let keyboard = try VirtualKeyboard(shell.sway, characters: "!")
            try method.update()
            #expect(!method.isActive)
            let field = try enterField(shell)
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
            let node = try #require(try self.field(shell))
            #expect(node.value == "今日も!" && node.isFocused && node.textSelection == .init(anchor: 4, focus: 4))
            // A window takes the keyboard and closes, and sway gives it to nobody: the field has no caret any more.
            var window: TestWindow? = try TestWindow(shell.sway, appID: "org.example.other", title: "")
            try waitUntil("the window to have the focus") {
                try window?.update()
                return try shell.sway.focusedWindow == "org.example.other"
            }
            try waitUntil("the field to lose the focus") { try self.field(shell)?.isFocused == false }
            window = nil
            try waitUntil("the window to be gone") { try shell.sway.focusedWindow == nil }
            try shell.waitUntilIdle()
            #expect(try self.field(shell)?.isFocused == false && self.field(shell)?.textSelection == nil)
            let left = try shell.restingPicture()
            try shell.pointer.click(field.x, field.y)
            try waitForText("今日も!")
            try waitUntil("the caret") { try shell.picture() != left }
            // The input method works again.
            try method.write("?")
            try waitForText("今日も!?")
            // Nothing can be typed on another tab.
            try shell.pointer.click(field.x, 40)
            try waitUntil("the field to be left") {
                try method.update()
                return !method.isActive
            }
        }

        @Test(.enabled(if: Environment.find("foot") != nil))
        func textIsTypedBesideAWindow() throws {
            let app = "org.example.aside"
            let shell = try ShellSession(pageOptions: ["--field"])
            let keyboard = try VirtualKeyboard(shell.sway, characters: "beside")
            let field = try enterField(shell)
            let foot = try shell.openTerminal(app)
            defer { foot.terminate() }
            func waitForFocus(_ hasWindowIt: Bool) throws {
                try waitUntil("the \(hasWindowIt ? "window" : "page") to have the focus") {
                    try shell.sway.focusedWindow == (hasWindowIt ? app : nil)
                }
            }
            func isCovered() throws -> Bool? { try shell.state().selection?.isCovered }
            func waitForCover() throws { try waitUntil("the window to cover the page") { try isCovered() == true } }
            try waitForFocus(true)
            // Until the daemon knows, a press on the tab is one on the tab of the page in front.
            try waitForCover()
            try shell.sway.swaymsg("[app_id=\"\(app)\"] floating enable, resize set 200 150, move position 0 0")
            // The page takes the keyboard, and gives it back to the window.
            try shell.connect().request("select", ["tab": "flash"])
            try waitForFocus(false)
            try shell.sway.swaymsg("[app_id=\"\(app)\"] focus")
            try waitForCover()
            try waitForFocus(true)
            // A terminal that draws late for the size before makes sway keep that size.
            try waitUntil("the window to leave the field free") {
                if let place = try shell.sway.place(of: app), Double(place.x + place.width) < field.x { return true }
                try shell.sway.swaymsg("[app_id=\"\(app)\"] resize set 200 150, move position 0 0")
                return false
            }
            // Beside the window, the page is as good as uncovered: a press gives it the keyboard.
            try waitUntil("a press to give the page the keyboard") {
                try shell.pointer.click(field.x, field.y)
                return try shell.sway.focusedWindow == nil
            }
            try keyboard.write("beside")
            try waitUntil("the text") { try text(shell) == "beside" }
            #expect(try shell.state().selection?.tab == "flash" && isCovered() == true)
        }

        /// Selects Flash, and presses its field.
        ///
        /// - Returns: the position of the field.
        private func enterField(_ shell: ShellSession) throws -> Point {
            let rest = try shell.show("flash")
            // Below the heading.
            let field = Point(x: 214, y: 84 + 22)
            try shell.pointer.click(field.x, field.y)
            try waitUntil("the field to have the focus") { try shell.picture() != rest }
            return field
        }

        /// The text of the field, as the page tells it.
        private func text(_ shell: ShellSession) throws -> String? { try field(shell)?.value }

        private func field(_ shell: ShellSession) throws -> AccessibilityNode? {
            try shell.connect().accessibilityTree().withDescendants.first { $0.role == .searchInput }
        }
    }
}
