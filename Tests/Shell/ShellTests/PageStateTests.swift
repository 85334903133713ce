import Foundation
import Glibc
import InputTestSupport
import ShellModel
import Testing
import TestSupport

extension ShellTests {
    /// Pages keep their state across restarts of everything else, and killed processes are restarted and look right.
    @Suite struct PageState {
        @Test func pageStateSurvivesSwitchesAndRestarts() throws {
            let shell = try ShellSession()
            let pids = try shell.waitUntilAlive()
            try checkMemoryShortage(shell, pids)

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

            try kill(.panel, pids, shell)
            #expect(try shell.waitUntilShown("growth") == scrolled)
            try checkRecording(shell, started: started)
            #expect(try shell.show("growth") == scrolled)

            shell.daemon.kill()
            try checkMissingDaemon(shell, before: scrolled)
            try shell.restartDaemon()
            let after = try shell.waitUntilAlive()
            for (program, pid) in pids where program != .panel { #expect(after[program] == pid) }
            #expect(try shell.state().selection?.tab == "growth")
            try shell.pointer.move(214, 800 - 10)
            try waitUntil("all to be as before") { try shell.picture() == scrolled }
            try checkRecording(shell, started: started)
            #expect(try shell.show("growth") == scrolled)

            try shell.connect().request("select", ["tab": "growth"])
            try waitUntil("the list to go back to its top") { try shell.picture() == top }

            try kill(.page("growth"), after, shell)
            try waitUntil("all to look as at first") { try shell.picture() == top }
            // The restarted program works.
            try shell.show("home")
            try shell.show("growth")
            try waitUntil("all to look as at first") { try shell.picture() == top }
        }

        /// Kills a program, and waits for another one in its place. All others are as before.
        private func kill(_ program: Program, _ pids: [Program: pid_t], _ shell: ShellSession) throws {
            Glibc.kill(try #require(pids[program]), SIGKILL)
            let after = try waitFor("\(program) to come back") {
                let alive = try shell.alivePrograms()
                return alive.count == 4 && alive[program] != pids[program] ? alive : nil
            }
            for (other, pid) in pids where other != program { #expect(after[other] == pid) }
        }

        /// The kernel ends a page before the panel, and that before the daemon.
        private func checkMemoryShortage(_ shell: ShellSession, _ programs: [Program: pid_t]) throws {
            func order(_ pid: pid_t) throws -> Int? {
                let text = try String(contentsOfFile: "/proc/\(pid)/oom_score_adj", encoding: .utf8)
                return Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
            }
            let daemon = try #require(try order(shell.daemon.pid))
            let panel = try #require(try programs[.panel].flatMap(order))
            #expect(daemon > 0 && panel > daemon)
            for (program, pid) in programs where program != .panel { #expect(try #require(try order(pid)) > panel) }
        }

        /// Without the daemon a mark is on the bar, and a click does nothing.
        private func checkMissingDaemon(_ shell: ShellSession, before: Screenshot) throws {
            let mark = (x: 428 - 15, y: 800 - 119 + 15)
            try waitUntil("the mark of a missing daemon") {
                try shell.isColored(0xF5A623, at: [mark])
            }
            // Everything but the 6 × 6 mark is unchanged.
            #expect((20...36).contains(try shell.waitUntilShown("growth").differingPixels(from: before)))
            try shell.pointer.click(88, 800 - 119 + 42)
        }

        /// Checks that the page's clock continues through any events.
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
}
