import Foundation
import ShellModel
import TabshellIPC
import TestSupport
import Testing

/// Programs that do not answer pings.
@Suite struct UnresponsiveProgramTests {
    private let timeout = "unresponsive_timeout = 1\n"

    /// The hanging page is restarted, the stopped one, pinged earlier, is not.
    @Test(arguments: [false, true]) func stoppedPageIsLeftAlone(byDebugger: Bool) throws {
        let pages = try ScriptedPages(ScriptedPages.answering, more: timeout)
        let daemon = try pages.start()
        let first = try daemon.wait(for: .page("b"), "alive") {
            $0.phase == .alive && !pages.home.lines("b.pings").isEmpty
        }
        let pid = try #require(first.pid)
        var debugger: ChildProcess?
        if byDebugger {
            // PTRACE_SEIZE, which alone does not stop it; the page hangs.
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
        let hung = try #require(pages.pids("a").last)
        try daemon.wait(for: .page("a"), "restarted") { $0.restarts == 1 && $0.phase == .alive && $0.reason == nil }
        #expect(daemon.process.errorOutput.contains("page:a: it did not answer for 1 s") && !isRunning(hung))
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

/// The processes that programs have started.
@Suite struct OrphanTests {
    /// A page with a child, a grandchild, a child in its own session, and an independent one.
    private static let script = """
        wait = ["sh", "-c", f'echo $$ >>{home}/{tab}.children; exec tail -f /dev/null']
        subprocess.Popen(wait)
        subprocess.Popen(["sh", "-c", f'echo $$ >>{home}/{tab}.children; tail -f /dev/null & echo $! >>{home}/{tab}.children; wait'])
        subprocess.Popen(["setsid"] + wait)
        environment = {name: value for name, value in os.environ.items() if name != "TABSHELL_INSTANCE"}
        free = subprocess.Popen(["tail", "-f", "/dev/null"], env=environment)
        note(tab + ".free", free.pid)

        """ + ScriptedPages.reconnecting

    private func children(_ pages: ScriptedPages, _ tab: String, _ daemon: TestDaemon) throws -> [pid_t] {
        try waitFor("the children: \(daemon.process.errorOutput)") {
            let pids = pages.home.pids("\(tab).children")
            return pids.count == 4 && pages.home.lines("\(tab).free").count == 1 ? pids : nil
        }
    }

    /// After a crash, the next daemon has adopted the page, and is no ancestor of what it leaves behind.
    @Test(arguments: [false, true]) func descendantsOfKilledPageEnd(isAdopted: Bool) throws {
        let pages = try ScriptedPages(Self.script)
        let daemon = try pages.start()
        let children = try children(pages, "b", daemon)
        let others = try self.children(pages, "a", daemon)
        let free = try #require(pages.home.pids("b.free").first)
        defer {
            for pid in pages.home.pids("b.free") + pages.home.pids("a.free") { kill(pid, SIGKILL) }
        }
        if isAdopted {
            try daemon.restart()
            try daemon.wait(for: .page("b"), .alive)
        }
        kill(try #require(pages.pids("b").first), SIGKILL)
        try waitUntil("all to end") { children.allSatisfy { !isRunning($0) } }
        // The other page's, and its successor's, do not.
        #expect(isRunning(free))
        #expect(others.allSatisfy { isRunning($0) })
        try waitUntil("its successor's children") { pages.home.lines("b.children").count == 8 }
        let successors = pages.home.pids("b.children").suffix(4)
        #expect(successors.allSatisfy { isRunning($0) })
        // All of them end with the daemon, and none is left as a zombie.
        #expect(daemon.process.terminate() == .code(0))
        for pid in others + successors { #expect(!isRunning(pid)) }
    }

    /// A child whose end no signal announces: it belonged to the program that exec'd the daemon.
    @Test func childrenThatEndedBeforeTheStartAreCollected() throws {
        let program = """
            import os, sys
            child = os.fork() or os._exit(0)
            os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
            print(child, flush=True)
            os.execv(sys.argv[1], sys.argv[1:])
            """
        let folder = try TemporaryDirectory()
        let environment = Environment.plain.merging([
            "XDG_RUNTIME_DIR": folder.path, "XDG_STATE_HOME": folder.path,
            "TABSHELL_SOCKET": folder.appending("daemon.sock"),
        ]) { $1 }
        let daemon = try ChildProcess(
            "python3", ["-c", program, BuiltProducts.url("tabshelld").path, "--no-programs"], environment: environment)
        _ = try SocketClient.waiting(for: folder.appending("daemon.sock"))
        let child = try #require(daemon.output.split(separator: "\n").first.flatMap { pid_t($0) })
        try waitUntil("the child to be collected: \(daemon.errorOutput)") { access("/proc/\(child)", F_OK) != 0 }
        #expect(daemon.terminate() == .code(0))
    }

    /// The program of an action is the user's own; when it ends, the daemon collects it.
    @Test func processesOfActionsStayAndAreCollected() throws {
        let command = "sh -c 'echo $$ >>$HOME/detached; exec tail -f /dev/null' & "
        let action = """
            [[actions]]
            id = "go"
            title = "Go"
            icon = "plus"
            exec = ["sh", "-c", "\(command)"]

            """
        let pages = try ScriptedPages("for line in connect(): pass\n", actions: action)
        let daemon = try pages.start()
        try daemon.client().request("action", ["action": "go"])
        let pid = try waitFor("the process") { pages.home.pids("detached").first }
        try waitUntil("its adoption") { ProcessFacts(pid: pid).parent == daemon.process.pid }
        try daemon.wait(for: .page("a"), "alive") { $0.phase == .alive }
        kill(try #require(pages.pids("a").first), SIGKILL)
        try daemon.wait(for: .page("a"), "restarted") { $0.restarts == 1 }
        #expect(isRunning(pid))
        kill(pid, SIGKILL)
        try waitUntil("its collection") { access("/proc/\(pid)", F_OK) != 0 }
    }
}
