// SPDX-License-Identifier: MIT
import Localization
public import TabshellIPC

/// The installation and the configuration.
extension Check {
    /// - Parameters:
    ///   - missing: the programs that are not found.
    ///   - directory: that of all programs, or the one where they were searched for.
    public static func programs(missing: [String], in directory: String?) -> Check {
        guard !missing.isEmpty else { return Check("programs", .ok, directory ?? "") }
        let list = missing.joined(separator: ", ")
        return Check(
            "programs", .failed,
            directory.map { localized("not found in \($0) and on PATH: \(list)") }
                ?? localized("not found on PATH: \(list)"),
            advice: localized("Install all programs of tabshell in one directory, by the package or sudo make install.")
        )
    }

    /// A program that ended or was killed before it printed a result.
    public static func unusable(program: String, reason: String) -> Check {
        Check(
            program, .failed, reason,
            advice: localized("Install tabshell again, by the package or sudo make install."))
    }

    /// The panel has waited for the compositor as long as this, s.
    public static func silentCompositor(seconds: Int) -> Check {
        Check(
            "compositor", .failed, localized("does not answer within \(seconds) s"),
            advice: localized("It hangs, or something else listens on its socket: end it, and log in again."))
    }

    /// - Parameter lines: a summary and the warnings.
    public static func configuration(_ lines: [String]) -> Check {
        Check("configuration", lines.count > 1 ? .warning : .ok, lines.joined(separator: "\n"))
    }

    public static func configuration(errors: [String]) -> Check {
        Check(
            "configuration", .failed, errors.joined(separator: "\n"),
            advice: localized("Correct it; man 5 tabshell lists all keys."))
    }

    /// The families of the look, and the installed one that is used.
    public static func font(wanted: [String], used: String?) -> Check {
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

    /// A unit, by the words of systemctl(1).
    public static func unit(_ name: String, load: String, enabled: String, active: String) -> Check {
        if load == "not-found" { return Check(name, .absent, localized("not installed")) }
        if active == "failed" {
            return Check(
                name, .warning, localized("failed"), advice: localized("journalctl --user --unit \(name) shows why."))
        }
        let isUsed = enabled.hasPrefix("enabled") || active == "active"
        return Check(name, isUsed ? .ok : .absent, "\(enabled), \(active)")
    }

    public static func damagedFiles(_ paths: [String]) -> Check {
        Check(
            "saved state", .warning, localized("was damaged once, and is kept: \(paths.joined(separator: ", "))"),
            advice: localized("Remove it when you have looked at it."))
    }
}
