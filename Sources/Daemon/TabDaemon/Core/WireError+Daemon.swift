import Localization
import Posix
import ShellConfig
import ShellModel
import TabshellIPC
import Text

extension WireError {
    static let oversizedLine = WireError(
        .tooLong, "a request line has at most \(Limits.maximumRequestBytes) bytes; this one was skipped")
    static let partialLineTimeout = WireError(
        .unfinished,
        "a request line must end within \(Limits.partialLineTimeout / 1_000_000_000) s of its beginning")

    static let onlyPrograms = WireError.notApplicable("only a program, once registered, may send this")

    static func notApplicable(_ message: String) -> WireError { WireError(.notApplicable, message) }

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

    static func persistenceFailed(_ error: SystemError) -> WireError {
        WireError(
            .notSaved, localized("the change is in force, but could not be saved: \(error)"),
            data: ["errno": JSON(error.code)])
    }

    static func unknownLook(_ name: String, known: [String]) -> WireError {
        WireError(
            .unknownLook, "unknown look \"\(name)\"; available: \(known.joined(separator: ", "))",
            data: ["looks": .array(known.map { .string($0) })])
    }

    static func notStarted(_ action: ActionID, _ reason: String) -> WireError {
        WireError(.notStarted, "the action \(action) was announced, but its program was not started: \(reason)")
    }

    init(_ error: AccessibilityPressError, name: String) {
        switch error {
        case .unknown(let known):
            let near = Self.near(name, among: known)
            let names = (near.isEmpty ? Array(known.prefix(12)) : near).map { "\"\($0)\"" }
            let more = known.count > 12 ? ", …" : ""
            let hint =
                near.isEmpty
                ? "; available: \(names.joined(separator: ", "))\(more)"
                : "; did you mean \(names.joined(separator: " or "))?"
            self.init(
                .invalidArgument, "nothing that can be pressed is named \"\(name)\"\(hint)",
                data: ["names": .array(known.map { .string($0) })])
        case .ambiguous(let labels, let ids):
            let list = zip(labels, ids).map { "\"\($0)\" (\($1))" }.joined(separator: ", ")
            self.init(
                .invalidArgument, "\"\(name)\" is the name of several: \(list)",
                data: ["ids": .array(ids.map { .string($0) })])
        case .disabled(let label, let reason):
            self.init(
                .notApplicable, "\"\(label)\" cannot be pressed now" + (reason.map { ": \($0)" } ?? ""))
        case .notPressable(let label):
            self.init(.notApplicable, "\"\(label)\" cannot be pressed: it has no action")
        }
    }

    /// The names that are spelt like another one, or contain it; at most three.
    private static func near(_ name: String, among known: [String]) -> [String] {
        let spelt = Spelling.near(name, among: known)
        let lower = name.lowercased()
        let first = known.filter { label in
            !Spelling.near(name, among: [String(label.prefix { $0 != "," })]).isEmpty
                || !lower.isEmpty && label.lowercased().parts(separatedBy: lower).count > 1
        }
        return Array((spelt + first.filter { !spelt.contains($0) }).prefix(3))
    }
}
