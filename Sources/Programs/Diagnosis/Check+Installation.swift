public import TabshellIPC

extension Check {
    /// - Parameters:
    ///   - missing: the missing programs.
    ///   - directory: the directory of all programs, or the one that was searched.
    public static func programs(missing: [String], in directory: String?) -> Check {
        guard !missing.isEmpty else { return Check("programs", .ok, directory ?? "") }
        let list = missing.joined(separator: ", ")
        return Check(
            "programs", .failed,
            directory.map { "not found in \($0) and on PATH: \(list)" }
                ?? "not found on PATH: \(list)",
            advice: "Install all programs of tabshell in one directory, by the package or sudo make install."
        )
    }

    /// A program that ended or was killed before it printed a result.
    public static func unusable(program: String, reason: String) -> Check {
        Check(
            program, .failed, reason,
            advice: "Install tabshell again, by the package or sudo make install. Report it if that does not help.")
    }

    /// A compositor that has not answered the panel within a time, s.
    public static func silentCompositor(seconds: Int) -> Check {
        Check(
            "compositor", .failed, "does not answer within \(seconds) s",
            advice: "It hangs, or something else listens on its socket: end it, and log in again.")
    }

    /// - Parameter lines: a summary and the warnings.
    public static func configuration(_ lines: [String]) -> Check {
        Check("configuration", lines.count > 1 ? .warning : .ok, lines.joined(separator: "\n"))
    }

    public static func configuration(errors: [String]) -> Check {
        Check(
            "configuration", .failed, errors.joined(separator: "\n"),
            advice: "Correct it; man 5 tabshell lists all keys.")
    }

    /// The families of the look, and the installed one that is used.
    public static func font(wanted: [String], used: String?) -> Check {
        let advice = "Install a font of the look, on Debian: sudo apt install fonts-inter"
        guard let used else { return Check("font", .failed, "no font is installed", advice: advice) }
        switch wanted.firstIndex(where: { $0.lowercased() == used.lowercased() }) {
        case 0: return Check("font", .ok, used)
        case _?: return Check("font", .ok, "\(used), as \(wanted[0]) is not installed")
        case nil:
            return Check(
                "font", .warning, "\(used), as none of \(wanted.joined(separator: ", ")) is installed",
                advice: advice)
        }
    }

    /// A text and an icon that were drawn as the bar's are, and what libraries reported meanwhile.
    public static func drawing(failures: [String], warnings: [String]) -> Check {
        let lines = (failures + warnings).prefix(8).map { String($0.prefix(200)) }.joined(separator: "\n")
        if lines.isEmpty { return Check("drawing", .ok, "a text and an icon") }
        guard failures.isEmpty else {
            return Check(
                "drawing", .failed, lines, advice: "The bar lacks texts or icons: look at what the lines name.")
        }
        return Check(
            "drawing", .warning, "a text and an icon, and libraries report:\n\(lines)",
            advice: "If the cache of fonts is old, fc-cache writes it: the helper may not.")
    }

    /// A unit, by the words of systemctl(1).
    public static func unit(_ name: String, load: String, enabled: String, active: String) -> Check {
        if load == "not-found" { return Check(name, .absent, "not installed") }
        if active == "failed" {
            return Check(name, .warning, "failed", advice: "journalctl --user --unit \(name) shows why.")
        }
        let isUsed = enabled.hasPrefix("enabled") || active == "active"
        return Check(name, isUsed ? .ok : .absent, "\(enabled), \(active)")
    }

    public static func damagedFiles(_ paths: [String]) -> Check {
        Check(
            "saved state", .warning, "was damaged once, and is kept: \(paths.joined(separator: ", "))",
            advice: "Remove it when you have looked at it.")
    }
}
