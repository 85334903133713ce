// SPDX-License-Identifier: MIT

import Foundation
import ShellModel
import TestSupport

/// A home with a configuration whose pages are scripts, and whose panel does nothing.
struct ScriptedPages {
    let home: TemporaryDirectory

    /// - Parameters:
    ///   - script: the program of each page, in Python; its arguments are the home and the tab.
    ///   - tabs: the tabs.
    ///   - more: lines at the top of the configuration.
    init(_ script: String, tabs: [String] = ["a", "b"], more: String = "", actions: String = "") throws {
        home = try TemporaryDirectory()
        for folder in ["bin", ".config", ".config/tabshell"] { _ = try home.makeDirectory(folder) }
        try home.write("#!/usr/bin/env python3\n" + Self.prelude + script, to: "bin/page", mode: 0o755)
        let order = tabs.map { "\"\($0)\"" }.joined(separator: ", ")
        let tables = tabs.map {
            """
            [[tabs]]
            id = "\($0)"
            title = "\($0)"
            icon = "home"
            exec = ["\(home.appending("bin/page"))", "\(home.path)", "\($0)"]

            """
        }
        let panel = "panel = [\"/bin/sh\", \"-c\", \"exec tail -f /dev/null\"]\n"
        try home.write(
            more + panel + "order = [\(order)]\n" + tables.joined() + actions, to: ".config/tabshell/config.toml")
    }

    func start(_ environment: [String: String] = [:]) throws -> TestDaemon {
        try TestDaemon([], environment: environment, in: home)
    }

    /// The lines that a script has written to a file.
    func lines(_ file: String) -> [String] {
        let text = try? String(contentsOfFile: home.appending(file), encoding: .utf8)
        return text?.split(separator: "\n").map(String.init) ?? []
    }

    func pids(_ tab: String) -> [pid_t] { lines("\(tab).pids").compactMap { pid_t($0) } }

    /// Waits until the status of a tab's page meets a condition.
    @discardableResult
    func wait(
        for tab: TabID, _ what: String, _ daemon: TestDaemon, _ condition: (ProgramStatus) -> Bool
    ) throws -> ProgramStatus {
        let client = try daemon.client()
        return try waitFor("\(tab) to be \(what): \(daemon.process.errorOutput)") {
            let status = try client.state().status(of: .page(tab))
            return status.flatMap { condition($0) ? $0 : nil }
        }
    }

    private static let prelude = """
        import json, os, select, signal, socket, subprocess, sys, time
        home, tab = sys.argv[1:3]
        def note(file, text):
            with open(f"{home}/{file}", "a") as output: print(text, file=output)
        note(tab + ".pids", os.getpid())
        def say(**message): print(json.dumps(message), file=lines, flush=True)
        def connect(**options):
            global lines
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(os.environ["TABSHELL_SOCKET"])
            lines = connection.makefile("rw")
            say(id=1, verb="register", program="page:" + tab, **options)
            return lines

        """

    /// A page that answers pings, unless there is a file `hang-TAB`.
    static let answering = """
        for line in connect(pings=True):
            message = json.loads(line)
            if message.get("event") != "ping": continue
            note(tab + ".pings", message["serial"])
            while os.path.exists(f"{home}/hang-{tab}"): signal.pause()
            say(verb="pong", serial=message["serial"])

        """
}

/// True while a process runs.
func isRunning(_ pid: pid_t) -> Bool {
    guard let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return false }
    return !stat.contains(") Z ")
}
