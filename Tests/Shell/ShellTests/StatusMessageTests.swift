// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import ShellModel
import TestSupport
import Testing

extension ShellTests {
    /// The status of a tab whose program cannot run, and the notice of errors in the configuration.
    @Suite struct StatusMessages {
        /// The window of another tab fills the area, and would hide the message.
        @Test(.enabled(if: Environment.find("foot") != nil))
        func tabWhoseProgramHasFailedSaysSoAndStartsItAgain() throws {
            let folder = try TemporaryDirectory()
            chmod(folder.path, 0o755)
            let program = folder.appending("program")
            func write(_ line: String) throws { try folder.write("#!/bin/sh\n\(line)\n", to: "program", mode: 0o755) }
            try write("exit 3")
            let other = ["foot"] + ShellSession.terminal("other") + ["cat"]
            let shell = try ShellSession(
                configuration: "order = [\"home\", \"other\", \"one\"]\n"
                    + ShellSession.windowTab("other", appID: "other", "exec = \(other)")
                    + ShellSession.windowTab("one", appID: "one", "exec = [\"\(program)\"]"))
            let background: UInt32 = 0xF6F5F3
            func isFilled(_ color: UInt32) throws -> Bool {
                try shell.isColored(color, at: [(2, 300), (425, 2), (2, 620), (425, 620)])
            }
            try shell.click(.tab("other"))
            try waitUntil("the other window") { try isFilled(0x204060) }
            try shell.click(.tab("one"))
            try waitUntil("the message above it") { try isFilled(background) }
            // The page has that colour while the program starts, too.
            try waitUntil("its end") {
                try shell.state().status(of: .page("one"))?.reason == "it exited with code 3"
            }
            let button = try waitFor("the button") {
                let picture = try shell.restingPicture()
                return (405..<480).first { picture.pixel(180, $0).distance(to: Screenshot.Pixel(background)) > 24 }
            }
            try write("exec foot \(ShellSession.terminal("one", color: 0x602040).joined(separator: " ")) cat")
            try shell.pointer.click(214, Double(button) + 12)
            try waitUntil("its window") { try isFilled(0x602040) }
            // Closing it is no fault, and the button opens it again.
            let pid = try #require(try shell.state().status(of: .page("one"))?.pid)
            kill(pid, SIGTERM)
            try waitUntil("the message again, with its button") {
                try isFilled(background)
                    && shell.picture().pixel(180, button + 12).distance(to: Screenshot.Pixel(background)) > 24
            }
            try shell.pointer.click(214, Double(button) + 12)
            try waitUntil("its window again") { try isFilled(0x602040) }
        }

        @Test func configurationErrorsAreShownAtTheTopWhileTheyLast() throws {
            let shell = try ShellSession(configuration: "bar.position = \"bottom\"\n")
            try shell.waitUntilIdle()
            let before = try shell.restingPicture()
            try shell.configure("bar.position = \"middle\"\n")
            let red = Screenshot.Pixel(0xDC2A20)
            try waitUntil("the notice to be on the screen, and the page below it") {
                let picture = try shell.restingPicture()
                // A card with a line around it, and a heading in red.
                let line = (0..<110).filter { picture.pixel(30, $0).distance(to: before.pixel(2, 2)) > 60 }
                guard let top = line.first, let bottom = line.last, bottom - top > 40 else { return false }
                let inked = (top..<bottom).contains { y in
                    (0..<428).count { picture.pixel($0, y).distance(to: red) < 70 } > 20
                }
                // The page keeps clear of it.
                let isClear = (bottom + 2..<bottom + 8).allSatisfy { y in
                    (0..<428).allSatisfy { picture.pixel($0, y).distance(to: before.pixel(2, 2)) <= 12 }
                }
                return top >= 8 && inked && isClear
            }
            try shell.configure("bar.position = \"bottom\"\n")
            try waitUntil("the screen to be as before") { try shell.restingPicture() == before }
        }
    }
}
