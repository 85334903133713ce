// SPDX-License-Identifier: MIT

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
    private let arguments: [String]

    /// Starts a daemon; it may not be listening yet.
    ///
    /// - Parameters:
    ///   - arguments: by default, it starts no programs.
    ///   - changes: the changes of its environment.
    ///   - executable: the built one by default.
    ///   - home: a new directory by default.
    init(
        _ arguments: [String] = ["--no-programs"], environment changes: [String: String] = [:],
        executable: String? = nil, in home: TemporaryDirectory? = nil
    ) throws {
        let home = try home ?? TemporaryDirectory()
        self.home = home
        self.arguments = arguments
        self.executable = try executable ?? BuiltProducts.url("tabshelld").path
        environment = try Self.environment(in: home).merging(changes) { $1 }
        socket = changes["TABSHELL_SOCKET"] ?? home.appending("run/tabshell/default.sock")
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

    /// Starts another daemon with the same directories.
    func restart() throws {
        process = try ChildProcess(executable, arguments, environment: environment)
    }

    /// The running programs that a daemon with these directories has started.
    var started: [ProcessFacts] {
        ProcessFacts.all.filter { $0.pid != process.pid && $0.environment?["TABSHELL_SOCKET"] == socket }
    }

    /// Connects a client, and receives the hello, as soon as the daemon listens.
    func client(seconds: Double = Deadline.usual) throws -> SocketClient {
        let client = try waitFor("the daemon to listen: \(process.errorOutput)") { () -> SocketClient? in
            guard process.isRunning else { throw SystemError("the daemon has ended: \(process.errorOutput)") }
            return try? SocketClient(path: socket, seconds: seconds)
        }
        let hello = try client.read()
        guard hello["event"] as? String == "hello" else { throw SystemError("no hello: \(hello)") }
        return client
    }

    /// The reply to `state`, of a new client.
    var state: ShellState {
        get throws { try client().state() }
    }
}

extension SocketClient {
    /// The next line as a message of the protocol.
    func message() throws -> ServerMessage {
        guard let line = try readLine() else { throw SystemError("the daemon has hung up") }
        do {
            return try ServerMessage(line: Array(line.utf8))
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
        case .hello, .commit, .reply, .ping, .foreign, .describe, .press, .announce, .haptic, .unknown: break
        }
    }
}
