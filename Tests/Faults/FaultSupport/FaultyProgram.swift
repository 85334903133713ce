import FakeCompositor
import TestSupport
import Testing

/// A program with a surface whose calls are made to fail.
public struct FaultyProgram: CustomTestStringConvertible, Sendable {
    public let name: String
    public var arguments: [String] = []
    public let namespace: String

    public init(name: String, arguments: [String] = [], namespace: String) {
        (self.name, self.arguments, self.namespace) = (name, arguments, namespace)
    }

    public var testDescription: String { name }

    public static let panel = FaultyProgram(name: "tabshell-panel", namespace: "tabshell-bar")
    public static let sample = FaultyProgram(name: "tabshell-sample", namespace: "tabshell-page-home")
    public static let document = FaultyProgram(
        name: "tabshell-page", arguments: ["--tab", "home", "--file", "notes.md"], namespace: "tabshell-page-home")
}

/// A compositor, and a program on it whose calls can fail.
public final class FaultyScene {
    public let compositor: FakeCompositor
    private let program: FaultyProgram
    private let environment: [String: String]
    private var process: ChildProcess?

    public init(_ program: FaultyProgram, _ daemon: FaultyDaemon, _ control: FaultControl) throws {
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

    public static let (width, height) = (428, 1400)

    public var hasEnded: Bool { !(process?.isRunning ?? true) }
    public var exit: ChildProcess.Exit? { process?.exit }
    public var errorOutput: String { process?.errorOutput ?? "" }
    /// Without libdispatch's, which the database library starts at some time.
    public var holdings: Holdings {
        Holdings(
            of: process, ignoring: ["anon_inode:[eventfd]", "anon_inode:[timerfd]", "anon_inode:[eventpoll]"])
    }

    /// The program's surface, once it shows a frame.
    public var surface: FakeSurface? {
        compositor.surfaces.last {
            ($0.shown?.bufferSize?.width ?? 0) > 1 && $0.layer?.namespace == program.namespace
        }
    }

    /// The namespaces of all surfaces with the number of their frames.
    public var namespaces: String {
        compositor.surfaces.map { "\($0.layer?.namespace ?? "?"): \($0.frameCount)" }.joined(separator: ", ")
    }

    public func start() throws {
        process = try ChildProcess(
            BuiltProducts.url(program.name).path, program.arguments, environment: environment,
            directory: compositor.folder.path)
    }

    public func startAndShow() throws {
        try start()
        try compositor.waitUntil("the first frame: \(errorOutput)") { surface != nil }
        try rest()
    }

    /// Tells the program to end.
    public func terminate() { process?.signal(15) }

    /// Serves until the program has drawn everything.
    public func rest() throws {
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

    public var commits: Int { compositor.clients.reduce(0) { $0 + $1.surfaces.reduce(0) { $0 + $1.commits.count } } }

    /// Waits until the program holds no more than after the scenario without a failed call.
    public func settle(_ undisturbed: Holdings?, _ place: String) throws -> Holdings {
        try rest()
        guard let undisturbed else { return holdings }
        try compositor.waitUntil("\(place): \(holdings) to be \(undisturbed): \(errorOutput)") {
            holdings.isWithin(undisturbed)
        }
        return undisturbed
    }

    /// Checks that the program runs, or has ended with a sentence and a documented status.
    public func expectSoundness(_ place: String) {
        #expect(compositor.violations == [], "\(place)")
        guard hasEnded else { return }
        guard case .code(1...8) = exit else {
            Issue.record("\(place): it ended with \(exit as Any): \(errorOutput)")
            return
        }
        #expect(!errorOutput.isEmpty, "\(place): it ended without a sentence")
    }
}
