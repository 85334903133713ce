// SPDX-License-Identifier: MIT
import EventLoop
import SocketIPC
import TabModel
import TabWire

/// Why the daemon cannot run.
public enum DaemonError: Error, CustomStringConvertible {
    case listener(ListenerError)
    case configuration(Refusal)
    case system(SystemError)

    public var description: String {
        switch self {
        case .listener(let error): error.description
        case .configuration(let refusal): WireError(refusal).message
        case .system(let error): error.description
        }
    }

    /// How the process exits because of it.
    public var exitStatus: ExitStatus {
        if case .listener(.alreadyRunning) = self { return .alreadyRunning }
        return .refused
    }
}

extension WireError {
    static let oversizedLine = WireError(
        .tooLong, "a request line has at most \(Limits.requestLine) bytes; this one was skipped")
    static let unfinishedLine = WireError(
        .unfinished, "a request line must end within \(Limits.unfinishedLine / 1_000_000_000) s of its beginning")

    init(_ refusal: Refusal) {
        switch refusal {
        case .noTabs:
            self.init(.invalidRequest, "there are no tabs")
        case .duplicateTab(let tab):
            self.init(.invalidRequest, "two tabs have the id \"\(tab)\"")
        case .unknownTab(let tab, let known):
            self.init(
                .unknownTab, "there is no tab \"\(tab)\"; there are: \(known.map(\.rawValue).joined(separator: ", "))",
                data: ["tabs": .array(known.map { .string($0.rawValue) })])
        case .unknownProgram(let program):
            self.init(.invalidRequest, "there is no program \"\(program.name)\"")
        }
    }

    init(notSaved error: SystemError) {
        self.init(
            .notSaved, "the change is in force, but could not be saved: \(error)", data: ["errno": JSON(error.code)])
    }
}
