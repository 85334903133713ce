// SPDX-License-Identifier: MIT
import Localization
public import ShellModel
public import TabshellIPC

/// A fact about the user's daemon.
public enum DaemonFinding: Equatable, Sendable {
    case invalidPath(reason: String)
    case missing(reason: String)
    /// It has not answered within a time, s.
    case silent(path: String, seconds: Int)
    /// The process that listens there is no daemon of this user.
    case notTheDaemon(reason: String)
    case answers(DaemonRecord, ownVersion: String)
    case socket(String, mode: UInt32, directoryMode: UInt32)
    /// The panel, a page or the bridge that is not as it should be.
    case program(ProgramStatus)
    /// The other daemons of the user, and the display of the first one.
    case others([DaemonRecord], display: String?)

    /// The finding about a program; nil for one that is as it should be, or starting.
    public static func unusual(_ status: ProgramStatus) -> DaemonFinding? {
        let isUsual =
            switch status.phase {
            case .alive: status.isResponsive && status.problem == nil
            case .starting: true
            // A window that is not open yet.
            case .absent: status.program != .panel && status.reason == nil
            case .restarting, .failed, .unknown: false
            }
        return isUsual ? nil : .program(status)
    }

    public var check: Check {
        switch self {
        case .invalidPath(let reason): return Check("daemon", .failed, reason)
        case .missing(let reason):
            return Check(
                "daemon", .failed, localized("does not run: \(reason)"), advice: localized("Start it: tabshelld"))
        case .silent(let path, let seconds):
            return Check(
                "daemon", .failed, localized("does not answer on \(path) within \(seconds) s"),
                advice: localized("It hangs, or something else listens there: end it, and start tabshelld."))
        case .notTheDaemon(let reason):
            return Check(
                "daemon", .failed, reason, advice: localized("End the program that listens there, and start tabshelld.")
            )
        case .answers(let daemon, let own) where daemon.version != own:
            return Check(
                "daemon", .failed, localized("version \(daemon.version), pid \(daemon.pid); tabctl is version \(own)"),
                advice: localized("Restart the daemon: kill \(daemon.pid), then tabshelld"))
        case .answers(let daemon, _):
            return Check("daemon", .ok, localized("version \(daemon.version), pid \(daemon.pid)"))
        case .socket(let path, let mode, let directoryMode) where mode & 0o077 != 0 || directoryMode & 0o022 != 0:
            return Check(
                "socket", .warning,
                localized("\(path) has mode \(mode.octal), and its directory \(directoryMode.octal)"),
                advice: localized("Restart the daemon, with TABSHELL_SOCKET in a directory of your own."))
        case .socket(let path, _, _): return Check("socket", .ok, path)
        case .program(let status):
            let state = status.isResponsive ? status.phase.word : localized("does not answer")
            let isFailure = status.program == .panel && status.phase != .alive
            return Check(
                status.program.name, isFailure ? .failed : .warning,
                state + [status.reason, status.problem].compactMap { $0.map { ": \($0)" } }.joined(),
                advice: localized("tabctl reload starts it again when the cause is fixed."))
        case .others(let others, let display):
            let list = others.map { other in
                localized("\(other.path), pid \(other.pid)") + (other.display.map { localized(", on \($0)") } ?? "")
            }.joined(separator: "\n")
            guard let second = others.first(where: { $0.display != nil && $0.display == display }) else {
                return Check(
                    "other daemons", .warning, list,
                    advice: localized("TABSHELL_SOCKET=\(others.first?.path ?? "") tabctl … reaches it."))
            }
            return Check(
                "other daemons", .failed, localized("\(list)\nTwo daemons on one display draw two bars."),
                advice:
                    localized(
                        "kill \(second.pid), and start tabshelld in one place: the compositor's configuration or systemd."
                    ))
        }
    }
}
