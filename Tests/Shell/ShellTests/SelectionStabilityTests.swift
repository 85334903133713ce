// SPDX-License-Identifier: MIT

import Foundation
import ShellModel
import TestSupport
import Testing

extension ShellTests {
    /// The selection while windows and pages alternate: each change of it moves the focus, and no change of the focus
    /// may move the selection.
    @Suite(.enabled(if: Environment.find("foot") != nil))
    struct SelectionStability {
        /// The number of selections ; `make nightly` sets more.
        private static let rounds = Rounds.count(25)
        private static let apps: [TabID] = ["one", "two"]
        private static let pages: [TabID] = ["home", "flash"]

        private static let configuration =
            "order = [\"home\", \"one\", \"two\", \"flash\"]\n"
            + apps.map { tab in
                let program = ["foot"] + ShellSession.terminal("org.example.\(tab)") + ["cat"]
                return ShellSession.windowTab("\(tab)", appID: "org.example.\(tab)", "exec = \(program)")
            }.joined()

        private func start() throws -> ShellSession {
            let shell = try ShellSession(configuration: Self.configuration)
            for tab in Self.apps {
                try shell.connect().request("select", ["tab": tab.rawValue])
                try shell.wait(for: "the window of \(tab)") { $0.windows[tab] != nil }
                try waitUntil("\(tab) to have the focus") { try shell.sway.focusedWindow == "org.example.\(tab)" }
            }
            try shell.wait(for: "two to be selected") { $0.selection?.tab == "two" }
            return shell
        }

        /// Selects windows and pages in turn, at various intervals. After each interval the selection is the last one,
        /// and there was no other in between.
        private func alternate(_ shell: ShellSession, seed: UInt64, _ select: (TabID) throws -> Void) throws {
            var generator = SplitMix64(seed: seed)
            var before = try shell.state()
            for round in 0..<Self.rounds {
                // Mostly from a window to a page and to the other window.
                let last = before.selection?.tab ?? "home"
                let other = Self.apps.contains(last) ? Self.pages : Self.apps
                let all = Int.random(in: 0..<4, using: &generator) == 0 ? Self.apps + Self.pages : other
                guard let tab = all.filter({ $0 != last }).randomElement(using: &generator) else { continue }
                try select(tab)
                // Shorter than a transition, and longer.
                let pause: TimeInterval = [0, 0.01, 0.03, 0.08, 0.25].randomElement(using: &generator) ?? 0
                Thread.sleep(forTimeInterval: pause)
                let after = try shell.state()
                let where_ = "round \(round), from \(last) to \(tab), seed \(seed)"
                try #require(after.selection?.tab == tab, "\(where_)")
                try #require(after.revision == before.revision + 1, "\(where_)")
                before = after
            }
            let last = try #require(before.selection?.tab)
            try waitUntil("\(last) to have the focus") {
                try shell.sway.focusedWindow == (Self.apps.contains(last) ? "org.example.\(last)" : nil)
            }
            #expect(try shell.state() == before)
        }

        @Test func noFlipsByClicks() throws {
            let shell = try start()
            try alternate(shell, seed: 2) { tab in
                let count = try shell.state().revision
                try shell.click(.tab(tab))
                try shell.wait(for: "\(tab) to be selected") { $0.revision > count }
            }
        }
    }
}
