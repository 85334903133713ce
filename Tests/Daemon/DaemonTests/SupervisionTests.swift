import Foundation
import ShellModel
import TabshellIPC
import TestSupport
import Testing

/// The daemon with scripts as programs, in the directory of its executable, which it searches first.
@Suite struct SupervisionTests {
    private static let names = ["tabshell-panel", "tabshell-home", "tabshell-flash", "tabshell-growth"]

    /// A program that registers, and reconnects after a restart of the daemon.
    private static let script = Repository.text("Tests/Fixtures/files/supervised.py")

    private let home: TemporaryDirectory
    private let executable: String
    /// A search path without installed programs, except for the scripts' needs.
    private let path: [String: String]

    init() throws {
        home = try TemporaryDirectory()
        _ = try home.makeDirectory("bin")
        executable = try home.copy(BuiltProducts.url("tabshelld").path, to: "bin/tabshelld")
        for name in Self.names { try home.write(Self.script, to: "bin/\(name)", mode: 0o755) }
        path = ["PATH": try home.makeDirectory("path", mode: 0o755)]
        for tool in ["python3", "dirname"] {
            symlink(try #require(Environment.find(tool)), home.appending("path/\(tool)"))
        }
    }

    private func start(_ arguments: [String] = []) throws -> TestDaemon {
        try TestDaemon(arguments, environment: path, executable: executable, in: home)
    }

    /// The pids of all processes of a program so far.
    private func pids(_ name: String) -> [pid_t] { home.pids("bin/\(name).pids") }

    private func waitForAll(_ daemon: TestDaemon) throws {
        let client = try daemon.client()
        try waitUntil("all programs to be alive: \(daemon.process.errorOutput)") {
            try client.state().programs.allSatisfy { $0.phase == .alive }
        }
    }

    @Test func everyProgramIsStartedAndRegisters() throws {
        let daemon = try start()
        try waitForAll(daemon)
        let state = try daemon.state
        #expect(state.programs.map(\.program) == [.panel, .page("home"), .page("flash"), .page("growth")])
        for (name, status) in zip(Self.names, state.programs) {
            #expect(pids(name) == [try #require(status.pid)])
            #expect(status.restarts == 0 && status.reason == nil)
        }
        let environment = try #require(ProcessFacts(pid: pids("tabshell-home")[0]).environment)
        #expect(environment["TABSHELL_SOCKET"] == daemon.socket)
        // Standard input, output, error, the socket, and nothing of the daemon's.
        #expect(try ProcessFacts(pid: pids("tabshell-home")[0]).openDescriptors <= 5)
        // Pages have SCHED_BATCH, which is 3, and the panel does not.
        for name in Self.names.dropFirst() {
            try waitUntil("the policy of \(name)") { sched_getscheduler(pids(name)[0]) == 3 }
        }
        #expect(sched_getscheduler(pids("tabshell-panel")[0]) == 0)
    }

    /// The reader of standard error goes away, or there are no standard streams; each missing program causes a line.
    @Test(arguments: [false, true]) func closedStandardErrorDoesNotEndDaemon(areAllClosed: Bool) throws {
        for name in Self.names { try FileManager.default.removeItem(atPath: home.appending("bin/\(name)")) }
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        close(ends[0])
        defer { close(ends[1]) }
        let environment = try TestDaemon.environment(in: home).merging(path) { $1 }
        let streams = areAllClosed ? "0<&- 1>&- 2>&-" : "2>&\(ends[1])"
        let process = try ChildProcess(
            "bash", ["-c", "exec \(executable) \(streams)"], environment: environment, pass: ends[1])
        let client = try SocketClient.waiting(for: home.appending("run/tabshell/default.sock"))
        try waitUntil("all to fail") { try client.state().programs.allSatisfy { $0.phase == .failed } }
        // No file of the daemon has the number of a stream.
        for stream in 0...2 where areAllClosed {
            #expect(
                try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process.pid)/fd/\(stream)")
                    == "/dev/null")
        }
        #expect(process.terminate() == .code(0))
    }

    @Test func nextDaemonAdoptsRunningPrograms() throws {
        let daemon = try start()
        try waitForAll(daemon)
        let first = Self.names.map { pids($0) }
        // Three times, since the note that one daemon leaves must serve the next one's successor too.
        for _ in 0..<3 {
            try daemon.restart()
            try waitForAll(daemon)
            #expect(Self.names.map { pids($0) } == first)
        }
        // They belong to it: it starts them again, and ends them.
        kill(first[1][0], SIGKILL)
        let status = try daemon.wait(for: .page("home"), .alive, restarts: 1)
        #expect(status.pid != first[1][0])
        #expect(daemon.process.errorOutput.contains("page:home: it ended"))
        for name in Self.names where name != "tabshell-home" { #expect(pids(name).count == 1) }
        #expect(daemon.process.terminate() == .code(0))
        for pid in Self.names.flatMap({ pids($0) }) { #expect(!isRunning(pid)) }
        #expect(access(daemon.socket, F_OK) != 0)
        #expect(access(daemon.socket + ".programs", F_OK) != 0)
    }

    @Test func independentlyStartedProgramIsAdopted() throws {
        let daemon = try start(["--no-programs"])
        _ = try daemon.client()
        let own = try ChildProcess(
            home.appending("bin/tabshell-home"),
            environment: daemon.environment.merging(["TABSHELL_SOCKET": daemon.socket]) { $1 })
        #expect(try daemon.wait(for: .page("home"), .alive).pid == own.pid)
        daemon.process.kill()

        let next = try start()
        try waitForAll(next)
        #expect(pids("tabshell-home") == [own.pid])
        // It was not started by a daemon, so it outlives this one, and the next one knows.
        #expect(next.process.terminate() == .code(0))
        #expect(own.isRunning)
        #expect(!isRunning(pids("tabshell-flash")[0]))
        try next.restart()
        try waitForAll(next)
        #expect(pids("tabshell-home") == [own.pid])
        own.kill()
        #expect(try next.wait(for: .page("home"), .alive, restarts: 1).pid != own.pid)
    }

    @Test func wrapperCanStartTheRealProgram() throws {
        let wrapper = "#!/bin/sh\n\"$(dirname \"$0\")\"/real/tabshell-home & wait\n"
        try home.write(wrapper, to: "bin/tabshell-home", mode: 0o755)
        _ = try home.makeDirectory("bin/real")
        try home.write(Self.script, to: "bin/real/tabshell-home", mode: 0o755)
        let daemon = try start()
        let status = try daemon.wait(for: .page("home"), .alive)
        let real = try #require(pids("real/tabshell-home").first ?? nil)
        #expect(status.pid == real)
        // Both end with the daemon.
        #expect(daemon.process.terminate() == .code(0))
        try waitUntil("the real program to end") { !isRunning(real) }
    }
}
