// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

extension ShellTests {
    /// An hour of use, for the leak sanitizer, which reports at the end of each program: scripts/sanitize sets the number of
    /// switches.
    @Suite struct Leaks {
        private static let switches = ProcessInfo.processInfo.environment["TABSHELL_SWITCHES"].flatMap(Int.init)

        @Test(.enabled(if: switches != nil)) func programsEndInOrderAfterAnHourOfSwitches() throws {
            var options = ShellSession.Options()
            // The daemon would kill a program that is still looking for leaks.
            options.isTraced = true
            options.hasLogs = false
            let shell = try ShellSession(options)
            let client = try shell.connect()
            for round in 0..<(Self.switches ?? 0) {
                try client.request("select", ["tab": BarPixels.tabs[round % 3]])
                let accepted = Monotonic.now
                // Every fifth switch completes; the others are interrupted.
                let time: UInt64 = round % 5 == 4 ? 260_000_000 : 30_000_000
                try waitUntil("the transition's time to pass") { Monotonic.now > accepted + time }
                if round % 50 == 0 { try client.request("badge", ["tab": "growth", "badge": ["text": "\(round)"]]) }
                if round % 250 == 0 {
                    try client.request("appearance", ["appearance": round % 500 == 0 ? "dark" : "light"])
                }
            }
            try client.request("appearance", ["appearance": "light"])
            try client.request("badge", ["tab": "growth", "badge": NSNull()])
            try client.request("select", ["tab": "home"])
            try shell.waitUntilShown("home")
            for (name, program) in shell.programs {
                let exit = program.terminate(seconds: 60)
                #expect(exit == .code(0), "\(name): \(program.errorOutput.suffix(2000))")
            }
            #expect(shell.daemon.terminate(seconds: 60) == .code(0), "\(shell.daemon.errorOutput.suffix(2000))")
        }
    }
}
