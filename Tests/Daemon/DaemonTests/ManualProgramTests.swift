// SPDX-License-Identifier: MIT

import Foundation
import ShellModel
import TestSupport
import Testing

/// The example programs of the protocol's manual, run unchanged.
@Suite("The manual's programs in Python")
struct ManualProgramTests {
    private let daemon: TestDaemon
    private let programs: [String]

    init() throws {
        daemon = try TestDaemon()
        let file = Repository.file("protocol/ipc/tabshell-ipc.md")
        let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "```")
        programs = parts.filter { $0.hasPrefix("python\n") }.map { String($0.dropFirst("python\n".count)) }
    }

    /// Starts an example with Python's standard library alone.
    private func start(_ program: Int, _ arguments: [String]) throws -> ChildProcess {
        let script = try #require(programs.indices.contains(program) ? programs[program] : nil)
        let environment = daemon.environment.merging(["TABSHELL_SOCKET": daemon.socket]) { $1 }
        return try ChildProcess("python3", ["-I", "-S", "-u", "-c", script] + arguments, environment: environment)
    }

    @Test("are two, and short enough to be read at a glance")
    func size() {
        #expect(programs.count == 2)
        for program in programs { #expect(program.split(separator: "\n").count <= 25) }
    }

    @Test("the page registers, pushes a route, and hears of everything that concerns it")
    func page() throws {
        let client = try daemon.client()
        let page = try start(0, ["home", "day/today"])
        var said = "in front\nat /day/today\n"
        func expect(_ line: String) throws {
            said += line
            try waitUntil("\(line) after \(page.output), \(page.errorOutput)") { page.output == said }
        }
        try expect("")
        #expect(try client.state().status(of: .page("home"))?.pid == page.pid)
        #expect(try client.state().path(of: "home") == ["day", "today"])
        try client.request("select", ["tab": "flash"])
        try expect("hidden\n")
        try client.request("select", ["tab": "home"])
        try expect("in front\n")
        // Selected once more it goes to its root, and after that to its top.
        try client.request("select", ["tab": "home"])
        try expect("at /\n")
        try client.request("select", ["tab": "home"])
        try expect("back to the top\n")
        #expect(page.isRunning)
    }

    @Test("a page that there is already ends with the daemon's own words")
    func refusedPage() throws {
        let client = try daemon.client()
        try client.request("register", ["program": "page:home"])
        let page = try start(0, ["home", "day"])
        #expect(try page.waitForExit() == .code(1))
        #expect(page.errorOutput.contains("home"))
        #expect(page.output == "")
    }

    @Test("the script sets a badge, and says why it cannot")
    func badge() throws {
        let client = try daemon.client()
        #expect(try start(1, ["growth", "3"]).waitForExit() == .code(0))
        #expect(try client.state().badges["growth"] == .count(3))
        let refused = try start(1, ["nowhere", "3"])
        #expect(try refused.waitForExit() == .code(1))
        #expect(refused.errorOutput.contains("there is no tab \"nowhere\""))
    }
}
