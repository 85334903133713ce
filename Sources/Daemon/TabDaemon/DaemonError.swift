// SPDX-License-Identifier: MIT
public import CommandLineKit
import EventLoop
import SocketIPC
import TabConfig
import ShellModel
import TabshellIPC

/// A reason why the daemon cannot run.
public enum DaemonError: Error, CustomStringConvertible {
    case listener(ListenerError)
    case configuration(ConfigurationErrors)
    /// The scene does not exist or cannot be entered.
    case scene(WireError)
    case system(SystemError)

    public var description: String {
        switch self {
        case .listener(let error): error.description
        case .configuration(let errors): errors.description
        case .scene(let error): error.message
        case .system(let error): error.description
        }
    }

    /// The exit status of the process.
    public var exitStatus: ExitStatus {
        if case .listener(.alreadyRunning) = self { return .alreadyRunning }
        return .refused
    }
}

extension WireError {
    static let oversizedLine = WireError(
        .tooLong, "a request line has at most \(Limits.maximumRequestBytes) bytes; this one was skipped")
    static let partialLineTimeout = WireError(
        .unfinished, "a request line must end within \(Limits.partialLineTimeout / 1_000_000_000) s of its beginning")

    init(_ errors: ConfigurationErrors) {
        self.init(
            .invalidConfiguration, "the configuration has errors, so the old one stays in force: \(errors)",
            data: ["errors": .array(errors.lines.map { .string($0) })])
    }

    /// The error of a reply to a change that could not be saved.
    static func persistenceFailed(_ error: SystemError) -> WireError {
        WireError(
            .notSaved, "the change is in force, but could not be saved: \(error)", data: ["errno": JSON(error.code)])
    }
}
