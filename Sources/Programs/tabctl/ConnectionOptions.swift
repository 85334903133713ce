// SPDX-License-Identifier: MIT
import Posix
import CommandLineKit
import ArgumentParser
import EventLoop
import Glibc
import SocketIPC
import ShellModel
import TabshellIPC

/// What every command that talks to the daemon can be told, and how it talks.
struct ConnectionOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Print JSON, one value a line. It is the default when nobody reads along.")
    var json = false

    @Flag(name: .shortAndLong, help: "Wait for a daemon that is only starting.")
    var wait = false

    @Option(help: "How many seconds to wait for the daemon and its answer.")
    var timeout: Double = 5

    mutating func validate() throws {
        guard timeout > 0, timeout <= 86_400 else {
            throw ValidationError("--timeout is more than 0 and at most 86400 seconds.")
        }
    }

    /// Whether to print JSON rather than text for a person.
    var printsJSON: Bool { json || isatty(STDOUT_FILENO) == 0 }

    /// Connects.
    func client() throws -> BlockingClient {
        let place: SocketPath
        do {
            place = try SocketPath(environment: environmentVariable)
        } catch {
            throw TabctlCommand.failure(.cannotConnect, error.description)
        }
        return try reporting(nil) {
            try BlockingClient(path: place.path, deadline: deadline(), retryUntilDeadline: wait)
        }
    }

    /// Asks one thing.
    func ask(_ request: Request) throws -> JSON {
        let client = try client()
        return try ask(request, of: client)
    }

    /// Asks one thing of a daemon that is connected already.
    func ask(_ request: Request, of client: BlockingClient) throws -> JSON {
        try reporting(client.hello) { try client.request(request, deadline: deadline()) }
    }

    /// The whole state.
    func state(of client: BlockingClient) throws -> ShellState {
        let json = try ask(.state, of: client)
        do {
            return try ShellState(json: json)
        } catch {
            throw TabctlCommand.nonsense(error.message)
        }
    }

    /// Tells of a change: as JSON; a person has seen it happen.
    func report(_ reply: JSON) {
        if printsJSON { Output.write(reply) }
    }

    /// Tells which tab is in front now.
    func report(selected reply: JSON) {
        if printsJSON {
            Output.write(reply)
        } else if case .string(let tab)? = reply["tab"] {
            Output.write(tab)
        }
    }

    /// Runs a part of the conversation, and turns its failure into a message and an exit status.
    func reporting<Value>(_ hello: Hello?, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as ClientError {
            let (status, message) = explain(error)
            // A daemon of another version is the likeliest reason for a puzzling answer.
            let hint = hello.flatMap { $0.version == tabshellVersion ? nil : $0.version }.map {
                "\nThe daemon is version \($0), tabctl is \(tabshellVersion): does the daemon need a restart?"
            }
            throw TabctlCommand.failure(status, message + (hint ?? ""))
        }
    }

    private func deadline() -> UInt64 {
        MonotonicClock.now + UInt64(timeout * 1_000_000_000)
    }

    private func explain(_ error: ClientError) -> (ExitStatus, String) {
        switch error {
        case .cannotConnect(let reason):
            (.cannotConnect, "there is no daemon to talk to: \(reason)")
        case .untrustedPeer(let path, let user):
            (
                .cannotConnect,
                "the socket \(path) is served by user \(user), not by user \(geteuid()), whose daemon is meant;"
                    + " nothing was said to it"
            )
        case .timedOut:
            (.protocolFailure, "the daemon did not answer within \(timeout) s")
        case .disconnected:
            (.protocolFailure, "the daemon hung up")
        case .invalidReply(let reason):
            (.protocolFailure, TabctlCommand.makesNoSense + reason)
        case .versionMismatch(let hello):
            (
                .versionMismatch,
                "the daemon (version \(hello.version)) speaks protocol \(hello.protocolVersion),"
                    + " tabctl \(ProtocolVersion.current)"
            )
        case .refused(let error):
            (.refused, message(of: error))
        }
    }

    /// Of several errors each is on a line of its own.
    private func message(of error: WireError) -> String {
        guard case .array(let errors)? = error.data?["errors"] else { return error.message }
        let lines = errors.compactMap { if case .string(let line) = $0 { line } else { nil } }
        return (["the configuration has errors; the old one stays in force"] + lines).joined(separator: "\n")
    }
}
