// SPDX-License-Identifier: MIT

import TestSupport
import Testing

extension ShellTests {
    /// What the shell costs while nothing happens, and that it never costs more with time.
    @Suite struct Rest {
        @Test func nothingHappensWhileNothingHappens() throws {
            let shell = try ShellSession()
            for tab in ["growth", "flash", "home"] {
                try shell.select(tab)
                // No process runs at all, for so long; it cannot pass otherwise.
                try shell.waitUntilIdle(quiet: 2)
            }
        }

        @Test func twoHundredSwitchesLeaveNothingBehind() throws {
            let shell = try ShellSession()
            try switchTabs(shell, times: 40)
            let before = try footprint(shell)
            try switchTabs(shell, times: 200)
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

        /// Every fifth switch comes to its end; the others are interrupted.
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
            // Our own connections are closed, and forgotten by the daemon.
            let processes = try shell.processes()
            try shell.waitUntilIdle(quiet: 1.5)
            let all = try processes.map {
                ($0.name, try ($0.facts.memory.privateDirty, $0.facts.descriptorTargets))
            }
            return Dictionary(uniqueKeysWithValues: all)
        }
    }
}
