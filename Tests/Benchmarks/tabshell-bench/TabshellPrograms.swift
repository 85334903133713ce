import Foundation
import TestSupport

/// tabshell's own programs, where the unprivileged user can start them.
struct TabshellPrograms {
    let directory: URL

    /// - Throws: ``SystemError`` if that user cannot.
    init(products: URL) throws {
        directory = products.resolvingSymlinksInPath()
        guard Privilege.canRead(directory.path) else {
            throw SystemError("others cannot read \(directory.path); build in a folder that everybody can read")
        }
    }

    static let tabs = ["home", "flash", "growth"]
    static let pages = tabs.map { "tabshell-\($0)" }

    func has(_ program: String) -> Bool { Environment.find(path(program)) != nil }
    func path(_ program: String) -> String { directory.appendingPathComponent(program).path }

    /// The programs that are not built.
    func missing(_ programs: String...) -> [String] { programs.filter { !has($0) } }

    /// Starts the daemon with a new state and waits until it responds.
    ///
    /// - Parameters:
    ///   - programs: true if it starts the panel and the pages too.
    ///   - environment: further variables for it and its programs.
    func startDaemon(
        on sway: HeadlessSway, programs: Bool, environment: [String: String] = [:]
    ) throws -> Daemon {
        try Daemon(ours: self, sway: sway, programs: programs, environment: environment)
    }

    /// True if the pages are links to one file, as in an installation, and so share their code in memory.
    var sharesPages: Bool {
        Set(Self.pages.map { directory.appendingPathComponent($0).resolvingSymlinksInPath() }).count == 1
    }

    /// Starts the panel or a page for a daemon without programs.
    func start(
        _ program: String, for daemon: Daemon, environment: [String: String] = [:], pass: Int32? = nil
    ) throws -> ChildProcess {
        try daemon.sway.start(
            path(program), environment: daemon.settings.merging(environment) { _, ours in ours }, pass: pass)
    }
}

/// A running tabshelld.
final class Daemon {
    let sway: HeadlessSway
    let process: ChildProcess
    let socket: String
    let settings: [String: String]
    private let files: TemporaryDirectory

    init(ours: TabshellPrograms, sway: HeadlessSway, programs: Bool, environment: [String: String]) throws {
        self.sway = sway
        files = try TemporaryDirectory(in: TemporaryDirectory.memoryBase)
        socket = try files.makeDirectory("tabshell") + "/bench.sock"
        settings = [
            "TABSHELL_SOCKET": socket, "XDG_STATE_HOME": try files.makeDirectory("state"),
            "XDG_CONFIG_HOME": try files.makeDirectory("config"), "XDG_DATA_HOME": try files.makeDirectory("data"),
        ]
        process = try sway.start(
            ours.path("tabshelld"), programs ? [] : ["--no-programs"],
            environment: settings.merging(environment) { _, further in further })
        _ = try client()
    }

    /// A connection that the daemon has greeted.
    func client() throws -> SocketClient {
        let process = process
        let client = try waitFor("tabshelld to listen; it wrote: \(process.errorOutput)", interval: 2) {
            guard process.isRunning else { throw SystemError("tabshelld ended: \(process.errorOutput)") }
            return try? SocketClient(path: socket)
        }
        try client.expect(event: "hello")
        return client
    }

    /// Selects the tab after the last round's.
    func select(_ round: Int, by client: SocketClient) throws {
        let tabs = TabshellPrograms.tabs
        try client.request("select", id: round + 1, ["tab": tabs[(round + 1) % tabs.count]])
    }

    /// The daemon and its programs, by name.
    var processes: [(name: String, facts: ProcessFacts)] {
        let own = ProcessFacts(pid: process.pid)
        return ([own] + own.children).map { ($0.name ?? "?", $0) }
    }

    /// Waits until the programs of the default configuration are registered.
    func waitForPrograms() throws {
        try waitUntil("tabshell-panel and the pages to start; tabshelld wrote: \(process.errorOutput)") {
            let names = processes.map(\.name)
            return names.contains("tabshell-panel") && TabshellPrograms.pages.allSatisfy(names.contains)
        }
    }

    /// Ends the daemon, and waits for its programs to end.
    func stop() throws {
        let programs = processes.dropFirst()
        process.terminate()
        try waitUntil("tabshelld's programs to end") { programs.allSatisfy { $0.facts.name == nil } }
    }
}
