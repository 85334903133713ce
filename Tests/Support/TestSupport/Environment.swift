// SPDX-License-Identifier: MIT

import Glibc

/// The environment of child processes: minimal, so that a test means the same everywhere.
public enum Environment {
    /// The search path, the locale, and the variables that Swift's runtime may need.
    public static var plain: [String: String] {
        var environment = ["PATH": path, "LANG": "C.UTF-8", "HOME": "/nonexistent"]
        if let libraries = getenv("LD_LIBRARY_PATH") { environment["LD_LIBRARY_PATH"] = String(cString: libraries) }
        return environment
    }

    /// The path of an executable: itself if it contains a slash, else the first match in the search path.
    public static func find(_ executable: String) -> String? {
        if executable.contains("/") { return access(executable, X_OK) == 0 ? executable : nil }
        return path.split(separator: ":").map { "\($0)/\(executable)" }.first { access($0, X_OK) == 0 }
    }

    /// The search path, without directories that the unprivileged user cannot read.
    private static var path: String {
        let named = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
        return named.split(separator: ":").map(String.init).filter(Privilege.canRead).joined(separator: ":")
    }
}
