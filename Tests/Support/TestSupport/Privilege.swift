import Glibc

/// The user who runs compositors and their clients: sway refuses to run as root.
public enum Privilege {
    /// The unprivileged uid if the tests run as root: `$TABSHELL_TEST_UID`, else 65534 (nobody). Nil otherwise.
    public static let user: uid_t? = {
        guard geteuid() == 0 else { return nil }
        // The files of the tests are for that user, too.
        umask(0o022)
        return getenv("TABSHELL_TEST_UID").flatMap { uid_t(String(cString: $0)) } ?? 65534
    }()

    /// The mode and the owner of each part of a path, for the error of a program that may not be started.
    static func modes(along path: String) -> String {
        var (current, parts) = ("", [String]())
        for component in path.split(separator: "/") {
            current += "/" + component
            var facts = stat()
            let isFound = stat(current, &facts) == 0
            parts.append(isFound ? "\(current) \(String(facts.st_mode, radix: 8)) of \(facts.st_uid)" : "no \(current)")
        }
        return parts.joined(separator: ", ")
    }

    /// True if ``user`` may read a path according to the permission bits (not to access lists).
    public static func canRead(_ path: String) -> Bool {
        guard let user else { return access(path, R_OK) == 0 }
        guard let resolved = realpath(path, nil) else { return false }
        defer { free(resolved) }
        var current = ""
        for component in String(cString: resolved).split(separator: "/") {
            current += "/" + component
            var facts = stat()
            guard stat(current, &facts) == 0 else { return false }
            let needed: mode_t = facts.st_mode & S_IFMT == S_IFDIR ? 0o5 : 0o4
            let shift: mode_t = facts.st_uid == user ? 6 : facts.st_gid == user ? 3 : 0
            if facts.st_mode >> shift & needed != needed { return false }
        }
        return true
    }
}
