// SPDX-License-Identifier: MIT

import Foundation
import ShellModel
import TabshellIPC
import TestSupport
import Testing

/// The daemon with a script as the bridge to the screen readers, by the key `accessibility.bridge`.
@Suite struct BridgeTests {
    @Test func bridgeRunsWithTheDaemon() throws {
        let home = try TemporaryDirectory.home("bin")
        let executable = try home.copy(BuiltProducts.url("tabshelld").path, to: "bin/tabshelld")
        try FileManager.default.createSymbolicLink(
            atPath: home.appending("bin/tabshell-config"),
            withDestinationPath: BuiltProducts.url("tabshell-config").path)
        let script = "#!/bin/sh\necho $$ >>'\(home.appending("pids"))'\nexec tail -f /dev/null\n"
        try home.write(script, to: "bin/tabshell-atspi", mode: 0o755)
        try home.configure("[accessibility]\nbridge = true\n")
        let bus = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"]
        let daemon = try TestDaemon(environment: bus, executable: executable, in: home)
        var pids: [pid_t] { home.pids("pids") }
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
}
