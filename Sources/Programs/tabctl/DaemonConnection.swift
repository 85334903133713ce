import CommandLineKit
import EventLoop
import Glibc
import Posix
import ShellModel
import SocketClient
import TabshellIPC
import Text

/// The connection of one command to the daemon, and the form of printed answers.
final class DaemonConnection {
    static let jsonOption = CommandSpec.Option(
        "json", short: "j", "Print JSON, one value a line; the default if the output is not a terminal.")

    static let options: [CommandSpec.Option] = [
        jsonOption,
        .init("wait", short: "w", "Wait for a daemon that is still starting."),
        .init("pin", "Unlock with a PIN read from the terminal or standard input."),
        .init(
            "timeout", value: "seconds", "The time limit for the daemon and its answer, 5 by default.",
            kind: .number(0.001...86_400)),
    ]

    /// True if answers are printed as JSON rather than as text for a person.
    let printsJSON: Bool
    private let waits: Bool
    /// True to give the PIN before the first request.
    private let isAuthorized: Bool
    /// s.
    let timeout: Double
    private var connected: BlockingClient?

    init(_ options: ParsedOptions) {
        printsJSON = options.flag("json") || !StandardOutput.isTerminal
        waits = options.flag("wait")
        isAuthorized = options.flag("pin")
        timeout = options.number("timeout") ?? 5
    }

    /// The client, connected at the first use.
    func client() throws(ExitError) -> BlockingClient {
        if let connected { return connected }
        let search: SocketSearch
        do {
            search = try SocketSearch(environment: environmentVariable)
        } catch {
            throw ExitError(status: .cannotConnect, reason: error.description)
        }
        let client = try explaining { () throws(ClientError) in
            try BlockingClient.connect(search, deadline: deadline, retryUntilDeadline: waits)
        }
        connected = client
        if isAuthorized {
            _ = try request(.unlock(SecretInput.number(prompt: "PIN: "), client: true))
        }
        return client
    }

    /// Sends a request and waits for the value of its answer.
    func request(_ request: Request) throws(ExitError) -> JSON {
        let client = try client()
        return try explaining { () throws(ClientError) in try client.request(request, deadline: deadline) }
    }

    /// Waits for the next message, without a time limit, and returns it unchanged.
    func receive() throws(ExitError) -> JSON {
        let client = try client()
        return try explaining { () throws(ClientError) in try client.receiveJSON() }
    }

    /// Forgets a lost connection, so that the next request connects again; throws any other error, and all without --wait.
    func reconnect(after error: ExitError) throws(ExitError) {
        let isLost = [.cannotConnect, .protocolFailure].contains(error.status)
        guard waits, isLost, StandardOutput.hasReader else { throw error }
        if connected != nil { Log(program: "tabctl").warning("the connection to the daemon is lost; trying again") }
        connected = nil
        Poll.sleep(milliseconds: 1000)
    }

    func state() throws(ExitError) -> ShellState {
        let json = try request(.state)
        do {
            return try ShellState(json: json)
        } catch {
            throw .invalidReply(error.message)
        }
    }

    func print(_ json: JSON, or text: @autoclosure () -> String) {
        if printsJSON { StandardOutput.write(json) } else { StandardOutput.writeLine(text()) }
    }

    /// Sends a command that changes the state. The answer is printed as JSON only: a person sees the change itself.
    func send(_ command: Command) throws(ExitError) { try send(.command(command)) }

    /// Sends a request that changes the state without a command.
    func send(_ change: Request) throws(ExitError) {
        let reply = try request(change)
        if printsJSON { StandardOutput.write(reply) }
    }

    /// Sends a command that selects a tab, and prints that tab.
    func select(_ command: Command) throws(ExitError) {
        let reply = try request(.command(command))
        if case .string(let warning)? = reply["warning"] { Log(program: "tabctl").warning(warning) }
        if printsJSON {
            StandardOutput.write(reply)
        } else if case .string(let tab)? = reply["tab"] {
            StandardOutput.writeLine(tab)
        }
    }

    private var deadline: UInt64 {
        MonotonicClock.now + UInt64(timeout * 1_000_000_000)
    }

    private func explaining<Value>(_ body: () throws(ClientError) -> Value) throws(ExitError) -> Value {
        do throws(ClientError) {
            return try body()
        } catch {
            var failure = explain(error)
            // A daemon of another version is the likeliest reason for a puzzling answer.
            if let version = connected?.hello.version, version != tabshellVersion {
                failure.reason +=
                    "\n"
                    + "The daemon is version \(version), tabctl is \(tabshellVersion): does the daemon need a restart?"
            }
            throw failure
        }
    }

    private func explain(_ error: ClientError) -> ExitError {
        switch error {
        case .cannotConnect(let reason):
            ExitError(
                status: .cannotConnect,
                reason: """
                    no daemon answers; start one with tabshelld
                    If one runs elsewhere, set TABSHELL_SOCKET to the path of its socket. Reason: \(reason)
                    """)
        case .severalDaemons(let paths):
            ExitError(
                status: .cannotConnect,
                reason: "several daemons are running, none of them for this terminal; choose one by its socket:"
                    + paths.map { "\nTABSHELL_SOCKET=\($0) tabctl …" }.joined())
        case .untrustedPeer(let path, let user):
            ExitError(
                status: .cannotConnect,
                reason:
                    "the socket \(path) is served by user \(user), expected user \(geteuid()); nothing was sent to it")
        case .timedOut:
            ExitError(status: .protocolFailure, reason: "the daemon did not answer within \(timeout) s")
        case .disconnected:
            ExitError(status: .protocolFailure, reason: "the daemon closed the connection")
        case .invalidReply(let reason):
            .invalidReply(reason)
        case .versionMismatch(let hello):
            ExitError(
                status: .versionMismatch, reason: hello.incompatibility ?? "")
        case .refused(let error):
            ExitError(status: .refused, reason: message(of: error))
        }
    }

    /// The message of a refusal; a configuration's errors are on one line each.
    private func message(of error: WireError) -> String {
        guard let lines = error.data?["errors"]?.strings else { return error.message.escapedForTerminal() }
        return
            (["the configuration has errors; the old one stays in force"]
            + lines.map { $0.escapedForTerminal() })
            .joined(separator: "\n")
    }
}

extension StandardOutput {
    static func write(_ json: JSON) { write(json.encodedLine) }
}

extension ExitError {
    /// The end of the program after an invalid answer.
    static func invalidReply(_ reason: String) -> ExitError {
        ExitError(status: .protocolFailure, reason: "invalid reply from the daemon: \(reason)")
    }
}

extension JSON {
    /// The strings in an array; nil for another value.
    var strings: [String]? {
        guard case .array(let elements) = self else { return nil }
        return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    /// A string of an answer; throws ``ExitError`` if it is missing.
    func text(_ name: String) throws(ExitError) -> String {
        guard case .string(let text)? = self[name] else { throw .invalidReply("\(name) is not a string") }
        return text
    }

    /// An array of an answer; throws ``ExitError`` if it is missing.
    func elements(_ name: String) throws(ExitError) -> [JSON] {
        guard case .array(let elements)? = self[name] else { throw .invalidReply("\(name) is not an array") }
        return elements
    }
}
