import Foundation
import TestSupport

/// A daemon whose system calls can be made to fail, with a saved state and a configuration file.
public final class FaultyDaemon {
    public let control: FaultControl
    private let home: TemporaryDirectory
    private var process: ChildProcess?

    public init() throws {
        control = try FaultControl(program: "tabshelld")
        home = try TemporaryDirectory()
        for name in ["run", "state"] { _ = try home.makeDirectory(name) }
        try home.write("", to: "runs", mode: 0o666)
        try home.write(
            """
            [[actions]]
            id = "ring"
            title = "Ring"
            icon = "flash"
            exec = ["sh", "-c", "echo >> \(home.appending("runs"))"]
            """, to: "config.toml")
    }

    deinit { process?.kill() }

    /// Replaces the configuration of the next start.
    public func configure(_ text: String) throws { try home.write(text, to: "config.toml") }

    public var socketPath: String { home.appending("run/tabshell/default.sock") }
    public var errorOutput: String { process?.errorOutput ?? "" }

    /// Starts the daemon; it may not be listening yet.
    @discardableResult
    public func start(withFaults: Bool = true) throws -> ChildProcess {
        let environment = Environment.plain.merging([
            "HOME": home.path, "XDG_RUNTIME_DIR": home.appending("run"), "XDG_STATE_HOME": home.appending("state"),
        ]) { $1 }
        let child = try ChildProcess(
            BuiltProducts.url("tabshelld").path, ["--no-programs", "--config", home.appending("config.toml")],
            environment: environment.merging(withFaults ? control.environment : [:]) { $1 })
        process = child
        return child
    }

    /// A client, as soon as the daemon listens; nil if the daemon has ended instead.
    public func client() throws -> SocketClient? {
        try waitFor("the daemon to listen or to end: \(errorOutput)", interval: 2) { () -> SocketClient?? in
            guard let process, process.isRunning else { return .some(nil) }
            return (try? SocketClient(path: socketPath)).map { .some($0) }
        }
    }

    /// Tells the daemon to end.
    public func terminate() { process?.signal(SIGTERM) }

    /// Ends the daemon as a crash would.
    public func kill() { process?.kill() }

    /// The selected tab of a new daemon after a crash of this one.
    public func selectionAfterCrash() throws -> String? {
        kill()
        try start(withFaults: false)
        guard let client = try client() else { throw SystemError("the daemon does not start: \(errorOutput)") }
        defer { kill() }
        return try client.selection()
    }

    /// The number of runs of the action "ring".
    public var runs: Int { (try? Data(contentsOf: URL(fileURLWithPath: home.appending("runs"))))?.count ?? 0 }

    public var holdings: Holdings { Holdings(of: process) }

    public var isRunning: Bool { process?.isRunning ?? false }
    public var exit: ChildProcess.Exit? { process?.exit }
}

extension SocketClient {
    public func selection() throws -> String? {
        (try request("state", id: 9)["selection"] as? [String: Any])?["tab"] as? String
    }

    /// Sends a request; nil if the daemon has hung up before its reply.
    public func attempt(_ verb: String, _ arguments: Message = [:]) throws -> Message? {
        do {
            try send(arguments.merging(["id": 5, "verb": verb]) { first, _ in first })
            while let line = try readLine() {
                let message = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Message
                if message?["id"] as? Int == 5 { return message }
            }
            return nil
        } catch let error as SystemError {
            if "\(error)".contains("pipe") || "\(error)".contains("reset") { return nil }
            throw error
        }
    }
}
