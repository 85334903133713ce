// SPDX-License-Identifier: MIT

import TestSupport
import Testing

extension ShellTests {
    /// The cost of an idle shell, and that it does not grow.
    @Suite(.measurement) struct Idle {
        @Test func idleProcessesDoNotWakeUp() throws {
            let shell = try ShellSession()
            for tab in ["growth", "flash", "home"] {
                try shell.select(tab)
                // No process may run at all for this long; the test takes no less.
                try shell.waitUntilIdle(quiet: 2)
            }
        }

        @Test func switchesLeakNothing() throws {
            let shell = try ShellSession()
            try switchTabs(shell, times: 20)
            let before = try footprint(shell)
            try switchTabs(shell, times: Rounds.count(50))
            let after = try footprint(shell)
            for (name, now) in after {
                let was = try #require(before[name])
                #expect(
                    now.descriptors.count == was.descriptors.count,
                    "\(name): \(was.descriptors) before, \(now.descriptors) now")
                #expect(
                    Double(now.memory) < Double(was.memory) * 1.25 + 256,
                    "\(name): \(was.memory) kB before, \(now.memory) kB now")
            }
        }

        /// Every fifth switch completes; the others are interrupted.
        private func switchTabs(_ shell: ShellSession, times: Int) throws {
            let client = try shell.connect()
            for round in 0..<times {
                try client.request("select", ["tab": BarPixels.tabs[round % 3]])
                let accepted = Monotonic.now
                let time: UInt64 = round % 5 == 4 ? 260_000_000 : 30_000_000
                try waitUntil("the transition's time to pass") { Monotonic.now > accepted + time }
            }
            try client.request("select", ["tab": "home"])
            try shell.waitUntilShown("home")
        }

        private func footprint(_ shell: ShellSession) throws -> [String: (memory: Int, descriptors: [Int32: String])] {
            // The test's own connections are closed, and the daemon has discarded them.
            let processes = try shell.processes()
            try shell.waitUntilIdle(quiet: 1.5)
            let all = try processes.map {
                ($0.name, try ($0.facts.memory.privateDirty, $0.facts.descriptorTargets))
            }
            return Dictionary(uniqueKeysWithValues: all)
        }
    }
}
