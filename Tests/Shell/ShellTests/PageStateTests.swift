// SPDX-License-Identifier: MIT

import Glibc
import InputTestSupport
import TestSupport
import Testing

extension ShellTests {
    /// Pages keep their state across restarts of everything else.
    @Suite struct PageState {
        @Test func pageStateSurvivesSwitchesAndRestarts() throws {
            let shell = try ShellSession()
            let pids = try shell.waitUntilAlive()
            let pointer = try VirtualPointer(shell.sway)

            try shell.connect().request("select", ["tab": "growth"])
            try shell.waitUntilShown("growth")
            // The history is loaded in steps.
            try shell.waitUntilIdle()
            let top = try shell.picture()
            try pointer.move(214, 600)
            for _ in 0..<3 { try pointer.wheel(1) }
            try waitUntil("the list to scroll") { try shell.picture() != top }
            let scrolled = try shell.waitUntilShown("growth")
            #expect(scrolled != top)

            try shell.select("flash")
            let resting = try shell.picture()
            try pointer.click(214, 280)
            // Off the chart, which would show values.
            try pointer.move(214, 600)
            try waitUntil("the exercise to start") { try shell.picture() != resting }
            try checkExercise(shell, resting)

            let client = try shell.connect()
            for round in 0..<20 { try client.request("select", ["tab": BarPixels.tabs[round % 3]]) }
            try checkExercise(shell, resting)
            try shell.connect().request("select", ["tab": "growth"])
            #expect(try shell.waitUntilShown("growth") == scrolled)

            kill(try #require(pids["panel"]), SIGKILL)
            try waitUntil("another panel") { try shell.alivePrograms()["panel"].map { $0 != pids["panel"] } ?? false }
            #expect(try shell.waitUntilShown("growth") == scrolled)
            try checkExercise(shell, resting)

            shell.daemon.kill()
            try shell.restartDaemon()
            let after = try shell.waitUntilAlive()
            for page in ShellSession.names.dropFirst() { #expect(after[page] == pids[page]) }
            try checkExercise(shell, resting)
            try shell.connect().request("select", ["tab": "growth"])
            #expect(try shell.waitUntilShown("growth") == scrolled)

            try shell.connect().request("select", ["tab": "growth"])
            try waitUntil("the list to go back to its top") { try shell.picture() == top }
        }

        /// Checks that the exercise goes on: its disc grows or shrinks.
        private func checkExercise(_ shell: ShellSession, _ resting: Screenshot) throws {
            try shell.connect().request("select", ["tab": "flash"])
            try waitUntil("Flash to be shown") { BarPixels(try shell.picture(), scale: 1).isAtRest(on: "flash") }
            let first = try shell.picture()
            #expect(first != resting)
            try waitUntil("the disc to move") { try shell.picture() != first }
        }
    }
}
