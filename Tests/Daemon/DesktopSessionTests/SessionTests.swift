// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// tabshell-session on headless sway.
@Suite struct SessionTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory(in: TemporaryDirectory.memoryBase)
        // It is not the first start.
        try makeHome("")
        try configure(SamplePages.tables())
    }

    /// Makes the folder of a user who has started a session before.
    private func makeHome(_ name: String) throws {
        for folder in ["", "/.config", "/.config/tabshell"] {
            let path = directory.path + name + folder
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            if let user = Privilege.user { chown(path, user, user) }
        }
    }

    private func configure(_ text: String) throws {
        let path = directory.appending(".config/tabshell/config.toml")
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        if let user = Privilege.user { chown(path, user, user) }
    }

    private func environment(_ further: [String: String] = [:]) -> [String: String] {
        let settings = [
            "XDG_RUNTIME_DIR": directory.path, "HOME": directory.path, "WLR_BACKENDS": "headless",
            "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
        ]
        return Environment.plain.merging(settings) { _, ours in ours }.merging(further) { _, further in further }
    }

    private func start(
        _ arguments: [String] = ["--compositor", "sway"], environment further: [String: String] = [:]
    ) throws -> ChildProcess {
        try ChildProcess(
            BuiltProducts.url("tabshell-session").path, arguments, environment: environment(further))
    }

    /// The sockets of daemons.
    private func sockets() throws -> [String] {
        let folder = directory.appending("tabshell")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".sock") }.map { "\(folder)/\($0)" }.sorted()
    }

    private func child(of session: ChildProcess, _ name: String) throws -> pid_t? {
        ProcessFacts(pid: session.pid).children.first { $0.name == name }?.pid
    }

    /// Waits until the panel and all pages are alive.
    private func waitUntilAlive(_ session: ChildProcess, _ socket: String) throws {
        try waitUntil("the programs to be alive: \(session.errorOutput)") {
            guard let client = try? SocketClient(path: socket), (try? client.expect(event: "hello")) != nil,
                let state = try? client.request("state"),
                let programs = state["programs"] as? [[String: Any]]
            else { return false }
            return programs.count == 4 && programs.allSatisfy { $0["phase"] as? String == "alive" }
        }
    }

    private func socket(of session: ChildProcess) throws -> String {
        try waitFor("the daemon's socket: \(session.errorOutput)") { try sockets().first }
    }

    @Test func whatDiesIsStartedAgainAndNothingIsLeft() throws {
        let session = try start()
        // Killed, it would leave its programs.
        defer { session.terminate() }
        let socket = try socket(of: session)
        try waitUntilAlive(session, socket)

        let daemon = try #require(try child(of: session, "tabshelld"))
        kill(daemon, SIGKILL)
        try waitUntil("another daemon") { try child(of: session, "tabshelld").map { $0 != daemon } ?? false }
        try waitUntilAlive(session, socket)

        let compositor = try #require(try child(of: session, "sway"))
        kill(compositor, SIGKILL)
        try waitUntil("another compositor") { try child(of: session, "sway").map { $0 != compositor } ?? false }
        let next = try waitFor("the daemon on it") { try sockets().first { access($0, F_OK) == 0 } }
        try waitUntilAlive(session, next)
        #expect(session.errorOutput.contains("tabshelld has ended (signal 9); it is started again"))
        #expect(session.errorOutput.contains("sway has ended (signal 9); it is started again"))

        session.signal(SIGTERM)
        #expect(try session.waitForExit() == .code(0))
        #expect(try sockets().isEmpty)
        let left = try FileManager.default.contentsOfDirectory(atPath: directory.appending("tabshell"))
        #expect(!left.contains { $0.hasPrefix("session-") })
    }

    /// The first session of a user offers the looks, the second does not; `--demo` does so at any time.
    @Test func firstStartWelcomes() throws {
        let home = try directory.makeDirectory("new")
        if let user = Privilege.user { chown(home, user, user) }
        for (arguments, isWelcomed) in [([], true), ([], false), (["--demo"], true)] {
            let session = try start(["--compositor", "sway"] + arguments, environment: ["HOME": home])
            defer { session.terminate() }
            let socket = try socket(of: session)
            // The pages of the default look may not be installed.
            let state = try waitFor("the panel, and the tabs: \(session.errorOutput)") { () -> [String: Any]? in
                guard let client = try? SocketClient(path: socket), (try? client.expect(event: "hello")) != nil,
                    let state = try? client.request("state"), let programs = state["programs"] as? [[String: Any]]
                else { return nil }
                let isAlive = programs.contains {
                    $0["program"] as? String == "panel" && $0["phase"] as? String == "alive"
                }
                return isAlive && programs.count == (isWelcomed ? 5 : 4) ? state : nil
            }
            #expect((state["selection"] as? [String: Any])?["tab"] as? String == (isWelcomed ? "welcome" : "home"))
            session.signal(SIGTERM)
            #expect(try session.waitForExit() == .code(0))
        }
    }

    @Test func twoSessionsDoNotMeet() throws {
        let sessions = [try start(), try start()]
        defer { for session in sessions { session.terminate() } }
        let paths = try waitFor("two sockets: \(sessions.map(\.errorOutput))") { () -> [String]? in
            let paths = try sockets()
            return paths.count == 2 ? paths : nil
        }
        for path in paths { try waitUntilAlive(sessions[0], path) }
        let clients = try paths.map { try SocketClient(path: $0) }
        for client in clients { try client.expect(event: "hello") }
        try clients[0].request("select", ["tab": "growth"])
        let selections = try clients.map { client in
            (try client.request("state")["selection"] as? [String: Any])?["tab"] as? String
        }
        #expect(selections == ["growth", "home"])
    }

    @Test func whatIsMissingIsNamed() throws {
        func message(_ arguments: [String], _ variables: [String: String]) throws -> String {
            let process = try ChildProcess(
                BuiltProducts.url("tabshell-session").path, arguments, environment: environment(variables))
            #expect(try process.waitForExit() == .code(1))
            return process.errorOutput
        }
        #expect(try message([], ["XDG_RUNTIME_DIR": ""]).hasPrefix("tabshell-session: XDG_RUNTIME_DIR is not set"))
        #expect(
            try message([], ["PATH": directory.path])
                == "tabshell-session: no compositor found: install labwc or sway, or name another by --compositor\n")
        #expect(
            try message(["--compositor", "nowhere"], [:])
                == "tabshell-session: the compositor cannot be started: program \"nowhere\" not found\n")
        #expect(
            try message(["--window"], [:])
                == "tabshell-session: --window needs a session that runs already, and WAYLAND_DISPLAY names none\n")
        #expect(
            try message(["--ready"], [:])
                == "tabshell-session: --ready is run by the compositor of a session; TABSHELL_SESSION is not set\n")
        // It ends at once.
        #expect(
            try message(["--compositor", "/bin/false"], [:])
                == "tabshell-session: /bin/false has ended (exit status 1) before it was ready; its messages are above\n"
        )
    }

    /// Another user may have made the folder, and could put a configuration of his own into it.
    @Test func folderOfAnotherUserIsRefused() throws {
        let runtime = try directory.makeDirectory("run", mode: 0o1777)
        let folder = "\(runtime)/tabshell"
        func refusal() throws -> String {
            let process = try start(environment: ["XDG_RUNTIME_DIR": runtime])
            #expect(try process.waitForExit() == .code(1))
            return process.errorOutput
        }
        try #require(mkdir(folder, 0o700) == 0)
        chmod(folder, 0o777)
        if let user = Privilege.user { chown(folder, user, user) }
        #expect(try refusal().hasPrefix("tabshell-session: \(folder) must belong to you"))
        rmdir(folder)
        let target = try directory.makeDirectory("elsewhere")
        symlink(target, folder)
        #expect(try refusal().hasPrefix("tabshell-session: \(folder) must belong to you"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: target).isEmpty)
        unlink(folder)
        if let user = Privilege.user {
            try #require(mkdir(folder, 0o700) == 0 && chown(folder, user - 1, user - 1) == 0)
            #expect(try refusal().contains(folder))
            rmdir(folder)
        }
        // Anybody could replace it.
        chmod(runtime, 0o777)
        #expect(try refusal().hasPrefix("tabshell-session: \(folder) must belong to you"))
        guard Privilege.user != nil else { return }
        // As by sudo, which keeps the variable.
        chmod(runtime, 0o700)
        let process = try ChildProcess(
            BuiltProducts.url("tabshell-session").path, ["--compositor", "sway"],
            environment: environment(["XDG_RUNTIME_DIR": runtime]), asRoot: true)
        #expect(try process.waitForExit() == .code(1))
        #expect(process.errorOutput.hasPrefix("tabshell-session: \(folder) must belong to you"))
    }

    /// A user's file in a folder whose name a shell would take apart, and a message that is longer than a pipe writes at once.
    @Test func strangeNamesAndLongVariablesAreTaken() throws {
        let name = "a b $(touch x) 'c"
        let home = try directory.makeDirectory(name)
        for folder in [".config", ".config/tabshell"] { _ = try directory.makeDirectory("\(name)/\(folder)") }
        let proof = directory.appending("proof")
        try directory.write("exec touch \(proof)\n", to: "\(name)/.config/tabshell/sway.conf")
        let session = try start(
            environment: [
                "XDG_CONFIG_HOME": "\(home)/.config", "XCURSOR_THEME": String(repeating: "x", count: 6000),
            ])
        defer { session.terminate() }
        _ = try socket(of: session)
        try waitUntil("the user's file to be read: \(session.errorOutput)") { access(proof, F_OK) == 0 }
        #expect(!session.errorOutput.contains("no message that can be understood"))
    }

    /// The next compositor is no client of the one that has crashed, although its start fails once, and shows the tab of before.
    @Test func compositorThatCrashesComesBackInItsOwnEnvironment() throws {
        let ready = try BuiltProducts.url("tabshell-session").path
        let configuration = try directory.write("exec \(ready) --ready\n", to: "my-sway", mode: 0o644)
        let starts = try directory.makeDirectory("starts")
        if let user = Privilege.user { chown(starts, user, user) }
        let script = """
            number=$(ls \(starts) | wc -l)
            env >\(starts)/$number
            [ $number != 1 ] || exit 1
            exec sway -c \(configuration)
            """
        let compositor = try directory.write("#!/bin/sh\n\(script)\n", to: "compositor", mode: 0o755)
        try configure("compositor = [\"\(compositor)\", \"-\"]\n" + SamplePages.tables())
        let session = try start([])
        defer { session.terminate() }
        let socket = try socket(of: session)
        try waitUntilAlive(session, socket)
        do {
            let client = try SocketClient(path: socket)
            try client.expect(event: "hello")
            try client.request("select", ["tab": "growth"])
        }
        kill(try #require(try child(of: session, "sway")), SIGSEGV)
        try waitUntil("the third start: \(session.errorOutput)") { access("\(starts)/2", F_OK) == 0 }
        try waitUntil("the tab of before: \(session.errorOutput)") {
            guard let path = try sockets().first, let client = try? SocketClient(path: path),
                (try? client.expect(event: "hello")) != nil, let state = try? client.request("state")
            else { return false }
            return (state["selection"] as? [String: Any])?["tab"] as? String == "growth"
        }
        for number in 0...2 {
            let variables = try String(contentsOfFile: "\(starts)/\(number)", encoding: .utf8).split(separator: "\n")
            #expect(!variables.contains { $0.hasPrefix("WAYLAND_DISPLAY=") || $0.hasPrefix("SWAYSOCK=") })
        }
        #expect(session.errorOutput.contains("has ended (exit status 1); it is started again"))
    }

    @Test func configurationNamesAnyCompositor() throws {
        let ready = try BuiltProducts.url("tabshell-session").path
        let configuration = try directory.write("exec \(ready) --ready\n", to: "my-sway", mode: 0o644)
        try configure("compositor = [\"sway\", \"-c\", \"\(configuration)\"]\n" + SamplePages.tables())
        let session = try start([])
        defer { session.terminate() }
        try waitUntilAlive(session, try socket(of: session))
        // It ends with its compositor.
        kill(try #require(try child(of: session, "sway")), SIGTERM)
        #expect(try session.waitForExit() == .code(0))
        #expect(try sockets().isEmpty)
    }
}
