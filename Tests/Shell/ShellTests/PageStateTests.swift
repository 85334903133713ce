// SPDX-License-Identifier: MIT

import Geometry
import Glibc
import InputTestSupport
import PageKit
import StressPages
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
            let started = Monotonic.now
            try pointer.click(214, 280)
            let uncertainty = Monotonic.now - started
            // Off the chart, which would show values.
            try pointer.move(214, 600)
            try waitUntil("the exercise to start") { try shell.picture() != resting }
            try checkExercise(shell, started: started, uncertainty)

            let client = try shell.connect()
            for round in 0..<20 { try client.request("select", ["tab": BarPixels.tabs[round % 3]]) }
            try checkExercise(shell, started: started, uncertainty)
            try shell.connect().request("select", ["tab": "growth"])
            #expect(try shell.waitUntilShown("growth") == scrolled)

            kill(try #require(pids["panel"]), SIGKILL)
            try waitUntil("another panel") { try shell.alivePrograms()["panel"].map { $0 != pids["panel"] } ?? false }
            #expect(try shell.waitUntilShown("growth") == scrolled)
            try checkExercise(shell, started: started, uncertainty)

            shell.daemon.kill()
            try shell.restartDaemon()
            let after = try shell.waitUntilAlive()
            for page in ShellSession.names.dropFirst() { #expect(after[page] == pids[page]) }
            try checkExercise(shell, started: started, uncertainty)
            try shell.connect().request("select", ["tab": "growth"])
            #expect(try shell.waitUntilShown("growth") == scrolled)

            try shell.connect().request("select", ["tab": "growth"])
            try waitUntil("the list to go back to its top") { try shell.picture() == top }
        }

        /// Checks that the breathing disc has the size for its time.
        private func checkExercise(_ shell: ShellSession, started: UInt64, _ uncertainty: UInt64) throws {
            try shell.connect().request("select", ["tab": "flash"])
            try waitUntil("Flash to be shown") { BarPixels(try shell.picture(), scale: 1).isAtRest(on: "flash") }
            let before = Monotonic.now
            let picture = try shell.picture()
            let after = Monotonic.now
            let layout = FlashLayout(PageContext(size: Size(width: 428, height: 926 - 119)))
            let (center, ring) = (layout.guideCenter, layout.guideRadius)
            // From inside the ring towards the centre, the first strong colour is the disc's core.
            let rows = stride(from: Int(center.y + ring) - 8, to: Int(center.y), by: -1)
            let edge = try #require(rows.first { picture.pixel(Int(center.x), $0).red < 0x70 })
            let radius = Double(edge) + 1 - center.y
            func expected(_ time: UInt64) -> Double {
                let position = Exercise.boxBreathing.position(elapsed: Int64(time) - Int64(started))
                return ring * (0.5 + 0.38 * position.fullness) * 0.83
            }
            // Three frames before and after, and the uncertainty of the start and of the screenshot's time.
            let slack: UInt64 = 50_000_000
            let moments = stride(from: before - uncertainty - slack, through: after + slack, by: 2_000_000)
            let range = moments.map(expected)
            let (low, high) = (range.min() ?? 0, range.max() ?? 0)
            // One row for the soft edge and one for rounding to whole rows.
            #expect((low - 2...high + 2).contains(radius), "disc \(radius), expected \(low)…\(high)")
        }
    }
}
