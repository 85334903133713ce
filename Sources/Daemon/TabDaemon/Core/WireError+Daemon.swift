// SPDX-License-Identifier: MIT
import Posix
import Localization
import ShellModel
import ShellConfig
import TabshellIPC

extension WireError {
    static let oversizedLine = WireError(
        .tooLong, localized("a request line has at most \(Limits.maximumRequestBytes) bytes; this one was skipped"))
    static let partialLineTimeout = WireError(
        .unfinished,
        localized("a request line must end within \(Limits.partialLineTimeout / 1_000_000_000) s of its beginning"))

    static let onlyPrograms = WireError(.notApplicable, localized("only a program, once registered, may send this"))

    init(_ errors: ConfigurationErrors) {
        self.init(
            .invalidConfiguration, localized("the configuration has errors, so the old one stays in force: \(errors)"),
            data: ["errors": .array(errors.lines.map { .string($0) })])
    }

    /// The error of a reply to a change of the tabs: the files have errors, or the change would make some.
    init(changing errors: ConfigurationErrors) {
        guard errors.errors.allSatisfy({ $0.file == TabsEdit.errorFile }), let first = errors.errors.first else {
            self.init(errors)
            return
        }
        let message = errors.errors.map(\.message).joined(separator: "; ")
        self.init(first.path == TabsEdit.desktopEntryKey ? .unknownDesktopEntry : .notApplicable, message)
    }

    /// The error of a reply to a change that could not be saved.
    static func persistenceFailed(_ error: SystemError) -> WireError {
        WireError(
            .notSaved, localized("the change is in force, but could not be saved: \(error)"),
            data: ["errno": JSON(error.code)])
    }

    /// The error of a request for a look that does not exist.
    static func unknownLook(_ name: String, known: [String]) -> WireError {
        WireError(
            .unknownLook, localized("unknown look \"\(name)\"; available: \(known.joined(separator: ", "))"),
            data: ["looks": .array(known.map { .string($0) })])
    }

    /// The error of a reply to an action whose program could not be started.
    static func notStarted(_ action: ActionID, _ reason: String) -> WireError {
        WireError(
            .notStarted, localized("the action \(action) was announced, but its program was not started: \(reason)"))
    }
}
