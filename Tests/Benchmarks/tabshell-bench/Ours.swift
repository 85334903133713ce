// SPDX-License-Identifier: MIT

import Foundation
import TestSupport

/// tabshell's own programs, where the unprivileged user can start them.
struct Ours {
    let directory: URL

    /// - Throws: when the programs cannot be copied to where they can be started.
    init(products: URL) throws {
        directory = try BuiltProducts.directory(for: products)
    }

    static let tabs = ["home", "flash", "growth"]
    static let pages = tabs.map { "tabshell-\($0)" }

    func has(_ program: String) -> Bool { Environment.find(path(program)) != nil }
    func path(_ program: String) -> String { directory.appendingPathComponent(program).path }

    /// What of these is not built.
    func missing(_ programs: String...) -> [String] { programs.filter { !has($0) } }

    /// Starts the daemon with a state of its own and waits until it answers.
    ///
    /// - Parameter programs: whether it starts the panel and the pages too.
    func startDaemon(on sway: HeadlessSway, programs: Bool) throws -> Daemon {
        try Daemon(ours: self, sway: sway, programs: programs)
    }

    /// Whether the pages are one file, as they are where they are installed, and so hold their code in memory once.
    var sharesPages: Bool {
        Set(Self.pages.map { directory.appendingPathComponent($0).resolvingSymlinksInPath() }).count == 1
    }

    /// Starts the panel or a page alone, for a daemon that has not done so.
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

    init(ours: Ours, sway: HeadlessSway, programs: Bool) throws {
        self.sway = sway
        files = try TemporaryDirectory(in: TemporaryDirectory.memoryBase)
        socket = try files.makeDirectory("tabshell") + "/bench.sock"
        settings = [
            "TABSHELL_SOCKET": socket, "XDG_STATE_HOME": try files.makeDirectory("state"),
            "XDG_CONFIG_HOME": try files.makeDirectory("config"), "XDG_DATA_HOME": try files.makeDirectory("data"),
        ]
        process = try sway.start(ours.path("tabshelld"), programs ? [] : ["--no-programs"], environment: settings)
        try client().expect(event: "hello")
    }

    func client() throws -> SocketClient {
        let process = process
        return try waitFor("tabshelld to listen; it wrote: \(process.errorOutput)", interval: 2) {
            guard process.isRunning else { throw SystemError("tabshelld ended: \(process.errorOutput)") }
            return try? SocketClient(path: socket)
        }
    }

    /// The daemon and what it has started, by name.
    var processes: [(name: String, facts: ProcessFacts)] {
        let own = ProcessFacts(pid: process.pid)
        return ([own] + own.children).map { ($0.name ?? "?", $0) }
    }

    /// Waits until the programs that come with every configuration are there.
    func waitForPrograms() throws {
        try waitUntil("tabshell-panel and the pages to start; tabshelld wrote: \(process.errorOutput)") {
            let names = processes.map(\.name)
            return names.contains("tabshell-panel") && Ours.pages.allSatisfy(names.contains)
        }
    }

    /// Ends it, and waits until its programs are gone too.
    func stop() throws {
        let programs = processes.dropFirst()
        process.terminate()
        try waitUntil("tabshelld's programs to end") { programs.allSatisfy { $0.facts.name == nil } }
    }
}
