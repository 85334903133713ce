// SPDX-License-Identifier: MIT

import Foundation
import ShellModel
import TabshellIPC
import TestSupport
import Testing

@testable import TabDaemon

/// The daemon with a script as the bridge to the screen readers, by the key `accessibility.bridge`.
@Suite struct BridgeTests {
    /// A program that notes its environment and runs, or exits with the code in a file.
    private static let script = """
        #!/bin/sh
        folder=$(dirname "$0")
        env >"$folder/atspi.environment"
        echo $$ >>"$folder/atspi.pids"
        if [ -e "$folder/atspi.exit" ]; then exit "$(cat "$folder/atspi.exit")"; fi
        exec tail -f /dev/null
        """
    private static let on = "[accessibility]\nbridge = true\n"

    private let home: TemporaryDirectory
    private let executable: String

    init() throws {
        home = try .home("bin")
        executable = try home.copy(BuiltProducts.url("tabshelld").path, to: "bin/tabshelld")
        try FileManager.default.createSymbolicLink(
            atPath: home.appending("bin/tabshell-config"),
            withDestinationPath: BuiltProducts.url("tabshell-config").path)
        try install()
        try home.configure(Self.on)
    }

    private func install() throws { try home.write(Self.script, to: "bin/tabshell-atspi", mode: 0o755) }

    private func start(_ arguments: [String] = ["--no-programs"]) throws -> TestDaemon {
        let changes = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"]
        return try TestDaemon(arguments, environment: changes, executable: executable, in: home)
    }

    /// The pids of all bridges so far.
    private var pids: [pid_t] { home.pids("bin/atspi.pids") }

    @Test func bridgeRunsWithTheDaemon() throws {
        let daemon = try start()
        let status = try daemon.wait(for: .bridge, .alive)
        try waitUntil("the script to run") { pids.count == 1 }
        #expect(status == ProgramStatus(program: .bridge, phase: .alive, pid: pids[0]))
        let state = try daemon.state
        #expect(state.programs.map(\.program) == [.panel, .page("home"), .page("flash"), .page("growth"), .bridge])
        // The others are a service manager's.
        #expect(state.programs.dropLast().allSatisfy { $0.phase == .absent })
        #expect(state.tabs.count == 3)
        let environment = try #require(ProcessFacts(pid: pids[0]).environment)
        #expect(environment["TABSHELL_SOCKET"] == daemon.socket)
        #expect(environment["DBUS_SESSION_BUS_ADDRESS"] == "unix:path=/nonexistent/bus")
        #expect(environment["NOTIFY_SOCKET"] == nil)
        let refusal = try daemon.client().refusal(of: #"{"verb":"register","program":"bridge"}"#)
        #expect(refusal?.code == "invalid_argument")
        #expect(refusal?.message.contains(#"is "panel" or "page:TAB", not "bridge""#) == true)
        let pid = pids[0]
        #expect(daemon.process.terminate() == .code(0))
        #expect(!isRunning(pid))
        #expect(access(daemon.socket + ".programs", F_OK) != 0)
    }

    /// Exit code 3 means no daemon, and not that there is no compositor.
    @Test(arguments: [
        (1, "it found no session bus, or at-spi2-core is not installed (exit code 1)"), (3, "it exited with code 3"),
    ])
    func failingBridgeIsRetried(code: Int, reason: String) throws {
        try home.write("\(code)", to: "bin/atspi.exit")
        let daemon = try start()
        let status = try daemon.wait(for: .bridge, "retried") { $0.phase == .restarting && $0.restarts >= 3 }
        #expect(status.reason == reason)
        try FileManager.default.removeItem(atPath: home.appending("bin/atspi.exit"))
        try daemon.wait(for: .bridge, .alive)
    }

    @Test func reloadStartsAndStopsIt() throws {
        try home.configure("")
        let daemon = try start()
        let client = try daemon.client()
        #expect(try client.state().status(of: .bridge) == nil)
        #expect(pids.isEmpty && daemon.started.isEmpty)
        for round in 1...2 {
            try home.configure(Self.on)
            try client.request("reload")
            let status = try daemon.wait(for: .bridge, .alive)
            // Another reload leaves it alone.
            try client.request("reload")
            #expect(try daemon.wait(for: .bridge, .alive).pid == status.pid)
            try waitUntil("the script to run") { pids.count == round }
            try home.configure("accessibility.bridge = false")
            try client.request("reload")
            #expect(try client.state().status(of: .bridge) == nil)
            try waitUntil("it to end") { !isRunning(pids[round - 1]) }
        }
    }

    @Test func missingBridgeIsExplainedAndNothingElseIsAffected() throws {
        unlink(home.appending("bin/tabshell-atspi"))
        for name in ["tabshell-panel", "tabshell-home", "tabshell-flash", "tabshell-growth"] {
            try home.write("#!/bin/sh\nexec tail -f /dev/null\n", to: "bin/\(name)", mode: 0o755)
        }
        let daemon = try start([])
        let reason = try #require(try daemon.wait(for: .bridge, .failed).reason)
        #expect(
            reason == """
                tabshell-atspi is not installed, neither beside tabshelld nor on PATH; in the sources of tabshell: scripts/bridge && \
                sudo scripts/bridge --install. Without it: accessibility.bridge = false
                """)
        #expect(daemon.process.errorOutput.contains("bridge: \(reason)\n"))
        let client = try daemon.client()
        try waitUntil("the others to run") {
            try client.state().programs.dropLast().allSatisfy { $0.phase == .starting && $0.pid != nil }
        }
        #expect(try client.state().configuration.errors.isEmpty)
        guard case .reply(_, .success(let reply)) = try client.answer(to: #"{"verb":"select","tab":"flash"}"#) else {
            throw SystemError("select was refused")
        }
        #expect(reply["warning"] == nil)
        // It is there after all.
        try install()
        try client.request("reload")
        try daemon.wait(for: .bridge, .alive)
    }

    /// A daemon whose configuration has it no longer ends the one of its predecessor.
    @Test func nextDaemonEndsItWithoutTheKey() throws {
        let daemon = try start()
        let pid = try #require(try daemon.wait(for: .bridge, .alive).pid)
        daemon.process.kill()
        try home.configure("")
        try daemon.restart()
        _ = try daemon.client()
        try waitUntil("the bridge to end") { !isRunning(pid) }
        #expect(try daemon.state.status(of: .bridge) == nil)
    }
}
