// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import ShellModel
import TestSupport
import Testing

extension ShellTests {
    /// The activation token in the environment of a program started by pressing its tab.
    @Suite struct Activation {
        private static let configuration = """
            order = ["home", "one"]
            [[tabs]]
            id = "one"
            title = "One"
            icon = "agent"
            app_id = "org.example.One"
            exec = ["sh", "-c", "env >$HOME/part; mv $HOME/part $HOME/environment; exec tail -f /dev/null"]
            """

        /// The environment of the started program, by name.
        private func takeEnvironment(_ shell: LookSession) throws -> [String: String] {
            let file = "\(shell.sway.runtimeDirectory)/home/environment"
            let text = try waitFor("the program") { try? String(contentsOfFile: file, encoding: .utf8) }
            try FileManager.default.removeItem(atPath: file)
            let pairs = text.split(separator: "\n").compactMap { line -> (String, String)? in
                let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
                return parts.count == 2 ? (parts[0], parts[1]) : nil
            }
            return Dictionary(pairs) { first, _ in first }
        }

        @Test func pressPassesActivationTokenToTheProgram() throws {
            let page = Program.page("one")
            let shell = try LookSession(
                "stress-monitor", configuration: Self.configuration,
                isReady: { state in
                    state.programs.allSatisfy { $0.phase == ($0.program == page ? .absent : .alive) }
                })
            try shell.click(.tab("one"))
            let environment = try takeEnvironment(shell)
            let token = try #require(environment["XDG_ACTIVATION_TOKEN"])
            #expect(!token.isEmpty)
            #expect(environment["DESKTOP_STARTUP_ID"] == token)
            #expect(environment["TABSHELL_SOCKET"] != nil)
            // Each start has its own token; a start without a press has none.
            func end() throws {
                let pid = try #require(try shell.state().status(of: page)?.pid)
                kill(pid, SIGTERM)
                try shell.wait(for: "its end") { $0.status(of: page)?.phase == .absent }
            }
            try end()
            try shell.click(.tab("one"))
            let another = try #require(try takeEnvironment(shell)["XDG_ACTIVATION_TOKEN"])
            #expect(!another.isEmpty && another != token)
            try end()
            try shell.connect().request("select", ["tab": "one"])
            let plain = try takeEnvironment(shell)
            #expect(plain["XDG_ACTIVATION_TOKEN"] == nil)
            #expect(plain["DESKTOP_STARTUP_ID"] == nil)
        }
    }
}
