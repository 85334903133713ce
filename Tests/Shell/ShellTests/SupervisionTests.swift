// SPDX-License-Identifier: MIT

import Glibc
import InputTestSupport
import TestSupport
import Testing

extension ShellTests {
    /// Killed processes are restarted and look right.
    @Suite struct Supervision {
        @Test(arguments: ["panel", "page:growth"])
        func killedProgramIsRestarted(name: String) throws {
            let shell = try ShellSession()
            try shell.select("growth")
            // It counts the entries of the history that it has loaded.
            let before = try waitUntilSettled("all of the history to be read", quiet: 1) { try shell.picture() }
            let pids = try shell.waitUntilAlive()
            kill(try #require(pids[name]), SIGKILL)
            let after = try waitFor("\(name) to come back") {
                let alive = try shell.alivePrograms()
                return alive.count == 4 && alive[name] != pids[name] ? alive : nil
            }
            for other in ShellSession.names where other != name { #expect(after[other] == pids[other]) }
            try waitUntil("all to look as before") { try shell.picture() == before }
            // The restarted program works.
            try shell.select("home")
            try shell.select("growth")
            try waitUntil("all to look as at first") { try shell.picture() == before }
        }

        @Test func barSurvivesADaemonRestart() throws {
            let shell = try ShellSession()
            try shell.select("flash")
            let before = try shell.picture()
            let pids = try shell.waitUntilAlive()
            shell.daemon.kill()
            let mark = (x: 428 - 15, y: 926 - 119 + 15)
            let orange = Screenshot.Pixel(0xF5, 0xA6, 0x23)
            try waitUntil("the mark of a missing daemon") {
                try shell.picture().pixel(mark.x, mark.y).distance(to: orange) <= 2
            }
            let alone = try shell.waitUntilShown("flash")
            // Everything but the 6 × 6 mark is unchanged.
            #expect((20...36).contains(alone.differingPixels(from: before)))
            let pointer = try VirtualPointer(shell.sway)
            try pointer.click(88, 926 - 119 + 42)
            try shell.restartDaemon()
            #expect(try shell.waitUntilAlive() == pids)
            #expect(try shell.selection() == "flash")
            try pointer.move(214, 926 - 10)
            try waitUntil("all to be as before") { try shell.picture() == before }
            try shell.select("growth")
        }
    }
}
