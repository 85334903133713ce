// SPDX-License-Identifier: MIT
import Localization
public import TabshellIPC

/// A fact about the installation and the configuration.
public enum InstallationFinding: Equatable, Sendable {
    /// The directory of all programs.
    case programs(in: String)
    case programsMissing([String], in: String?)
    /// A program that ended or was killed before it printed a result.
    case unusable(program: String, reason: String)
    /// The panel has waited for the compositor as long as this, s.
    case silentCompositor(seconds: Int)
    case configuration(summary: String, warnings: [String])
    case configurationErrors([String])
    /// The families of the look, and the installed one that is used.
    case font(wanted: [String], used: String?)
    case noServiceManager(reason: String)
    /// A unit, by the words of systemctl(1).
    case unit(String, load: String, enabled: String, active: String)
    case damagedFiles([String])

    public var check: Check {
        switch self {
        case .programs(let directory): return Check("programs", .ok, directory)
        case .programsMissing(let names, let directory):
            let list = names.joined(separator: ", ")
            return Check(
                "programs", .failed,
                directory.map { localized("not found in \($0) and on PATH: \(list)") }
                    ?? localized("not found on PATH: \(list)"),
                advice: localized(
                    "Install all programs of tabshell in one directory, by the package or sudo make install."))
        case .unusable(let program, let reason):
            return Check(
                program, .failed, reason,
                advice: localized("Install tabshell again, by the package or sudo make install."))
        case .silentCompositor(let seconds):
            return Check(
                "compositor", .failed, localized("does not answer within \(seconds) s"),
                advice: localized("It hangs, or something else listens on its socket: end it, and log in again."))
        case .configuration(let summary, let warnings):
            return Check(
                "configuration", warnings.isEmpty ? .ok : .warning, ([summary] + warnings).joined(separator: "\n"))
        case .configurationErrors(let errors):
            return Check(
                "configuration", .failed, errors.joined(separator: "\n"),
                advice: localized("Correct it; man 5 tabshell lists all keys."))
        case .font(let wanted, let used): return Self.font(wanted, used)
        case .noServiceManager(let reason): return Check("systemd", .absent, reason)
        case .unit(let name, load: "not-found", _, _): return Check(name, .absent, localized("not installed"))
        case .unit(let name, _, _, active: "failed"):
            return Check(
                name, .warning, localized("failed"), advice: localized("journalctl --user --unit \(name) shows why."))
        case .unit(let name, _, let enabled, let active):
            let isUsed = enabled.hasPrefix("enabled") || active == "active"
            return Check(name, isUsed ? .ok : .absent, "\(enabled), \(active)")
        case .damagedFiles(let paths):
            return Check(
                "saved state", .warning, localized("was damaged once, and is kept: \(paths.joined(separator: ", "))"),
                advice: localized("Remove it when you have looked at it."))
        }
    }

    private static func font(_ wanted: [String], _ used: String?) -> Check {
        let advice = localized("Install a font of the look, on Debian: sudo apt install fonts-inter")
        guard let used else { return Check("font", .failed, localized("no font is installed"), advice: advice) }
        switch wanted.firstIndex(where: { $0.lowercased() == used.lowercased() }) {
        case 0: return Check("font", .ok, used)
        case _?: return Check("font", .ok, localized("\(used), as \(wanted[0]) is not installed"))
        case nil:
            return Check(
                "font", .warning, localized("\(used), as none of \(wanted.joined(separator: ", ")) is installed"),
                advice: advice)
        }
    }
}
