import Foundation
import TabshellIPC
import TestSupport
import Testing

@Suite struct StartTests {
    private let home: TemporaryDirectory
    private let socket: String

    init() throws {
        home = try TemporaryDirectory()
        socket = home.appending("run/tabshell/default.sock")
    }

    /// Starts a daemon, which exits with a status and a message.
    private func expectExit(
        _ code: Int32, _ message: String, _ arguments: [String] = [], environment: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let daemon = try TestDaemon(["--no-programs"] + arguments, environment: environment, in: home)
        #expect(try daemon.process.waitForExit() == .code(code), sourceLocation: sourceLocation)
        let words = daemon.process.errorOutput
        #expect(words.contains(message), "\(words)", sourceLocation: sourceLocation)
    }

    private func mode(_ path: String) -> mode_t {
        var facts = stat()
        return lstat(path, &facts) == 0 ? facts.st_mode & 0o777 : 0
    }

    @Test func directoryAndSocketAreAccessibleToOwnerOnly() throws {
        let daemon = try TestDaemon(in: home)
        _ = try daemon.client()
        #expect(mode(home.appending("run/tabshell")) == 0o700)
        #expect(mode(socket) == 0o600)
    }

    @Test func socketIsNamedAfterDisplay() throws {
        let names = [("wayland-7", "wayland-7"), ("/somewhere/else/wayland-8", "wayland-8"), ("", "default")]
        for (display, name) in names {
            let daemon = try TestDaemon(environment: ["WAYLAND_DISPLAY": display], in: home)
            _ = try SocketClient.waiting(for: home.appending("run/tabshell/\(name).sock")).read()
            #expect(daemon.process.terminate() == .code(0))
        }
    }

    @Test func directoryAccessibleToOthersIsRefused() throws {
        _ = try TestDaemon.environment(in: home)
        for mode in [0o755, 0o710, 0o701] as [mode_t] {
            let folder = home.appending("run/tabshell")
            rmdir(folder)
            _ = try home.makeDirectory("run/tabshell", mode: mode)
            try expectExit(1, "\(folder) must belong to you and be closed to others")
        }
    }

    /// Others could replace the socket, and the files beside it.
    @Test func directoryThatOthersMayWriteToIsRefused() throws {
        let folder = try home.makeDirectory("open", mode: 0o777)
        try expectExit(1, "others may write to \(folder)", environment: ["TABSHELL_SOCKET": "\(folder)/s"])
        // As on /tmp, where each file is its owner's.
        chmod(folder, 0o1777)
        let daemon = try TestDaemon(environment: ["TABSHELL_SOCKET": "\(folder)/s"], in: home)
        try daemon.client().request("ping")
    }

    @Test(
        arguments: [
            ([], ["XDG_RUNTIME_DIR": ""], 1, "XDG_RUNTIME_DIR is not set"),
            ([], ["XDG_RUNTIME_DIR": "run"], 1, "XDG_RUNTIME_DIR must be an absolute path"),
            ([], ["XDG_RUNTIME_DIR": "/nonexistent"], 1, "/nonexistent/tabshell: No such file or directory"),
            (["--flyy"], [:], 2, "--flyy"), (["--config", "/nonexistent.toml"], [:], 1, "/nonexistent.toml"),
            (["--look", "swift-kitt"], [:], 1, "swift-kitt"),
        ] as [([String], [String: String], Int32, String)])
    func whatIsWrongIsNamed(arguments: [String], variables: [String: String], code: Int32, message: String) throws {
        try expectExit(code, message, arguments, environment: variables)
        #expect(access(socket, F_OK) != 0)
    }

    @Test func tooLongPathIsRefused() throws {
        let folder = home.appending("own")
        let longest =
            folder + "/" + String(repeating: "s", count: Limits.maximumSocketPathBytes - folder.utf8.count - 1)
        try expectExit(
            1, "has 108 bytes, and a Unix socket's has at most 107: choose a shorter TABSHELL_SOCKET",
            environment: ["TABSHELL_SOCKET": longest + "s"])
        let daemon = try TestDaemon(environment: ["TABSHELL_SOCKET": longest], in: home)
        try daemon.client().request("ping")
    }

    @Test func secondDaemonReportsPidOfFirst() throws {
        let first = try TestDaemon(in: home)
        let client = try first.client()
        try expectExit(6, "another tabshelld (pid \(first.process.pid)) already listens on \(socket)")
        try client.request("ping")
        try first.client().request("ping")
    }

    /// Another program's server has no lock file, but is not displaced either.
    @Test func runningServerIsNotDisplaced() throws {
        _ = try TestDaemon.environment(in: home)
        _ = try home.makeDirectory("run/tabshell")
        let server = try ChildProcess("socat", ["UNIX-LISTEN:\(socket),fork", "EXEC:cat"])
        let client = try SocketClient.waiting(for: socket)
        try expectExit(6, "another tabshelld (pid \(server.pid)) already listens")
        try client.send(line: "still there")
        #expect(try client.readLine() == "still there")
    }

    @Test func socketOfKilledDaemonIsReplaced() throws {
        let daemon = try TestDaemon(in: home)
        let client = try daemon.client()
        daemon.process.kill()
        #expect(access(socket, F_OK) == 0)
        #expect(try client.readLine() == nil)
        try daemon.restart()
        try daemon.client().request("ping")
    }

    @Test(arguments: ["a file", "a folder", "a link"]) func whatIsNoSocketIsLeftAlone(kind: String) throws {
        _ = try TestDaemon.environment(in: home)
        _ = try home.makeDirectory("run/tabshell")
        switch kind {
        case "a file": try home.write("precious", to: "run/tabshell/default.sock")
        case "a folder": _ = try home.makeDirectory("run/tabshell/default.sock")
        default: symlink("/nonexistent", socket)
        }
        let before = mode(socket)
        try expectExit(1, "\(socket) exists and is not a socket")
        #expect(mode(socket) == before)
    }

    @Test(arguments: [SIGTERM, SIGINT]) func itEndsWhenItIsAsked(signal: Int32) throws {
        let daemon = try TestDaemon(in: home)
        let client = try daemon.client()
        daemon.process.signal(signal)
        #expect(try daemon.process.waitForExit() == .code(0))
        #expect(try client.readLine() == nil)
        #expect(access(socket, F_OK) != 0)
        #expect(daemon.process.errorOutput.isEmpty)
        try daemon.restart()
        try daemon.client().request("ping")
    }

    /// Only root can act as another user.
    @Test func otherUserIsRejected() throws {
        guard Privilege.user != nil else {
            print("not run: the refusal of another user (foreign_user) needs root")
            return
        }
        let daemon = try TestDaemon(in: home)
        let own = try daemon.client()
        let foreign = try SocketClient(path: socket, asRoot: true)
        guard case .reply(nil, .failure(let error)) = try foreign.message() else { throw SystemError("not refused") }
        #expect(error.code == "foreign_user")
        #expect(error.message.contains("not user 0"))
        #expect(try foreign.readLine() == nil)
        try own.request("ping")
    }
}
