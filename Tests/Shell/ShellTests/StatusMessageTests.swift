import Foundation
import Glibc
import ShellModel
import TestSupport
import Testing

extension ShellTests {
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
            // Closing it is not a failure, and the button opens it again.
            let pid = try #require(try shell.state().status(of: .page("one"))?.pid)
            kill(pid, SIGTERM)
            try waitUntil("the message again, with its button") {
                try isFilled(background)
                    && shell.picture().pixel(180, button + 12).distance(to: Screenshot.Pixel(background)) > 24
            }
            try shell.pointer.click(214, Double(button) + 12)
            try waitUntil("its window again") { try isFilled(0x602040) }
        }
    }
}
