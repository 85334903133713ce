// SPDX-License-Identifier: MIT

import Foundation
import TestSupport

/// A compositor with the whole shell on it.
final class ShellSession {
    /// How to start it. Sizes are logical pixels.
    struct Options {
        var width = 428
        var height = 926
        var scale = 1.0
        /// Started by the tests instead of by the daemon, so that each program has a log of its own.
        var isTraced = false
        var background: String?
        var isNested = false
        var arguments: [String] = []
        /// Where the daemon is started; it looks for the other programs there. What was built, when nil.
        var programs: String?
        /// Whether the pages show made-up measurements instead of the user's own, of which there are none.
        var isMocked = true
    }

    static let names = ["panel", "page:home", "page:flash", "page:growth"]

    let sway: HeadlessSway
    private(set) var daemon: ChildProcess
    /// The programs by name, when they are traced.
    private(set) var programs: [String: ChildProcess] = [:]
    private let options: Options

    /// Starts everything, and waits until all of it is on the screen.
    init(_ options: Options = Options()) throws {
        self.options = options
        var compositor = HeadlessSway.Options()
        compositor.width = Int(Double(options.width) * options.scale)
        compositor.height = Int(Double(options.height) * options.scale)
        compositor.scale = options.scale
        compositor.background = options.background
        compositor.isNested = options.isNested
        // Without a screen the cursor is drawn into the picture.
        compositor.configuration = ["seat seat0 hide_cursor 100"]
        sway = try HeadlessSway(compositor)
        daemon = try Self.startDaemon(sway, options)
        if options.isTraced {
            for name in Self.names { try startTraced(name) }
        }
        try waitUntilAlive()
        try waitUntilShown("home")
    }

    deinit { stop() }

    func stop() {
        for program in programs.values { program.terminate() }
        daemon.terminate()
        sway.stop()
    }

    var socketPath: String { "\(sway.runtimeDirectory)/tabshell/\(sway.display).sock" }

    /// The file in which the daemon keeps what survives it.
    var savedState: String { "\(sway.runtimeDirectory)/home/.local/state/tabshell/\(sway.display).json" }

    /// Starts the daemon once more, after it was killed.
    func restartDaemon() throws {
        daemon = try Self.startDaemon(sway, options)
    }

    private static func startDaemon(_ sway: HeadlessSway, _ options: Options) throws -> ChildProcess {
        let file = "\(sway.runtimeDirectory)/mock.toml"
        let mock = options.isMocked ? ", \"--mock\"" : ""
        let tabs = BarPixels.tabs.map { "[[tabs]]\nid = \"\($0)\"\nexec = [\"tabshell-\($0)\"\(mock)]\n" }
        try tabs.joined().write(toFile: file, atomically: true, encoding: .utf8)
        let program = try options.programs.map { "\($0)/tabshelld" } ?? BuiltProducts.url("tabshelld").path
        return try sway.start(
            program,
            ["--config", file] + (options.isTraced ? ["--no-programs"] : []) + options.arguments)
    }

    /// Starts one of the programs with its protocol log on standard error.
    func startTraced(_ name: String) throws {
        let executable = "tabshell-" + (name.split(separator: ":").last ?? "panel")
        programs[name] = try sway.start(
            BuiltProducts.url(executable).path, name == "panel" ? [] : ["--mock"],
            environment: ["WAYLAND_DEBUG": "1"])
    }

    /// What a traced program said and heard so far.
    func log(_ name: String) throws -> ProtocolLog {
        guard let program = programs[name] else { throw SystemError("\(name) is not traced") }
        return ProtocolLog(of: program)
    }

    /// A new connection to the daemon, past its greeting.
    func connect() throws -> SocketClient {
        let client = try SocketClient.waiting(for: socketPath)
        try client.expect(event: "hello")
        return client
    }

    /// The daemon's whole state.
    func state() throws -> [String: Any] {
        try connect().request("state")
    }

    func selection() throws -> String? {
        (try state()["selection"] as? [String: Any])?["tab"] as? String
    }

    /// The programs' numbers in the daemon's eyes; those that are not alive are left out.
    func alivePrograms() throws -> [String: pid_t] {
        let all = try state()["programs"] as? [[String: Any]] ?? []
        let alive = all.filter { $0["phase"] as? String == "alive" }.compactMap { status -> (String, pid_t)? in
            guard let name = status["program"] as? String, let pid = status["pid"] as? Int else { return nil }
            return (name, pid_t(pid))
        }
        return Dictionary(alive) { first, _ in first }
    }

    @discardableResult
    func waitUntilAlive() throws -> [String: pid_t] {
        try waitFor("all programs to be alive; the daemon wrote: \(daemon.errorOutput.suffix(2000))") {
            let alive = try? alivePrograms()
            return alive?.count == Self.names.count ? alive : nil
        }
    }

    /// Selects a tab over the socket, and waits until it is shown.
    func select(_ tab: String) throws {
        try connect().request("select", ["tab": tab])
        try waitUntilShown(tab)
    }

    func picture(_ output: String? = nil) throws -> Screenshot {
        try Screenshot(of: sway, output: output)
    }

    /// Waits until an output's picture shows a tab as selected, with its page behind the bar, and no longer changes.
    @discardableResult
    func waitUntilShown(_ tab: String, output: String? = nil, hasPage: Bool = true) throws -> Screenshot {
        var last: Screenshot?
        return try waitFor("\(tab) to be on the screen") {
            guard sway.process.isRunning else { throw SystemError("sway ended: \(sway.log.suffix(2000))") }
            guard let place = try sway.outputs.first(where: { output == nil || $0.name == output }) else { return nil }
            let picture = try picture(place.name)
            let bar = BarPixels(picture, scale: place.scale)
            defer { last = picture }
            guard bar.isAtRest(on: tab), !hasPage || bar.hasPage else { return nil }
            return picture == last ? picture : nil
        }
    }

    /// Every process of the shell, the daemon too.
    func processes() throws -> [(name: String, facts: ProcessFacts)] {
        try [("tabshelld", ProcessFacts(pid: daemon.pid))]
            + alivePrograms().sorted { $0.key < $1.key }.map { ($0.key, ProcessFacts(pid: $0.value)) }
    }

    /// Waits until no process of the shell does anything.
    func waitUntilIdle(quiet: Double = 0.6) throws {
        let all = try processes()
        try waitUntilSettled("the shell", quiet: quiet) {
            try all.map { process in
                guard let switches = try? process.facts.switches else {
                    throw SystemError("\(process.name) ended; the daemon wrote: \(daemon.errorOutput.suffix(2000))")
                }
                return switches
            }
        }
    }
}
