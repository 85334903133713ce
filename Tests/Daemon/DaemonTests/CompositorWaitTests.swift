// SPDX-License-Identifier: MIT

import Foundation
import ShellModel
import TestSupport
import Testing

/// Programs that find no compositor.
@Suite struct CompositorWaitTests {
    /// A page that needs the compositor's socket, as libwayland would connect to it.
    private static let script = """
        path = os.environ["XDG_RUNTIME_DIR"] + "/" + os.environ["WAYLAND_DISPLAY"]
        compositor = socket.socket(socket.AF_UNIX)
        try: compositor.connect(path)
        except OSError: sys.exit(3)
        connect()
        compositor.recv(1)
        sys.exit(7)

        """

    /// Listens as a compositor does, for as long as the process lives.
    private func compositor(at path: String) throws -> ChildProcess {
        try ChildProcess("socat", ["UNIX-LISTEN:\(path),fork,mode=777,unlink-early", "EXEC:cat"])
    }

    @Test func programsStartWhenThereIsACompositor() throws {
        let pages = try ScriptedPages(Self.script)
        let socket = pages.home.appending("run/wayland-7")
        let daemon = try pages.start(["WAYLAND_DISPLAY": "wayland-7", "TABSHELL_SOCKET": pages.home.appending("s")])
        for tab in ["a", "b"] as [TabID] {
            let status = try daemon.wait(for: .page(tab), "waiting") { $0.reason == "no compositor at \(socket)" }
            #expect(status.phase == .restarting)
        }
        // A socket that nothing listens on, as a killed compositor leaves it.
        do { _ = try UnixSocket(SOCK_STREAM, boundTo: socket) }
        let first = try compositor(at: socket)
        for tab in ["a", "b"] as [TabID] { try daemon.wait(for: .page(tab), "alive") { $0.phase == .alive } }
        // One line, whatever the number of programs, and no start in vain.
        let lines = daemon.process.errorOutput.split(separator: "\n")
        #expect(lines.filter { $0.contains("no compositor") }.count == 1, "\(daemon.process.errorOutput)")
        #expect(lines.contains { $0.hasSuffix("there is a compositor at \(socket)") })
        #expect(pages.pids("a").count == 2 && pages.pids("b").count == 2)

        // It goes, with its clients, and comes back.
        let connections = try waitFor("a process for each connection") { () -> [ProcessFacts]? in
            let children = ProcessFacts(pid: first.pid).children
            return children.count == 2 ? children : nil
        }
        first.kill()
        for connection in connections { kill(connection.pid, SIGKILL) }
        for tab in ["a", "b"] as [TabID] {
            try daemon.wait(for: .page(tab), "waiting") { $0.reason == "no compositor at \(socket)" }
        }
        let second = try compositor(at: socket)
        for tab in ["a", "b"] as [TabID] { try daemon.wait(for: .page(tab), "alive") { $0.phase == .alive } }
        let output = daemon.process.errorOutput
        #expect(output.split(separator: "\n").filter { $0.contains("no compositor") }.count == 2, "\(output)")
        withExtendedLifetime(second) {}
    }

    /// One that ends disconnects its clients first, and accepts connections for a moment.
    @Test func noProgramIsStartedInVain() throws {
        let script = """
            try: socket.socket(socket.AF_UNIX).connect(os.environ["WAYLAND_DISPLAY"])
            except OSError: open(os.environ["XDG_RUNTIME_DIR"] + "/vain", "w")
            sys.exit(7)

            """
        let pages = try ScriptedPages(script, tabs: ["a"])
        let socket = pages.home.appending("c")
        let server = try compositor(at: socket)
        try waitUntil("the compositor") { access(socket, F_OK) == 0 }
        let daemon = try pages.start(["WAYLAND_DISPLAY": socket, "TABSHELL_SOCKET": pages.home.appending("s")])
        // Each delay is twice the one before.
        try daemon.wait(for: .page("a"), "retried") { $0.restarts >= 3 }
        server.kill()
        try daemon.wait(for: .page("a"), "waiting") { $0.reason == "no compositor at \(socket)" }
        #expect(access(pages.home.appending("run/vain"), F_OK) != 0)
    }
}
