// SPDX-License-Identifier: MIT

import Foundation
import TestSupport

/// A headless compositor with the whole shell.
final class ShellSession {
    /// The options of the session. Sizes are logical pixels.
    struct Options {
        var width = 428
        var height = 926
        var scale = 1.0
        /// True to start the programs from the test instead of from the daemon, each with a protocol log of its own.
        var isTraced = false
        /// False to leave the protocol log of traced programs out.
        var hasLogs = true
        var background: String?
        var isNested = false
        var arguments: [String] = []
        /// The directory of the daemon, in which it finds the other programs; nil is that of the built products.
        var programs: String?
        /// Further options of the pages, which are those of the fixture `tabshell-sample`.
        var pageOptions: [String] = []
        /// The tab with the page that is installed for tabs without a program.
        var guided: String?
        /// The transition of all pages; nil leaves that to the look.
        var entrance: String?
        /// Further tables of the configuration.
        var configuration = ""
        /// Further variables of the daemon, and so of all programs.
        var environment: [String: String] = [:]
    }

    static let names = ["panel", "page:home", "page:flash", "page:growth"]

    let sway: HeadlessSway
    private(set) var daemon: ChildProcess
    /// The programs by name, if they are traced.
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
        // Without an output the cursor would be part of the screenshot.
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

    /// The daemon's state file.
    var savedState: String { "\(sway.runtimeDirectory)/home/.local/state/tabshell/\(sway.display).json" }

    /// Restarts the daemon after it was killed.
    func restartDaemon() throws {
        daemon = try Self.startDaemon(sway, options)
    }

    private static func startDaemon(_ sway: HeadlessSway, _ options: Options) throws -> ChildProcess {
        let file = "\(sway.runtimeDirectory)/sample.toml"
        var tabs = SamplePages.tables(
            BarPixels.tabs.filter { $0 != options.guided }, options: options.pageOptions,
            lines: options.entrance.map { "entrance = \"\($0)\"\n" } ?? "")
        if let tab = options.guided {
            tabs += "[[tabs]]\nid = \"\(tab)\"\nexec = [\"tabshell-page\", \"--tab\", \"\(tab)\"]\n"
        }
        try (tabs + options.configuration).write(toFile: file, atomically: true, encoding: .utf8)
        let program = try options.programs.map { "\($0)/tabshelld" } ?? BuiltProducts.url("tabshelld").path
        return try sway.start(
            program,
            ["--config", file] + (options.isTraced ? ["--no-programs"] : []) + options.arguments,
            environment: options.environment)
    }

    /// Starts a program with its protocol log on standard error.
    func startTraced(_ name: String) throws {
        let tab = name.split(separator: ":").dropFirst().first.map(String.init)
        programs[name] = try sway.start(
            BuiltProducts.url(tab == nil ? "tabshell-panel" : "tabshell-sample").path,
            tab.map { ["--tab", $0] } ?? [],
            environment: options.hasLogs ? ["WAYLAND_DEBUG": "1"] : [:])
    }

    /// The protocol log of a traced program so far.
    func log(_ name: String) throws -> ProtocolLog {
        guard let program = programs[name] else { throw SystemError("\(name) is not traced") }
        return ProtocolLog(of: program)
    }

    /// Opens a connection to the daemon and reads its greeting.
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

    /// The programs' process ids, by tab; only those that are alive.
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

    /// Selects a tab through the socket and waits until it is shown.
    func select(_ tab: String) throws {
        try connect().request("select", ["tab": tab])
        try waitUntilShown(tab)
    }

    func picture(_ output: String? = nil) throws -> Screenshot {
        try Screenshot(of: sway, output: output)
    }

    /// Waits until an output's screenshot shows a tab as selected, with its page behind the bar, and the shell has nothing left
    /// to draw.
    ///
    /// - Parameter film: called with each screenshot before.
    @discardableResult
    func waitUntilShown(
        _ tab: String, output: String? = nil, hasPage: Bool = true, film: (Screenshot) -> Void = { _ in }
    ) throws -> Screenshot {
        let name = try output ?? sway.outputs.first?.name
        return try sway.restingPicture("\(tab) to be on the screen", output: name) {
            film($0)
            guard let place = try sway.outputs.first(where: { $0.name == name }) else { return false }
            let bar = BarPixels($0, scale: place.scale)
            return bar.isAtRest(on: tab) && (!hasPage || bar.hasPage)
        }
    }

    /// All processes of the shell, with the daemon.
    func processes() throws -> [(name: String, facts: ProcessFacts)] {
        try [("tabshelld", ProcessFacts(pid: daemon.pid))]
            + alivePrograms().sorted { $0.key < $1.key }.map { ($0.key, ProcessFacts(pid: $0.value)) }
    }

    /// Waits until all processes of the shell are idle.
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
