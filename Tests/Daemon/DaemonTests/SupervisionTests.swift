// SPDX-License-Identifier: MIT

import Foundation
import ShellModel
import TabshellIPC
import TestSupport
import Testing

/// The daemon with scripts as programs, in the directory of its executable, which it searches first.
@Suite struct SupervisionTests {
    private static let names = ["tabshell-panel", "tabshell-home", "tabshell-flash", "tabshell-growth"]

    /// A program that registers, reconnects after a restart of the daemon, and exits with 6 if it is rejected.
    private static let script = """
        #!/usr/bin/env python3
        import json, os, select, signal, socket, sys
        folder, name = os.path.split(os.path.abspath(sys.argv[0]))
        program = "panel" if name == "tabshell-panel" else "page:" + name[len("tabshell-"):]
        if os.path.exists(folder + "/stubborn"): signal.signal(signal.SIGTERM, signal.SIG_IGN)
        with open(f"{folder}/{name}.pids", "a") as pids: print(os.getpid(), file=pids)
        if os.path.exists(f"{folder}/{name}.exit"): sys.exit(int(open(f"{folder}/{name}.exit").read()))
        while True:
            try:
                connection = socket.socket(socket.AF_UNIX)
                connection.connect(os.environ["TABSHELL_SOCKET"])
                lines = connection.makefile("rw")
                print(json.dumps({"id": 1, "verb": "register", "program": program}), file=lines, flush=True)
                for line in lines:
                    if "error" in json.loads(line): sys.exit(6)
            except OSError:
                pass
            select.select([], [], [], 0.02)
        """

    private let home: TemporaryDirectory
    private let executable: String
    /// A search path with nothing that is installed on this machine, but for what the scripts need.
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

    /// Pages have SCHED_BATCH, which is 3, and the panel does not.
    @Test func pagesPreemptNoOtherProgram() throws {
        let daemon = try start()
        try waitForAll(daemon)
        for name in Self.names.dropFirst() {
            try waitUntil("the policy of \(name)") { sched_getscheduler(pids(name)[0]) == 3 }
        }
        #expect(sched_getscheduler(pids("tabshell-panel")[0]) == 0)
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
    }

    /// Flash and Growth would take the processors from Home. On a machine that needs 3 s for Home they start, too.
    @Test func pagesBehindStartAfterThePageInFrontHasDrawn() throws {
        let drawing = """
            #!/usr/bin/env python3
            import json, os, socket, sys, time
            folder = os.path.dirname(os.path.abspath(sys.argv[0]))
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(os.environ["TABSHELL_SOCKET"])
            lines = connection.makefile("rw")
            print(json.dumps({"id": 1, "verb": "register", "program": "page:home", "describes": True}), file=lines, flush=True)
            for line in lines:
                if json.loads(line).get("id") == 1:
                    open(folder + "/drawn", "w").close()
                    print(json.dumps({"id": 2, "verb": "drawn"}), file=lines, flush=True)
            """
        try home.write(drawing, to: "bin/tabshell-home", mode: 0o755)
        for name in ["flash", "growth"] {
            let note = """
                #!/bin/sh
                cd "$(dirname "$0")"
                if [ -e drawn ]; then echo 1; else echo 0; fi >\(name)
                exec sleep 100
                """
            try home.write(note, to: "bin/tabshell-\(name)", mode: 0o755)
        }
        symlink(try #require(Environment.find("sleep")), home.appending("path/sleep"))
        let begun = Monotonic.now
        let daemon = try start()
        try waitUntil("Flash and Growth to start: \(daemon.process.errorOutput)") {
            home.lines("bin/flash").count + home.lines("bin/growth").count == 2
        }
        let isLate = Monotonic.now - begun > 3_000_000_000
        #expect(isLate || home.lines("bin/flash") == ["1"] && home.lines("bin/growth") == ["1"])
    }

    @Test func selectedTabDoesNotWaitForTheOneBefore() throws {
        try home.write("#!/bin/sh\nexec sleep 100", to: "bin/tabshell-home", mode: 0o755)
        symlink(try #require(Environment.find("sleep")), home.appending("path/sleep"))
        let daemon = try start()
        try daemon.client().request("select", ["tab": "flash"])
        try daemon.wait(for: .page("flash"), .alive)
        // Growth comes without Home, too.
        try daemon.wait(for: .page("growth"), .alive)
    }

    @Test func crashedProgramIsRestarted() throws {
        let daemon = try start()
        try waitForAll(daemon)
        let watcher = try daemon.client(subscribedTo: "programs")
        for restarts in 1...3 {
            kill(try #require(pids("tabshell-flash").last), SIGKILL)
            try daemon.wait(for: .page("flash"), .alive, restarts: restarts)
            #expect(pids("tabshell-flash").count == restarts + 1)
        }
        #expect(daemon.process.errorOutput.contains("page:flash: it was ended by signal 9"))
        // Every step was told.
        var phases: [ProgramStatus.Phase] = []
        while phases.filter({ $0 == .alive }).count < 3 {
            guard case .event(let event) = try watcher.message(), event.topic == .programs else {
                continue
            }
            let phase = try #require(event.state.programs.first { $0.program == .page("flash") }?.phase)
            if phases.last != phase { phases.append(phase) }
        }
        #expect(phases.contains(.restarting))
        // Other programs are unaffected.
        for name in Self.names where name != "tabshell-flash" { #expect(pids(name).count == 1) }
    }

    /// The file is not in an executable format, so each start fails.
    @Test func programThatCannotStartIsRetriedWithGrowingDelays() throws {
        try home.write("no program at all", to: "bin/tabshell-growth", mode: 0o755)
        let daemon = try start()
        let begun = Monotonic.now
        let status = try daemon.wait(for: .page("growth"), .restarting, restarts: 5)
        // 100 + 200 + 400 + 800 ms have passed at least.
        #expect(Monotonic.now - begun > 1_200_000_000)
        #expect(status.reason?.contains("starting \(home.appending("bin/tabshell-growth"))") == true)
    }

    @Test func someExitCodesAreFinal() throws {
        try home.write("8", to: "bin/tabshell-panel.exit")
        let daemon = try start()
        let status = try daemon.wait(for: .panel, .failed)
        #expect(status.reason?.contains("it exited with code 8") == true)
        #expect(status.restarts == 0)
        try waitUntil("the pages to be alive") {
            try daemon.state.programs.dropFirst().allSatisfy { $0.phase == .alive }
        }
        #expect(pids("tabshell-panel").count == 1)
    }

    @Test func restartStartsAnewAsIfNothingHadFailed() throws {
        try home.write("2", to: "bin/tabshell-growth.exit")
        let daemon = try start()
        try daemon.wait(for: .page("growth"), .failed)
        let home = try daemon.wait(for: .page("home"), .alive)
        let client = try daemon.client()
        try FileManager.default.removeItem(atPath: self.home.appending("bin/tabshell-growth.exit"))
        for tab in ["growth", "home"] { try client.request("restart", ["tab": tab]) }
        #expect(try daemon.wait(for: .page("growth"), .alive).restarts == 0)
        try waitUntil("Home to be another process") {
            let status = try client.state().status(of: .page("home"))
            return status?.phase == .alive && status?.pid != home.pid
        }
        let pid = try #require(home.pid)
        #expect(pids("tabshell-home").count == 2 && kill(pid, 0) != 0)
        #expect(try client.refusal(of: #"{"verb":"restart","tab":"x"}"#)?.code == "unknown_tab")
    }

    /// Nobody is left without a program that the daemon could not start again.
    @Test func programOfAnotherProcessIsNotRestarted() throws {
        let daemon = try start(["--no-programs"])
        let client = try daemon.client()
        let page = try ChildProcess(
            home.appending("bin/tabshell-home"),
            environment: ["TABSHELL_SOCKET": daemon.socket, "PATH": "/usr/bin:/bin"])
        defer { page.terminate() }
        let status = try daemon.wait(for: .page("home"), .alive)
        #expect(!status.isStartable)
        let error = try client.refusal(of: #"{"verb":"restart","tab":"home"}"#)
        #expect(error?.code == "not_applicable" && error?.message.contains("home") == true)
        #expect(try client.state().status(of: .page("home"))?.pid == status.pid)
    }

    @Test func programThatCannotBeExecutedIsNamedInReason() throws {
        let path = home.appending("bin/tabshell-growth")
        chmod(path, 0o644)
        for name in ["flash", "home"] { unlink(home.appending("bin/tabshell-\(name)")) }
        _ = try home.makeDirectory("bin/tabshell-flash", mode: 0o755)
        let daemon = try start()
        #expect(try daemon.wait(for: .page("growth"), .failed).reason == "\(path) is not executable: chmod +x it")
        #expect(try daemon.wait(for: .page("home"), .failed).reason == "program \"tabshell-home\" not found")
        let flash = try daemon.wait(for: .page("flash"), .failed)
        #expect(flash.reason == "\(home.appending("bin/tabshell-flash")) is a directory, not a program")
    }

    /// The reader of standard error goes away; each missing program causes a line.
    @Test func closedStandardErrorDoesNotEndDaemon() throws {
        for name in Self.names { try FileManager.default.removeItem(atPath: home.appending("bin/\(name)")) }
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        close(ends[0])
        defer { close(ends[1]) }
        let environment = try TestDaemon.environment(in: home).merging(path) { $1 }
        let process = try ChildProcess(
            "bash", ["-c", "exec \(executable) 2>&\(ends[1])"], environment: environment, pass: ends[1])
        let client = try SocketClient.waiting(for: home.appending("run/tabshell/default.sock"))
        try waitUntil("all to fail") { try client.state().programs.allSatisfy { $0.phase == .failed } }
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

    @Test func secondRegistrationIsRefused() throws {
        let daemon = try start()
        try waitForAll(daemon)
        let client = try daemon.client()
        let refusal = try client.refusal(of: #"{"verb":"register","program":"page:home"}"#)
        #expect(refusal?.code == "already_registered")
        #expect(refusal?.data?["pid"] == JSON(pids("tabshell-home")[0]))
        let second = try ChildProcess(
            home.appending("bin/tabshell-home"),
            environment: daemon.environment.merging(["TABSHELL_SOCKET": daemon.socket]) { $1 })
        #expect(try second.waitForExit() == .code(6))
        #expect(try daemon.state.status(of: .page("home"))?.phase == .alive)
    }

    @Test func registrationEndsWithItsConnection() throws {
        let daemon = try start(["--no-programs"])
        let watcher = try daemon.client()
        var page: SocketClient? = try daemon.client()
        try page?.request("register", ["program": "page:flash"])
        #expect(try watcher.state().status(of: .page("flash"))?.phase == .alive)
        #expect(try watcher.state().status(of: .page("flash"))?.pid == getpid())
        #expect(try page?.refusal(of: #"{"verb":"register","program":"panel"}"#)?.code == "already_registered")
        // Nor by the same process on another connection: the end of one would look like the end of both.
        #expect(
            try watcher.refusal(of: #"{"verb":"register","program":"page:flash"}"#)?.code == "already_registered")
        page = nil
        let status = try daemon.wait(for: .page("flash"), .starting)
        #expect(status.pid == getpid())
        try watcher.request("register", ["program": "page:flash"])
        #expect(try watcher.state().status(of: .page("flash"))?.phase == .alive)
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

    /// Takes the 3 s of the grace period.
    @Test func programIgnoringSigtermIsKilled() throws {
        try home.write("", to: "bin/stubborn")
        let daemon = try start()
        try waitForAll(daemon)
        let begun = Monotonic.now
        daemon.process.signal(SIGTERM)
        #expect(try daemon.process.waitForExit() == .code(0))
        #expect(Monotonic.now - begun >= 3_000_000_000)
        for name in Self.names { #expect(!isRunning(pids(name)[0])) }
    }
}
