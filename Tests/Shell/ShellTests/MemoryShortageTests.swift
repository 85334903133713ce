// SPDX-License-Identifier: MIT

import Foundation
import ShellModel
import Testing

extension ShellTests {
    @Suite struct MemoryShortage {
        /// The kernel ends a page before the panel, and that before the daemon.
        @Test func pagesEndFirst() throws {
            let shell = try ShellSession()
            func order(_ pid: pid_t) throws -> Int? {
                let text = try String(contentsOfFile: "/proc/\(pid)/oom_score_adj", encoding: .utf8)
                return Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
            }
            let programs = try shell.alivePrograms()
            let daemon = try #require(try order(shell.daemon.pid))
            let panel = try #require(try programs[.panel].flatMap(order))
            #expect(daemon > 0 && panel > daemon)
            for (program, pid) in programs where program != .panel { #expect(try #require(try order(pid)) > panel) }
        }
    }
}
