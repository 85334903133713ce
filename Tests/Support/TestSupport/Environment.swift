// SPDX-License-Identifier: MIT

import Glibc

/// What children get to know of our environment: little, so that a test means the same everywhere.
public enum Environment {
    /// A search path, a locale, and what Swift's runtime may need.
    public static var plain: [String: String] {
        var environment = ["PATH": path, "LANG": "C.UTF-8", "HOME": "/nonexistent"]
        if let libraries = getenv("LD_LIBRARY_PATH") { environment["LD_LIBRARY_PATH"] = String(cString: libraries) }
        return environment
    }

    /// The path of an executable: itself when it has a slash, else the first of that name in the search path.
    public static func find(_ executable: String) -> String? {
        if executable.contains("/") { return access(executable, X_OK) == 0 ? executable : nil }
        return path.split(separator: ":").map { "\($0)/\(executable)" }.first { access($0, X_OK) == 0 }
    }

    /// The search path; what the unprivileged user cannot read is left out.
    private static var path: String {
        let named = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
        return named.split(separator: ":").map(String.init).filter(Privilege.canRead).joined(separator: ":")
    }
}
