// SPDX-License-Identifier: MIT

import Foundation
import ShellModel
import TabshellIPC
import TestSupport
import Testing

/// Programs that do not answer pings.
@Suite struct UnresponsiveProgramTests {
    private let timeout = "unresponsive_timeout = 1\n"

    @Test func pageThatHangsIsReportedAndRestarted() throws {
        let pages = try ScriptedPages(ScriptedPages.answering, more: timeout)
        let daemon = try pages.start()
        let first = try daemon.wait(for: .page("b"), "alive") {
            $0.phase == .alive && !pages.home.lines("b.pings").isEmpty
        }
        let watcher = try daemon.client(subscribedTo: "programs")
        try pages.home.write("", to: "hang-b")
        try daemon.client().request("select", ["tab": "b"])
        var reason: String?
        while reason == nil {
            guard case .event(let event) = try watcher.message(), event.topic == .programs else {
                continue
            }
            reason = event.state.programs.first { $0.program == .page("b") && !$0.isResponsive }?.reason
        }
        #expect(reason?.hasPrefix("it has not answered for ") == true)
        #expect(reason?.hasSuffix("; it is restarted when it has not answered for 1 s") == true)
        try FileManager.default.removeItem(atPath: pages.home.appending("hang-b"))
        let second = try daemon.wait(for: .page("b"), "restarted") { $0.restarts == 1 && $0.phase == .alive }
        #expect(second.pid != first.pid)
        #expect(second.isResponsive && second.reason == nil)
        #expect(daemon.process.errorOutput.contains("page:b: it did not answer for 1 s"))
        #expect(!isRunning(try #require(first.pid)))
        #expect(pages.pids("a").count == 1)
    }

    /// The page that hangs is restarted, while the stopped one, which was asked before, is not.
    @Test(arguments: [false, true]) func stoppedPageIsLeftAlone(byDebugger: Bool) throws {
        let pages = try ScriptedPages(ScriptedPages.answering, more: timeout)
        let daemon = try pages.start()
        let first = try daemon.wait(for: .page("b"), "alive") {
            $0.phase == .alive && !pages.home.lines("b.pings").isEmpty
        }
        let pid = try #require(first.pid)
        var debugger: ChildProcess?
        if byDebugger {
            // PTRACE_SEIZE, which does not stop it by itself; the page hangs.
            try pages.home.write("", to: "hang-b")
            let seize =
                "import ctypes, time; print(ctypes.CDLL(None).ptrace(0x4206, \(pid), 0, 0), flush=True); time.sleep(1000)"
            debugger = try ChildProcess("python3", ["-c", seize], asRoot: true)
            try waitUntil("the debugger: \(debugger?.errorOutput ?? "")") { debugger?.output == "0\n" }
        } else {
            kill(pid, SIGSTOP)
        }
        defer { kill(pid, SIGCONT) }
        try daemon.client().request("select", ["tab": "b"])
        try daemon.wait(for: .page("b"), "stopped") { $0.reason == "it is stopped, by a signal or a debugger" }
        try pages.home.write("", to: "hang-a")
        try daemon.client().request("select", ["tab": "a"])
        try daemon.wait(for: .page("a"), "restarted") { $0.restarts == 1 }
        let status = try #require(try daemon.state.status(of: .page("b")))
        #expect(status.pid == pid && status.restarts == 0 && status.isResponsive && status.phase == .alive)
        if let debugger {
            debugger.kill()
            try daemon.wait(for: .page("b"), "restarted") { $0.restarts == 1 }
        } else {
            kill(pid, SIGCONT)
            try daemon.wait(for: .page("b"), "answering") { $0.reason == nil && $0.restarts == 0 }
        }
    }
}
