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
    private func start(
        _ program: Int, _ arguments: [String], _ variables: [String: String] = [:]
    ) throws -> ChildProcess {
        let script = try #require(programs.indices.contains(program) ? programs[program] : nil)
        let environment = daemon.environment.merging(["TABSHELL_SOCKET": daemon.socket]) { $1 }
            .merging(variables) { $1 }
        return try ChildProcess("python3", ["-I", "-S", "-u", "-c", script] + arguments, environment: environment)
    }

    @Test("are two, and short enough to be read at a glance")
    func size() {
        #expect(programs.count == 2)
        for program in programs { #expect(program.split(separator: "\n").count <= 25) }
    }

    @Test("the page shows a document, and counts the presses of its buttons")
    func page() throws {
        let client = try daemon.client()
        let page = try start(0, [], ["TABSHELL_TAB": "home"])
        func expect(_ cups: Int) throws {
            try waitUntil("\(cups) cups: \(page.errorOutput)") {
                try client.state().shown["home"]?.text.contains("**\(cups)**") == true
            }
        }
        try expect(0)
        #expect(try client.state().status(of: .page("home"))?.pid == page.pid)
        for cups in 1...2 {
            try client.request("follow", ["tab": "home", "name": "more"])
            try expect(cups)
        }
        try waitUntil("the badge") { try client.state().badges["home"] == .count(2) }
        try client.request("follow", ["tab": "home", "name": "none"])
        try expect(0)
        #expect(page.isRunning)
    }

    @Test("a page that there is already ends with the daemon's own words")
    func refusedPage() throws {
        let client = try daemon.client()
        try client.request("register", ["program": "page:home"])
        let page = try start(0, [], ["TABSHELL_TAB": "home"])
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
        #expect(refused.errorOutput.contains("unknown tab \"nowhere\""))
    }
}
