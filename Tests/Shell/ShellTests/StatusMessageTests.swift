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
            let configuration =
                "order = [\"home\", \"other\", \"one\"]\n"
                + ShellSession.windowTab("other", appID: "other", "exec = \(other)")
                + ShellSession.windowTab("one", appID: "one", "exec = [\"\(program)\"]")
            let shell = try ShellSession(configuration: configuration)
            let background: UInt32 = 0xF6F5F3
            /// The compositor's own colour is never seen.
            func isFilled(_ color: UInt32) throws -> Bool {
                #expect(try !shell.picture().hasLine(of: shell.bare))
                return try shell.isColored(color, at: [(2, 300), (425, 2), (2, 620), (425, 620)])
            }
            try shell.click(.tab("other"))
            try waitUntil("the other window") { try isFilled(0x204060) }
            try shell.click(.tab("one"))
            try waitUntil("the message above it") { try isFilled(background) }
            // The page has that colour while the program starts, too.
            try waitUntil("its end") {
                try shell.state().status(of: .page("one"))?.reason == "it exited with code 3"
            }
            let accent = Screenshot.Pixel(try #require(try shell.state().look).light[.accent].rgb)
            /// Its place depends on the reason's lines.
            func button() throws -> Double? {
                let picture = try shell.restingPicture()
                let top = (300..<480).first { y in (0..<24).allSatisfy { picture.pixel(180, y + $0) == accent } }
                return top.map { Double($0) + 12 }
            }
            let first = try waitFor("the button") { try button() }
            try write("exec foot \(ShellSession.terminal("one", color: 0x602040).joined(separator: " ")) cat")
            try shell.pointer.click(214, first)
            try waitUntil("its window") { try isFilled(0x602040) }
            // Closing it is not a failure, and the button opens it again.
            let pid = try #require(try shell.state().status(of: .page("one"))?.pid)
            kill(pid, SIGTERM)
            let second = try waitFor("the message again, with its button") {
                try isFilled(background) ? button() : nil
            }
            try shell.pointer.click(214, second)
            try waitUntil("its window again") { try isFilled(0x602040) }
            // The cards of a message and of an error float over it.
            let place = try shell.sway.place(of: "one")
            try shell.connect().request("message", ["text": "Closing at six"])
            try shell.configure("nonsense = 1\n" + configuration)
            try waitUntil("both cards") {
                let picture = try shell.picture()
                return [30, 130].allSatisfy { picture.pixel(200, $0).distance(to: Screenshot.Pixel(0x602040)) > 24 }
            }
            #expect(try shell.sway.place(of: "one") == place)
        }
    }
}
