import Foundation
import ShellModel
import TabshellIPC
import TestSupport

/// A daemon with its own runtime, state and home directories. Its programs are terminated with it.
final class TestDaemon {
    let home: TemporaryDirectory
    let environment: [String: String]
    let socket: String
    private(set) var process: ChildProcess
    private let executable: String
    private var arguments: [String]

    /// Starts a daemon, without programs by default; it may not be listening yet.
    init(
        _ arguments: [String] = ["--no-programs"], environment changes: [String: String] = [:],
        executable: String? = nil, in home: TemporaryDirectory? = nil, socket: String? = nil
    ) throws {
        let home = try home ?? TemporaryDirectory()
        self.home = home
        self.arguments = arguments
        self.executable = try executable ?? BuiltProducts.url("tabshelld").path
        environment = try Self.environment(in: home).merging(changes) { $1 }
        self.socket = socket ?? changes["TABSHELL_SOCKET"] ?? home.appending("run/tabshell/default.sock")
        process = try ChildProcess(self.executable, arguments, environment: environment)
    }

    deinit {
        process.kill()
        for child in started { kill(child.pid, SIGKILL) }
    }

    /// An environment with existing directories in a home.
    static func environment(in home: TemporaryDirectory) throws -> [String: String] {
        for name in ["run", "state"] where access(home.appending(name), F_OK) != 0 { _ = try home.makeDirectory(name) }
        return Environment.plain.merging([
            "HOME": home.path, "XDG_RUNTIME_DIR": home.appending("run"), "XDG_STATE_HOME": home.appending("state"),
        ]) { $1 }
    }

    /// Kills the daemon and starts another one with the same directories.
    func restart(_ arguments: [String]? = nil) throws {
        process.kill()
        self.arguments = arguments ?? self.arguments
        process = try ChildProcess(executable, self.arguments, environment: environment)
    }

    /// The running programs that a daemon with these directories has started.
    var started: [ProcessFacts] {
        ProcessFacts.all.filter { $0.pid != process.pid && $0.environment?["TABSHELL_SOCKET"] == socket }
    }

    /// Connects a client, and receives the hello, as soon as the daemon listens.
    func client() throws -> SocketClient {
        let client = try waitFor("the daemon to listen: \(process.errorOutput)") { () -> SocketClient? in
            guard process.isRunning else { throw SystemError("the daemon has ended: \(process.errorOutput)") }
            return try? SocketClient(path: socket)
        }
        let hello = try client.read()
        guard hello["event"] as? String == "hello" else { throw SystemError("no hello: \(hello)") }
        return client
    }

    /// Connects a client that has received the snapshot of some topics.
    func client(subscribedTo topics: String...) throws -> SocketClient {
        let client = try client()
        try client.request("subscribe", ["topics": topics])
        try client.expect(event: "ready")
        return client
    }

    /// Waits until the status of a program meets a condition.
    @discardableResult
    func wait(
        for program: Program, _ what: String, _ condition: (ProgramStatus) -> Bool
    ) throws -> ProgramStatus {
        let client = try client()
        return try waitFor("\(program.name) to be \(what): \(process.errorOutput)") {
            try client.state().status(of: program).flatMap { condition($0) ? $0 : nil }
        }
    }

    /// Waits until a program is in a phase after a number of restarts, or after any.
    @discardableResult
    func wait(
        for program: Program, _ phase: ProgramStatus.Phase, restarts: Int? = nil
    ) throws -> ProgramStatus {
        try wait(for: program, "\(phase)") { $0.phase == phase && (restarts == nil || $0.restarts == restarts) }
    }

    /// The reply to `state`, of a new client.
    var state: ShellState {
        get throws { try client().state() }
    }
}

extension TemporaryDirectory {
    /// A home with the folder of the user's configuration, and further folders.
    static func home(_ folders: String...) throws -> TemporaryDirectory {
        let home = try TemporaryDirectory()
        for folder in [".config", ".config/tabshell"] + folders { _ = try home.makeDirectory(folder) }
        return home
    }

    /// Replaces a file of the configuration as a whole.
    func configure(_ text: String, _ name: String = "config.toml") throws {
        try write(text, to: ".config/tabshell/new")
        rename(appending(".config/tabshell/new"), appending(".config/tabshell/\(name)"))
    }

    /// The lines that a script has written to a file.
    func lines(_ file: String) -> [String] {
        let text = try? String(contentsOfFile: appending(file), encoding: .utf8)
        return text?.split(separator: "\n").map(String.init) ?? []
    }

    /// The pids that scripts have written to a file.
    func pids(_ file: String) -> [pid_t] { lines(file).compactMap { pid_t($0) } }
}

extension SocketClient {
    /// The next line as a message of the protocol.
    func message() throws -> ServerMessage {
        guard let line = try readLine() else { throw SystemError("the daemon has hung up") }
        do {
            return try ServerMessage(line: Array(line.utf8)[...])
        } catch {
            throw SystemError("\(error.message): \(line)")
        }
    }

    /// Sends a line and reads its reply, skipping events.
    func answer(to line: String) throws -> ServerMessage {
        try send(line: line)
        while true {
            let message = try message()
            if case .reply = message { return message }
        }
    }

    /// Sends a line and returns the error of its reply; nil if it succeeded.
    func refusal(of line: String) throws -> WireError? {
        guard case .reply(_, .failure(let error)) = try answer(to: line) else { return nil }
        return error
    }

    func state() throws -> ShellState {
        guard case .reply(_, .success(let json)) = try answer(to: #"{"verb":"state"}"#) else {
            throw SystemError("state was refused")
        }
        return try ShellState(json: json)
    }

    /// True if the peer has closed the connection; data that it sent before is not read.
    var isHungUp: Bool {
        var watched = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&watched, 1, 0) > 0 && watched.revents & Int16(POLLHUP | POLLERR) != 0
    }
}

/// The replica of a subscriber.
struct Replica {
    private(set) var state = ShellState()
    private(set) var isReady = false
    private(set) var resyncs = 0

    mutating func take(_ message: ServerMessage) throws {
        switch message {
        case .event(let event): try state.apply(event)
        case .ready: isReady = true
        case .resync:
            state = ShellState()
            isReady = false
            resyncs += 1
        case .hello, .commit, .reply, .ping, .foreign, .describe, .press, .edit, .announce, .haptic, .unknown: break
        }
    }
}
