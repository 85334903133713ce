// SPDX-License-Identifier: MIT
import FakeCompositor
import TestSupport
import Testing

/// A program with a surface whose calls are made to fail.
struct FaultyProgram: CustomTestStringConvertible, Sendable {
    let name: String
    var arguments: [String] = []
    /// The namespace of its surface.
    let namespace: String

    var testDescription: String { name }

    static let panel = FaultyProgram(name: "tabshell-panel", namespace: "tabshell-bar")
    static let home = FaultyProgram(name: "tabshell-home", namespace: "tabshell-page-home")
    static let flash = FaultyProgram(name: "tabshell-flash", namespace: "tabshell-page-flash")
    static let document = FaultyProgram(
        name: "tabshell-page", arguments: ["--tab", "home", "--file", "notes.md"], namespace: "tabshell-page-home")
}

/// A compositor, and a program on it whose calls can fail.
final class FaultyScene {
    let compositor: FakeCompositor
    private let program: FaultyProgram
    private let environment: [String: String]
    private var process: ChildProcess?

    init(_ program: FaultyProgram, _ daemon: FaultyDaemon, _ control: FaultControl) throws {
        self.program = program
        // Everything fits without scrolling.
        compositor = try FakeCompositor(outputs: [FakeOutput("FAKE-1", width: Self.width, height: Self.height)])
        try compositor.folder.write("# Notes", to: "notes.md", mode: 0o644)
        environment = Environment.plain.merging(control.environment) { $1 }.merging([
            "WAYLAND_DISPLAY": compositor.socketPath, "XDG_RUNTIME_DIR": compositor.folder.path,
            "XDG_DATA_HOME": compositor.folder.path, "TABSHELL_SOCKET": daemon.socketPath,
        ]) { $1 }
    }

    deinit { process?.kill() }

    static let (width, height) = (428, 1400)

    var hasEnded: Bool { !(process?.isRunning ?? true) }
    var exit: ChildProcess.Exit? { process?.exit }
    var errorOutput: String { process?.errorOutput ?? "" }
    /// Without those of libdispatch, which the database library starts at some time.
    var holdings: Holdings {
        Holdings(
            of: process, ignoring: ["anon_inode:[eventfd]", "anon_inode:[timerfd]", "anon_inode:[eventpoll]"])
    }

    /// The program's surface, once it shows a frame.
    var surface: FakeSurface? {
        compositor.surfaces.last {
            ($0.shown?.bufferSize?.width ?? 0) > 1 && $0.layer?.namespace == program.namespace
        }
    }

    /// The namespaces of all surfaces with the number of their frames.
    var namespaces: String {
        compositor.surfaces.map { "\($0.layer?.namespace ?? "?"): \($0.frameCount)" }.joined(separator: ", ")
    }

    func start() throws {
        process = try ChildProcess(
            BuiltProducts.url(program.name).path, program.arguments, environment: environment,
            directory: compositor.folder.path)
    }

    func startAndShow() throws {
        try start()
        try compositor.waitUntil("the first frame: \(errorOutput)") { surface != nil }
        try rest()
    }

    /// Tells the program to end.
    func terminate() { process?.signal(15) }

    /// Serves until the program has drawn everything.
    func rest() throws {
        guard let client = compositor.clients.first else { return }
        var before = -1
        while !hasEnded, before != commits {
            before = commits
            try compositor.waitUntil("rest: \(errorOutput)") {
                hasEnded || compositor.surfaces.allSatisfy(\.callbacks.isEmpty)
            }
            if !hasEnded { try? compositor.settle(client) }
        }
    }

    /// The number of the commits of all surfaces.
    var commits: Int { compositor.clients.reduce(0) { $0 + $1.surfaces.reduce(0) { $0 + $1.commits.count } } }

    /// The texts of the stored notes.
    func notes() throws -> Int {
        let output = try ChildProcess.run(
            BuiltProducts.url("tabshell-stress").path, ["list"],
            environment: Environment.plain.merging(["XDG_DATA_HOME": compositor.folder.path]) { $1 })
        return String(decoding: output, as: UTF8.self).split(separator: "\n").count { $0.contains("Work") }
    }
}
