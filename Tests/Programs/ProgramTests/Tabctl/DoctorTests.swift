import CommandLineKit
import Foundation
import TestSupport
import Testing

/// `tabctl doctor` by process: without a session, with a daemon, with two, and beside programs that hang.
@Suite struct DoctorTests {
    private let tabctl: Tabctl

    init() throws {
        tabctl = try Tabctl()
    }

    private struct Row: Decodable {
        var check: String
        var verdict: String
        var text: String
        var advice: String?
    }

    /// Runs it in the environment of the folder, with some changes.
    private func doctor(
        _ changes: [String: String?] = [:], program: String? = nil, arguments: [String] = []
    ) throws -> (exit: ChildProcess.Exit, rows: [String: Row]) {
        var environment = tabctl.environment
        for (name, value) in changes { environment[name] = value }
        let process = try ChildProcess(
            program ?? BuiltProducts.url("tabctl").path, ["doctor"] + arguments, environment: environment)
        let exit = try process.waitForExit()
        #expect(process.errorOutput == "")
        let rows = try process.output.split(separator: "\n").map {
            try JSONDecoder().decode(Row.self, from: Data($0.utf8))
        }
        return (exit, Dictionary(uniqueKeysWithValues: rows.map { ($0.check, $0) }))
    }

    @Test func nothingThere() throws {
        let (exit, rows) = try doctor(["XDG_RUNTIME_DIR": nil, "WAYLAND_DISPLAY": nil, "HOME": nil])
        #expect(exit == .code(1))
        #expect(rows["XDG_RUNTIME_DIR"]?.verdict == "failed")
        #expect(rows["WAYLAND_DISPLAY"]?.verdict == "warning")
        #expect(rows["compositor"]?.verdict == "failed")
        #expect(rows["compositor"]?.advice?.contains("tabshell-session") == true)
        #expect(rows["daemon"]?.verdict == "failed")
        #expect(rows["programs"]?.verdict == "ok")
        #expect(rows["confinement"]?.verdict != "failed")
        #expect(rows["configuration"]?.verdict == "ok")
    }

    /// A kernel without seccomp, for which a filter stands that refuses seccomp(2).
    @Test(arguments: ["doctor", "status"]) func kernelThatCannotConfineIsReported(command: String) throws {
        #if arch(x86_64)
            let seccomp = 317
        #else
            let seccomp = 277
        #endif
        // On a terminal, as a person starts it.
        let onTerminal = [RefusedCall.python, "-c", "import pty, sys; pty.spawn(sys.argv[1:])"]
        _ = try tabctl.startDaemon()
        let process = try ChildProcess(
            RefusedCall.python,
            RefusedCall.arguments(seccomp, error: ENOSYS, onTerminal + [BuiltProducts.url("tabctl").path, command]),
            environment: tabctl.environment)
        _ = try process.waitForExit()
        #expect(process.output.contains("the kernel lacks seccomp"), "\(process.output)")
    }

    /// Of the state and the configuration, below two homes here.
    @Test func folderThatTakesNoFileIsReported() throws {
        let folder = try TemporaryDirectory()
        let (state, configuration) = (try folder.makeDirectory("state"), try folder.makeDirectory("configuration"))
        let environment = ["XDG_STATE_HOME": state, "XDG_CONFIG_HOME": configuration]
        for path in [state, configuration] { chmod(path, 0o777) }
        let row = try #require(try doctor(environment).rows["storage"])
        #expect(row.verdict == "ok" && row.text == "\(state)/tabshell")
        #expect(try FileManager.default.contentsOfDirectory(atPath: state).isEmpty)
        for path in [state, configuration] {
            chmod(path, 0o555)
            let row = try #require(try doctor(environment).rows["storage"])
            chmod(path, 0o777)
            // Root may write everywhere.
            guard geteuid() != 0 || Privilege.user != nil else { continue }
            #expect(row.verdict == (path == state ? "failed" : "warning"))
            #expect(row.text == "nothing can be saved in \(path)/tabshell: Permission denied")
        }
    }

    @Test func daemonIsThere() throws {
        let pid = try tabctl.startDaemon()
        let (exit, rows) = try doctor()
        #expect(exit == .code(1), "there is no compositor")
        #expect(rows["daemon"]?.verdict == "ok")
        #expect(rows["daemon"]?.text.hasSuffix("pid \(pid)") == true)
        #expect(rows["socket"]?.text == tabctl.socket)
        #expect(rows["socket"]?.verdict == "ok")
        #expect(rows["XDG_RUNTIME_DIR"]?.verdict != "failed")
        #expect(rows["other daemons"] == nil)
        #expect(rows["panel"]?.verdict == "failed", "it was started without one")
    }

    @Test func daemonOfAnotherVersion() throws {
        let hello = Tabctl.hello.replacingOccurrences(
            of: #""version":"\#(tabshellVersion)""#, with: #""version":"0.0.9""#)
        try tabctl.startServer(saying: [hello])
        let row = try doctor().rows["daemon"]
        #expect(row?.verdict == "failed")
        #expect(row?.text.contains("0.0.9") == true)
        #expect(row?.advice?.hasPrefix("Restart the daemon") == true)
    }

    @Test func socketOfAKilledDaemon() throws {
        kill(try tabctl.startDaemon(), SIGKILL)
        try waitUntil("the end") { (try? SocketClient(path: tabctl.socket)) == nil }
        let row = try doctor().rows["daemon"]
        #expect(row?.verdict == "failed")
        #expect(row?.text.contains("Connection refused") == true)
    }

    @Test func secondDaemon() throws {
        func daemon(_ display: String, socket: String) throws -> ChildProcess {
            let changes = [
                "WAYLAND_DISPLAY": display, "TABSHELL_SOCKET": tabctl.home.appending("run/tabshell/\(socket).sock"),
            ]
            let process = try ChildProcess(
                BuiltProducts.url("tabshelld").path, ["--no-programs"],
                environment: tabctl.environment.merging(changes) { $1 })
            _ = try SocketClient.waiting(for: changes["TABSHELL_SOCKET"] ?? "").read()
            return process
        }
        let first = try daemon("wayland-1", socket: "wayland-1")
        #expect(try doctor().rows["WAYLAND_DISPLAY"]?.text.hasPrefix("wayland-1, the daemon's") == true)
        let other = try daemon("wayland-2", socket: "wayland-2")
        let display = ["WAYLAND_DISPLAY": "wayland-1"]
        var row = try doctor(display).rows["other daemons"]
        #expect(row?.verdict == "warning")
        #expect(row?.text.contains("wayland-2.sock, pid \(other.pid), on wayland-2") == true)
        let same = try daemon("wayland-1", socket: "default")
        row = try doctor(display).rows["other daemons"]
        #expect(row?.verdict == "failed")
        #expect(row?.advice?.hasPrefix("kill \(same.pid),") == true)
        // The one elsewhere is the daemon, and the ones in the usual place are the others.
        let elsewhere = try daemon("wayland-3", socket: "../elsewhere")
        let rows = try doctor(["TABSHELL_SOCKET": tabctl.home.appending("run/tabshell/../elsewhere.sock")]).rows
        #expect(rows["daemon"]?.text.hasSuffix("pid \(elsewhere.pid)") == true)
        #expect(rows["other daemons"]?.text.split(separator: "\n").count == 3)
        withExtendedLifetime((first, elsewhere)) {}
    }

    /// Errors in the configuration, a damaged state, a compositor that does not answer, and the units of the service manager.
    @Test func whatIsWrongIsFound() throws {
        for folder in [".config", ".config/tabshell", ".local", ".local/state", ".local/state/tabshell"] {
            _ = try tabctl.home.makeDirectory(folder)
        }
        let file = try tabctl.home.write("\n[bar]\nheigth = 3\n", to: ".config/tabshell/config.toml", mode: 0o644)
        let damaged = try tabctl.home.write("", to: ".local/state/tabshell/default.json.bad")
        try tabctl.home.write(
            """
            #!/bin/sh
            [ "$1 $2" = "--user show" ] || exit 1
            printf 'Id=tabshell.service\\nLoadState=loaded\\nUnitFileState=enabled\\nActiveState=active\\n\\n'
            printf 'Id=tabshell.target\\nLoadState=not-found\\nUnitFileState=\\nActiveState=inactive\\n'
            """, to: "systemctl", mode: 0o755)
        let path = tabctl.home.appending("run/wayland-7")
        let server = try ChildProcess("socat", ["UNIX-LISTEN:\(path),fork", "EXEC:sleep 1000"])
        _ = try SocketClient.waiting(for: path)
        let (exit, rows) = try doctor(
            ["WAYLAND_DISPLAY": "wayland-7", "PATH": "\(tabctl.home.path):/usr/bin:/bin"],
            arguments: ["--timeout", "3"])
        #expect(exit == .code(1))
        #expect(rows["configuration"]?.verdict == "failed")
        #expect(rows["configuration"]?.text.contains("\(file):3: bar.heigth: ") == true)
        #expect(rows["saved state"]?.verdict == "warning" && rows["saved state"]?.text.hasSuffix(damaged) == true)
        #expect(rows["compositor"]?.text == "does not answer within 3 s" && rows["vibration"] != nil)
        #expect(rows["tabshell.service"]?.text == "enabled, active" && rows["systemd"] == nil)
        #expect(rows["tabshell.target"]?.text == "not installed")
        withExtendedLifetime(server) {}
    }

    @Test func runtimeDirectoryOfAnotherUser() throws {
        let row = try doctor(["XDG_RUNTIME_DIR": "/"]).rows["XDG_RUNTIME_DIR"]
        #expect(row?.text.hasPrefix("/ belongs to user 0, ") == true)
    }

    /// The lines of a library are not taken for replies.
    @Test func textAndIconAreTried() throws {
        #expect(try doctor().rows["drawing"]?.text.hasPrefix("a text and an icon") == true)
        let row = try doctor(["FC_DEBUG": "1"]).rows["drawing"]
        #expect(row?.verdict == "warning")
        #expect(
            row?.text.hasPrefix("a text and an icon, and libraries report:\nFC_DEBUG=1\n") == true, "\(row?.text ?? "")"
        )
    }

    /// A copy of tabctl finds the programs beside it first.
    @Test func programsThatHangOrLack() throws {
        _ = try tabctl.home.makeDirectory("bin")
        let copy = try tabctl.home.copy(BuiltProducts.url("tabctl").path, to: "bin/tabctl")
        try tabctl.home.write("#!/bin/sh\nexec sleep 1000\n", to: "bin/tabshell-panel", mode: 0o755)
        try tabctl.home.write("#!/bin/sh\necho broken >&2\nexit 3\n", to: "bin/tabshell-raster", mode: 0o755)
        let (exit, rows) = try doctor(["PATH": "/usr/bin:/bin"], program: copy, arguments: ["--timeout", "2"])
        #expect(exit == .code(1))
        #expect(rows["tabshell-panel"]?.text == "did not end within 2.0 s")
        #expect(rows["tabshell-raster"]?.text == "broken")
        #expect(rows["programs"]?.verdict == "failed")
        #expect(rows["programs"]?.text.hasSuffix("tabshelld, tabshell-config, tabshell-page") == true)
    }

    @Test func tableOnATerminal() throws {
        let result = try tabctl.onTerminal("doctor")
        #expect(result.exit == .code(1))
        #expect(result.output.contains("\ndaemon           failed   does not run: "), "\(result.output)")
        #expect(result.output.contains(" → Start it: tabshelld\n"))
    }
}
