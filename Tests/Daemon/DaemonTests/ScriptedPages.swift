import Foundation
import TestSupport

/// A home with a configuration whose pages are scripts, and whose panel does nothing.
struct ScriptedPages {
    let home: TemporaryDirectory

    /// The program of each page is a script in Python; its arguments are the home and the tab.
    init(_ script: String, tabs: [String] = ["a", "b"], more: String = "", actions: String = "") throws {
        home = try .home("bin")
        try home.write("#!/usr/bin/env python3\n" + Self.prelude + script, to: "bin/page", mode: 0o755)
        let tables = tabs.map { [home] tab in
            """
            [[tabs]]
            id = "\(tab)"
            title = "\(tab)"
            icon = "home"
            exec = \([home.appending("bin/page"), home.path, tab])

            """
        }
        let panel = "panel = [\"/bin/sh\", \"-c\", \"exec tail -f /dev/null\"]\n"
        try home.configure(more + panel + "order = \(tabs)\n" + tables.joined() + actions)
    }

    func start(_ environment: [String: String] = [:]) throws -> TestDaemon {
        try TestDaemon([], environment: environment, in: home)
    }

    func pids(_ tab: String) -> [pid_t] { home.pids("\(tab).pids") }

    private static let prelude = Repository.text("Tests/Fixtures/files/page.py")

    /// A page that connects to each daemon in turn.
    static let reconnecting = """
        while True:
            try:
                for line in connect(): pass
            except OSError: pass
            select.select([], [], [], 0.02)

        """

    /// A page that answers pings, unless a file `hang-TAB` exists.
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
