// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import InputTestSupport
import ShellModel
import Testing
import TestSupport

extension ShellTests {
    /// Pages keep their state across restarts of everything else.
    @Suite struct PageState {
        @Test func pageStateSurvivesSwitchesAndRestarts() throws {
            let shell = try ShellSession()
            let pids = try shell.waitUntilAlive()

            let top = try shell.show("growth")
            try shell.pointer.move(214, 600)
            for _ in 0..<3 { try shell.pointer.wheel(1) }
            try waitUntil("the list to scroll") { try shell.picture() != top }
            let scrolled = try shell.waitUntilShown("growth")
            #expect(scrolled != top)

            try shell.show("flash")
            let pressed = Monotonic.now
            try shell.connect().request("press", ["name": "Voice memo"])
            let started = pressed...Monotonic.now
            try checkRecording(shell, started: started)

            let client = try shell.connect()
            for round in 0..<20 { try client.request("select", ["tab": BarPixels.tabs[round % 3]]) }
            try checkRecording(shell, started: started)
            #expect(try shell.show("growth") == scrolled)

            kill(try #require(pids[.panel]), SIGKILL)
            try waitUntil("another panel") { try shell.alivePrograms()[.panel].map { $0 != pids[.panel] } ?? false }
            #expect(try shell.waitUntilShown("growth") == scrolled)
            try checkRecording(shell, started: started)

            shell.daemon.kill()
            try shell.restartDaemon()
            let after = try shell.waitUntilAlive()
            for (program, pid) in pids where program != .panel { #expect(after[program] == pid) }
            try checkRecording(shell, started: started)
            #expect(try shell.show("growth") == scrolled)

            try shell.connect().request("select", ["tab": "growth"])
            try waitUntil("the list to go back to its top") { try shell.picture() == top }
        }

        /// Checks that the clock of the page goes on, whatever has happened meanwhile.
        ///
        /// - Parameter started: the time within which it was started.
        private func checkRecording(_ shell: ShellSession, started: ClosedRange<UInt64>) throws {
            try shell.connect().request("select", ["tab": "flash"])
            try waitUntil("Flash to be shown") { BarPixels(try shell.picture(), scale: 1).isAtRest(on: "flash") }
            let before = Monotonic.now
            let text = try shell.connect().accessibilityText()
            let match = try #require(text.firstMatch(of: /Recording (\d+) s/), "\(text)")
            let seconds = try #require(UInt64(match.1))
            let (least, most) = (before - started.upperBound, Monotonic.now - started.lowerBound)
            #expect((least / 1_000_000_000...most / 1_000_000_000).contains(seconds))
        }
    }

    /// Killed processes are restarted and look right.
    @Suite struct Supervision {
        /// The panel and the daemon are killed in `pageStateSurvivesSwitchesAndRestarts`.
        @Test func killedPageIsRestarted() throws {
            let name = Program.page("growth")
            let shell = try ShellSession()
            try shell.show("growth")
            // It counts the entries of the history that it has loaded.
            let before = try shell.restingPicture()
            let pids = try shell.waitUntilAlive()
            kill(try #require(pids[name]), SIGKILL)
            let after = try waitFor("\(name) to come back") {
                let alive = try shell.alivePrograms()
                return alive.count == 4 && alive[name] != pids[name] ? alive : nil
            }
            for (other, pid) in pids where other != name { #expect(after[other] == pid) }
            try waitUntil("all to look as before") { try shell.picture() == before }
            // The restarted program works.
            try shell.show("home")
            try shell.show("growth")
            try waitUntil("all to look as at first") { try shell.picture() == before }
        }

        @Test func barSurvivesADaemonRestart() throws {
            let shell = try ShellSession()
            let before = try shell.show("flash")
            let pids = try shell.waitUntilAlive()
            shell.daemon.kill()
            let mark = (x: 428 - 15, y: 800 - 119 + 15)
            let orange = Screenshot.Pixel(0xF5A623)
            try waitUntil("the mark of a missing daemon") {
                try shell.picture().pixel(mark.x, mark.y).distance(to: orange) <= 2
            }
            let alone = try shell.waitUntilShown("flash")
            // Everything but the 6 × 6 mark is unchanged.
            #expect((20...36).contains(alone.differingPixels(from: before)))
            try shell.pointer.click(88, 800 - 119 + 42)
            try shell.restartDaemon()
            #expect(try shell.waitUntilAlive() == pids)
            #expect(try shell.state().selection?.tab == "flash")
            try shell.pointer.move(214, 800 - 10)
            try waitUntil("all to be as before") { try shell.picture() == before }
            try shell.show("growth")
        }
    }
}
