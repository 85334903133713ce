import Glibc

/// The environment of child processes: minimal, so that a test means the same everywhere.
public enum Environment {
    /// The search path, the locale, the shell, and the variables that the runtimes of Swift, the sanitizers and coverage may need.
    public static var plain: [String: String] {
        var environment = ["PATH": path, "LANG": "C.UTF-8", "HOME": "/nonexistent", "SHELL": "/bin/sh"]
        for name in inherited { environment[name] = value(name) }
        // Counters in shared memory (%c), one file for each executable (%m): a killed process's count too.
        if let folder = value("TABSHELL_PROFILES") { environment["LLVM_PROFILE_FILE"] = "\(folder)/%m%c.profraw" }
        return environment
    }

    private static let inherited = [
        "LD_LIBRARY_PATH", "SWIFT_BACKTRACE", "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS",
    ]

    /// True in Tests/Sanitizers/run and Tests/Packages/check-arm64: much of the programs' memory and time is not theirs.
    public static var hasOverhead: Bool { value("ASAN_OPTIONS") != nil || value("TABSHELL_EMULATED") != nil }

    /// A variable of the tests' own environment.
    static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The path of an executable: itself if it contains a slash, else the first match in the search path.
    public static func find(_ executable: String) -> String? {
        if executable.contains("/") { return access(executable, X_OK) == 0 ? executable : nil }
        return path.split(separator: ":").map { "\($0)/\(executable)" }.first { access($0, X_OK) == 0 }
    }

    /// The search path, without directories that the unprivileged user cannot read.
    private static var path: String {
        let named = value("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
        return named.split(separator: ":").map(String.init).filter(Privilege.canRead).joined(separator: ":")
    }
}
