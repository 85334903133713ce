/// The exit status of tabshell's programs. The numbers are part of the interface: units and scripts depend on them.
public enum ExitStatus: Int32, Sendable, CustomStringConvertible {
    case done = 0
    /// The daemon refused the request, or the program could not do its work.
    case refused = 1
    case usage = 2
    /// No daemon, or no compositor, could be reached.
    case cannotConnect = 3
    /// The daemon did not answer in time, or its answer was invalid.
    case protocolFailure = 4
    /// Client and daemon speak different versions of the protocol.
    case versionMismatch = 5
    case alreadyRunning = 6
    /// The connection to the compositor was lost.
    case compositorGone = 7
    /// The compositor lacks a required protocol; a restart would not help.
    case unsupportedCompositor = 8
    /// A required program is not installed.
    case programMissing = 9
    /// The compositor has ended the connection because of a request.
    case compositorRefused = 10

    /// True if starting the program again may succeed.
    public var isRetryable: Bool {
        switch self {
        case .usage, .versionMismatch, .alreadyRunning, .unsupportedCompositor, .programMissing: false
        default: true
        }
    }

    public var description: String {
        switch self {
        case .done: "success"
        case .refused: "failure"
        case .usage: "invalid command line"
        case .cannotConnect: "no connection"
        case .protocolFailure: "no valid answer"
        case .versionMismatch: "protocol version differs from the daemon's"
        case .alreadyRunning: "another instance is running"
        case .compositorGone: "connection to the compositor lost"
        case .unsupportedCompositor: "unsupported compositor"
        case .programMissing: "a required program is not installed"
        case .compositorRefused: "the compositor reported an error"
        }
    }
}

/// The end of a program with a message and an exit status.
public struct ExitError: Error, Equatable, Sendable {
    public var status: ExitStatus
    /// The message for a person, on one line if possible.
    public var reason: String

    public init(status: ExitStatus, reason: String) {
        self.status = status
        self.reason = reason
    }

    /// An error in the command line.
    public static func usage(_ reason: String) -> ExitError { ExitError(status: .usage, reason: reason) }

    /// A refusal to start.
    public static func refused(_ reason: String) -> ExitError { ExitError(status: .refused, reason: reason) }
}
