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

    /// The tab in front, and the phases of the programs by their names; nil without a daemon.
    private func state(at socket: String) -> (tab: String?, phases: [String: String])? {
        guard let client = try? SocketClient(path: socket), (try? client.expect(event: "hello")) != nil,
            let state = try? client.request("state"), let programs = state["programs"] as? [[String: Any]]
        else { return nil }
        let phases = programs.map { ("\($0["program"] ?? "")", "\($0["phase"] ?? "")") }
        return ((state["selection"] as? [String: Any])?["tab"] as? String, Dictionary(uniqueKeysWithValues: phases))
    }

    private func select(_ tab: String, at socket: String) throws {
        let client = try SocketClient(path: socket)
        try client.expect(event: "hello")
        try client.request("select", ["tab": tab])
    }

    /// Waits until the panel and all pages are alive.
    private func waitUntilAlive(_ session: ChildProcess, _ socket: String) throws {
        try waitUntil("the programs to be alive: \(session.errorOutput)") {
            let phases = state(at: socket)?.phases.values
            return phases?.count == 4 && phases?.allSatisfy { $0 == "alive" } == true
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
        #expect(session.errorOutput.contains("tabshelld exited (signal 9); restarting it"))
        #expect(session.errorOutput.contains("sway exited (signal 9); restarting it"))

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
            try waitUntil("the panel, and the tabs: \(session.errorOutput)") {
                let phases = state(at: socket)?.phases
                return phases?["panel"] == "alive" && phases?.count == (isWelcomed ? 5 : 4)
            }
            #expect(state(at: socket)?.tab == (isWelcomed ? "welcome" : "home"))
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
        try select("growth", at: paths[0])
        #expect(paths.map { state(at: $0)?.tab } == ["growth", "home"])
    }

    /// The last one ends at once.
    @Test(
        arguments: [
            ([], ["XDG_RUNTIME_DIR": ""], "XDG_RUNTIME_DIR is not set"),
            ([], ["PATH": "/nowhere"], "no compositor found: install labwc or sway, or name another by --compositor\n"),
            (["--compositor", "nowhere"], [:], "the compositor cannot be started: program \"nowhere\" not found\n"),
            (["--window"], [:], "--window needs a running session, but WAYLAND_DISPLAY is not set\n"),
            (["--ready"], [:], "--ready is run by the compositor of a session; TABSHELL_SESSION is not set\n"),
            (
                ["--compositor", "/bin/false"], [:],
                "/bin/false exited (exit status 1) during startup; see its output above\n"
            ),
        ] as [([String], [String: String], String)])
    func whatIsMissingIsNamed(arguments: [String], variables: [String: String], message: String) throws {
        let process = try start(arguments, environment: variables)
        #expect(try process.waitForExit() == .code(1))
        #expect(process.errorOutput.hasPrefix("tabshell-session: \(message)"))
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

    /// A user's file in a folder whose name a shell would split, and a message longer than one write to a pipe.
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

    /// The configuration names any compositor. The next one is not a client of the crashed one, although its start fails
    /// once, and shows the last tab.
    @Test func compositorThatCrashesComesBackInItsOwnEnvironment() throws {
        let ready = try BuiltProducts.url("tabshell-session").path
        let configuration = try directory.write("exec \(ready) --ready\n", to: "my-sway", mode: 0o644)
        let starts = try directory.makeDirectory("starts")
        if let user = Privilege.user { chown(starts, user, user) }
        let script = """
            number=$(ls \(starts) | wc -l)
            env >\(starts)/$number
            [ $number != 1 ] || exit 1
            exec sway "$@"
            """
        let compositor = try directory.write("#!/bin/sh\n\(script)\n", to: "compositor", mode: 0o755)
        try configure("compositor = [\"\(compositor)\", \"-c\", \"\(configuration)\"]\n" + SamplePages.tables())
        let session = try start([])
        defer { session.terminate() }
        let socket = try socket(of: session)
        try waitUntilAlive(session, socket)
        try select("growth", at: socket)
        kill(try #require(try child(of: session, "sway")), SIGSEGV)
        try waitUntil("the third start: \(session.errorOutput)") { access("\(starts)/2", F_OK) == 0 }
        try waitUntil("the tab of before: \(session.errorOutput)") {
            try sockets().first.flatMap { state(at: $0)?.tab } == "growth"
        }
        for number in 0...2 {
            let variables = try String(contentsOfFile: "\(starts)/\(number)", encoding: .utf8).split(separator: "\n")
            #expect(!variables.contains { $0.hasPrefix("WAYLAND_DISPLAY=") || $0.hasPrefix("SWAYSOCK=") })
        }
        #expect(session.errorOutput.contains("exited (exit status 1); restarting it"))
        // It ends with its compositor.
        kill(try #require(try child(of: session, "sway")), SIGTERM)
        #expect(try session.waitForExit() == .code(0))
        #expect(try sockets().isEmpty)
    }
}
