// SPDX-License-Identifier: MIT

import Geometry
import PageKit
import StressPages
import TestSupport
import Testing

extension ShellTests {
    /// What is written on a real compositor.
    @Suite struct Writing {
        private static let context = PageContext(size: Size(width: 428, height: 926 - 119))

        @Test func aNoteIsInTheDatabase() throws {
            var options = ShellSession.Options()
            options.isMocked = false
            let shell = try ShellSession(options)
            let note = "Schlecht geschlafen, naïve Träume 😴"
            let keyboard = try VirtualKeyboard(shell.sway, characters: note)
            let pointer = try VirtualPointer(shell.sway)
            try shell.select("flash")
            let rest = try shell.picture()
            try pointer.move(214, 200)
            for _ in 0..<8 { try pointer.wheel(1) }
            try waitUntil("the page to scroll") { try shell.picture() != rest }
            let bottom = try shell.waitUntilShown("flash")
            let layout = FlashLayout(Self.context)
            let excess = layout.contentHeight - Self.context.size.height
            try pointer.click(layout.noteField.center.x, layout.noteField.center.y - excess)
            try waitUntil("the field to have the focus") { try shell.picture() != bottom }
            try keyboard.write("Schlecht geschlafen, naïh")
            try keyboard.press(.backspace)
            // What is half written stays when one is elsewhere.
            try shell.waitUntilIdle()
            try shell.select("home")
            try keyboard.write("h")
            try shell.select("flash")
            try pointer.click(layout.noteField.center.x + 60, layout.noteField.center.y - excess)
            try shell.waitUntilIdle()
            try keyboard.write("ve Träume 😴")
            try keyboard.press(.enter)
            try waitUntil("the note to be recorded") { try notes(shell).contains("\"text\":\"\(note)\"") }
            #expect(try notes(shell).split(separator: "\n").count == 1)
        }

        /// What the tool lists.
        private func notes(_ shell: ShellSession) throws -> String {
            let tool = try shell.sway.start(BuiltProducts.url("tabshell-stress").path, ["list"])
            #expect(try tool.waitForExit() == .code(0))
            return tool.output
        }
    }
}
