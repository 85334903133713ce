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
        home = try TemporaryDirectory()
        for folder in ["bin", ".config", ".config/tabshell"] { _ = try home.makeDirectory(folder) }
        executable = try home.copy(BuiltProducts.url("tabshelld").path, to: "bin/tabshelld")
        try FileManager.default.createSymbolicLink(
            atPath: home.appending("bin/tabshell-config"),
            withDestinationPath: BuiltProducts.url("tabshell-config").path)
    }

    private func install() throws { try home.write(Self.script, to: "bin/tabshell-atspi", mode: 0o755) }

    private func configure(_ text: String) throws {
        try home.write(text, to: ".config/tabshell/new")
        rename(home.appending(".config/tabshell/new"), home.appending(".config/tabshell/config.toml"))
    }

    private func start(_ arguments: [String] = ["--no-programs"]) throws -> TestDaemon {
        let changes = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"]
        return try TestDaemon(arguments, environment: changes, executable: executable, in: home)
    }

    /// The pids of all bridges so far.
    private var pids: [pid_t] {
        let text = try? String(contentsOfFile: home.appending("bin/atspi.pids"), encoding: .utf8)
        return text?.split(separator: "\n").compactMap { pid_t($0) } ?? []
    }

    private func waitFor(
        _ phase: ProgramStatus.Phase, _ daemon: TestDaemon, restarts: Int = 0
    ) throws -> ProgramStatus {
        let client = try daemon.client()
        return try TestSupport.waitFor("the bridge to be \(phase): \(daemon.process.errorOutput)") {
            let status = try client.state().status(of: .bridge)
            return status?.phase == phase && status?.restarts == restarts ? status : nil
        }
    }

    @Test func bridgeRunsWithTheDaemon() throws {
        try install()
        try configure(Self.on)
        let daemon = try start()
        let status = try waitFor(.alive, daemon)
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
        let pid = pids[0]
        #expect(daemon.process.terminate() == .code(0))
        #expect(!isRunning(pid))
        #expect(access(daemon.socket + ".programs", F_OK) != 0)
    }

    @Test func withoutTheKeyThereIsNone() throws {
        try install()
        let daemon = try start()
        #expect(try daemon.state.status(of: .bridge) == nil)
        #expect(pids.isEmpty && daemon.started.isEmpty)
    }

    @Test func crashedBridgeIsRestarted() throws {
        try install()
        try configure(Self.on)
        let daemon = try start()
        for restarts in 0...2 {
            let status = try waitFor(.alive, daemon, restarts: restarts)
            try waitUntil("the script to run") { pids.count == restarts + 1 }
            kill(try #require(status.pid), SIGKILL)
        }
        let last = try waitFor(.alive, daemon, restarts: 3)
        try waitUntil("the script to run") { pids.count == 4 }
        #expect(pids.last == last.pid && Set(pids).count == 4)
        #expect(daemon.process.errorOutput.contains("bridge: it was ended by signal 9"))
    }

    /// Exit code 3 means no daemon, and not that there is no compositor.
    @Test(arguments: [
        (1, "it found no session bus, or at-spi2-core is not installed (exit code 1)"), (3, "it exited with code 3"),
    ])
    func failingBridgeIsRetried(code: Int, reason: String) throws {
        try install()
        try home.write("\(code)", to: "bin/atspi.exit")
        try configure(Self.on)
        let daemon = try start()
        let client = try daemon.client()
        let status = try TestSupport.waitFor("the third restart: \(daemon.process.errorOutput)") {
            let status = try client.state().status(of: .bridge)
            return status?.phase == .restarting && status?.restarts ?? 0 >= 3 ? status : nil
        }
        #expect(status.reason == reason)
        try FileManager.default.removeItem(atPath: home.appending("bin/atspi.exit"))
        try waitUntil("the bridge to be alive") { try client.state().status(of: .bridge)?.phase == .alive }
    }

    @Test(arguments: [2, 5]) func someExitCodesAreFinal(code: Int) throws {
        try install()
        try home.write("\(code)", to: "bin/atspi.exit")
        try configure(Self.on)
        let daemon = try start()
        let status = try waitFor(.failed, daemon)
        #expect(status.reason?.hasPrefix("it exited with code \(code)") == true)
        #expect(pids.count == 1)
        // A reload tries again.
        try FileManager.default.removeItem(atPath: home.appending("bin/atspi.exit"))
        try daemon.client().request("reload")
        #expect(try waitFor(.alive, daemon).pid != pids[0])
        try waitUntil("the script to run") { pids.count == 2 }
    }

    @Test func reloadStartsAndStopsIt() throws {
        try install()
        try configure("")
        let daemon = try start()
        let client = try daemon.client()
        try client.request("reload")
        #expect(try client.state().status(of: .bridge) == nil)
        for round in 1...2 {
            try configure(Self.on)
            try client.request("reload")
            let status = try waitFor(.alive, daemon)
            // Another reload leaves it alone.
            try client.request("reload")
            #expect(try waitFor(.alive, daemon).pid == status.pid)
            try waitUntil("the script to run") { pids.count == round }
            try configure("accessibility.bridge = false")
            try client.request("reload")
            #expect(try client.state().status(of: .bridge) == nil)
            try waitUntil("it to end") { !isRunning(pids[round - 1]) }
        }
    }

    @Test func missingBridgeIsExplainedAndNothingElseIsAffected() throws {
        try configure(Self.on)
        for name in ["tabshell-panel", "tabshell-home", "tabshell-flash", "tabshell-growth"] {
            try home.write("#!/bin/sh\nexec tail -f /dev/null\n", to: "bin/\(name)", mode: 0o755)
        }
        let daemon = try start([])
        let reason = try #require(try waitFor(.failed, daemon).reason)
        #expect(
            reason == """
                tabshell-atspi is not installed, neither beside tabshelld nor on PATH; in the sources of tabshell: make bridge && \
                sudo make bridge-install. Without it: accessibility.bridge = false
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
        _ = try waitFor(.alive, daemon)
    }

    @Test func nextDaemonAdoptsIt() throws {
        try install()
        try configure(Self.on)
        let daemon = try start()
        let pid = try waitFor(.alive, daemon).pid
        for _ in 0..<2 {
            daemon.process.kill()
            try daemon.restart()
            let status = try waitFor(.alive, daemon)
            #expect(status.pid == pid && status.reason == nil)
        }
        #expect(daemon.process.terminate() == .code(0))
        #expect(!isRunning(try #require(pid)))
    }

    /// A daemon whose configuration has it no longer ends the one of its predecessor.
    @Test func nextDaemonEndsItWithoutTheKey() throws {
        try install()
        try configure(Self.on)
        let daemon = try start()
        let pid = try #require(try waitFor(.alive, daemon).pid)
        daemon.process.kill()
        try configure("")
        try daemon.restart()
        _ = try daemon.client()
        try waitUntil("the bridge to end") { !isRunning(pid) }
        #expect(try daemon.state.status(of: .bridge) == nil)
    }

    @Test func nobodyRegistersAsIt() throws {
        try install()
        try configure(Self.on)
        let daemon = try start()
        _ = try waitFor(.alive, daemon)
        let refusal = try daemon.client().refusal(of: #"{"verb":"register","program":"bridge"}"#)
        #expect(refusal?.code == "invalid_argument")
        #expect(refusal?.message.contains(#"is "panel" or "page:TAB", not "bridge""#) == true)
    }
}
