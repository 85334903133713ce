// SPDX-License-Identifier: MIT

import FakeCompositor
import Foundation
import TestSupport
import Testing

/// The programs with a daemon of a later version, which sends what they do not know and leaves out what they know.
@Suite(.serialized) struct OtherDaemonTests {
    /// A server that sends the transcript's events to each client that subscribes, prints the problems that clients
    /// report, and has them in its state.
    private static let server = """
        import json, os, socket, sys, threading
        lines = open(sys.argv[1]).read().splitlines()
        state = {"revision": 5}
        for line in lines[3:]:
            event = json.loads(line) if line.startswith("{") else {}
            topic = event.get("event")
            if topic in event: state[topic] = event[topic]
        def serve(connection):
            def send(line): connection.sendall(line.encode() + b"\\n")
            program = None
            send(lines[0])
            for text in connection.makefile("rb"):
                request = json.loads(text)
                verb, answer = request["verb"], {}
                if verb == "register":
                    program = {"program": request["program"], "phase": "alive", "pid": None, "restarts": 0}
                    programs = [old for old in state["programs"] if old["program"] != request["program"]]
                    state["programs"] = programs + [program]
                if verb == "state": answer = state
                if verb == "report":
                    program["problem"] = request["problem"]
                    print(program["program"], request["problem"], flush=True)
                send(json.dumps({"id": request.get("id"), "ok": answer}))
                if verb == "subscribe":
                    for line in lines[3:]: send(line)
        if os.path.exists(sys.argv[2]): os.unlink(sys.argv[2])
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(sys.argv[2])
        listener.listen(50)
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=serve, args=(connection,), daemon=True).start()
        """

    /// Runs a command on a terminal: `tabctl` prints text only there.
    private static let terminal = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)"

    /// The problem of the transcript's first line that has one.
    private static let problem = #"tabs.1.role is "page""#

    @Test(arguments: ["panel", "page:flash", "page:home"])
    func programsGoOnWithADaemonOfALaterVersion(program: String) throws {
        let compositor = try FakeCompositor()
        let path = compositor.folder.appending("daemon.sock")
        let transcript = try compositor.folder.write(
            String(contentsOf: Repository.file("Tests/IPC/Transcripts/daemon-1.9.jsonl"), encoding: .utf8),
            to: "transcript", mode: 0o644)
        let environment = Environment.plain.merging([
            "WAYLAND_DISPLAY": compositor.socketPath, "XDG_RUNTIME_DIR": compositor.folder.path,
            "XDG_DATA_HOME": compositor.folder.path, "TABSHELL_SOCKET": path, "TERM": "dumb",
        ]) { $1 }
        let tab = program.split(separator: ":").dropFirst().first.map(String.init)
        let child = try ChildProcess(
            BuiltProducts.url(tab == nil ? "tabshell-panel" : "tabshell-sample").path,
            tab.map { ["--tab", $0] } ?? [], environment: environment)
        func lines(with text: String) -> Int { child.errorOutput.split(separator: "\n").count { $0.contains(text) } }
        for round in 1...2 {
            let server = try ChildProcess("python3", ["-c", Self.server, transcript, path])
            try compositor.waitUntil("the report: \(server.output)\(server.errorOutput)\(child.errorOutput)") {
                server.output.split(separator: "\n").contains { $0.hasPrefix("\(program) \(Self.problem)") }
            }
            try compositor.waitUntil("\(program) to be shown: \(child.errorOutput)") { isShown(program, compositor) }
            let status = try ChildProcess.run(
                "python3", ["-c", Self.terminal, BuiltProducts.url("tabctl").path, "status"], environment: environment)
            let text = String(decoding: status, as: UTF8.self)
            #expect(text.contains("it reports: \(Self.problem)"), "\(text)")
            // The last picture stays when the daemon goes.
            server.kill()
            try compositor.waitUntil("the loss in the log") { lines(with: "the daemon is lost") == round }
            try compositor.settle(compositor.clients[0])
            #expect(isShown(program, compositor))
        }
        // Logged once, however many connections have it.
        #expect(lines(with: Self.problem) == 1, "\(child.errorOutput)")
        #expect(child.isRunning)
        #expect(compositor.violations == [])
    }

    /// True if the program shows what the transcript ends with: Flash is the selected tab. Before it was Home, which may have been
    /// left before its first frame.
    private func isShown(_ program: String, _ compositor: FakeCompositor) -> Bool {
        guard program != "panel" else { return compositor.surfaces("tabshell-bar").contains(where: \.showsIcons) }
        return compositor.surfaces("tabshell-page-\(program.dropFirst(5))").contains { page in
            page.shown?.bufferSize?.width == (program == "page:home" ? 1 : 428)
        }
    }
}
