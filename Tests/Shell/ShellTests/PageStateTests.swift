// SPDX-License-Identifier: MIT

import Foundation
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
            let top = try shell.picture()
            try pointer.move(214, 600)
            for _ in 0..<3 { try pointer.wheel(1) }
            try waitUntil("the list to scroll") { try shell.picture() != top }
            let scrolled = try shell.waitUntilShown("growth")
            #expect(scrolled != top)

            try shell.select("flash")
            let pressed = Monotonic.now
            try shell.connect().request("press", ["name": "Voice memo"])
            let started = pressed...Monotonic.now
            try checkRecording(shell, started: started)

            let client = try shell.connect()
            for round in 0..<20 { try client.request("select", ["tab": BarPixels.tabs[round % 3]]) }
            try checkRecording(shell, started: started)
            try shell.connect().request("select", ["tab": "growth"])
            #expect(try shell.waitUntilShown("growth") == scrolled)

            kill(try #require(pids["panel"]), SIGKILL)
            try waitUntil("another panel") { try shell.alivePrograms()["panel"].map { $0 != pids["panel"] } ?? false }
            #expect(try shell.waitUntilShown("growth") == scrolled)
            try checkRecording(shell, started: started)

            shell.daemon.kill()
            try shell.restartDaemon()
            let after = try shell.waitUntilAlive()
            for page in ShellSession.names.dropFirst() { #expect(after[page] == pids[page]) }
            try checkRecording(shell, started: started)
            try shell.connect().request("select", ["tab": "growth"])
            #expect(try shell.waitUntilShown("growth") == scrolled)

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
            let tree = try shell.connect().request("accessibility")
            let text = String(decoding: try JSONSerialization.data(withJSONObject: tree), as: UTF8.self)
            let match = try #require(text.firstMatch(of: /Recording (\d+) s/), "\(text)")
            let seconds = try #require(UInt64(match.1))
            let (least, most) = (before - started.upperBound, Monotonic.now - started.lowerBound)
            #expect((least / 1_000_000_000...most / 1_000_000_000).contains(seconds))
        }
    }
}
