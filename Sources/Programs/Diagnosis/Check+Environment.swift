public import TabshellIPC

/// The environment that leads to the session, and the machine.
extension Check {
    private static let directoryVariable = "XDG_RUNTIME_DIR"
    private static var login: String {
        "A login sets it, by pam_systemd or elogind. Without one: export XDG_RUNTIME_DIR=$(mktemp -d)"
    }

    /// A runtime directory that cannot be examined. `path` is nil if the variable is not set.
    public static func noRuntimeDirectory(_ path: String?, reason: String = "") -> Check {
        Check(directoryVariable, .failed, path.map { "\($0): \(reason)" } ?? "not set", advice: login)
    }

    public static func runtimeDirectory(
        _ path: String, owner: UInt32, user: UInt32, mode: UInt32, isDirectory: Bool
    ) -> Check {
        let failure: (text: String, advice: String)? =
            if !isDirectory {
                ("\(path) is not a directory", login)
            } else if owner != user {
                (
                    "\(path) belongs to user \(owner), and you are user \(user)",
                    "Log in as the user of the session: su and sudo keep the variables of another."
                )
            } else if mode & 0o700 != 0o700 {
                ("\(path) has mode \(mode.octal): you may not use it", "chmod 700 \(path)")
            } else {
                nil
            }
        if let failure { return Check(directoryVariable, .failed, failure.text, advice: failure.advice) }
        guard mode & 0o077 == 0 else {
            return Check(
                directoryVariable, .warning, "\(path) has mode \(mode.octal): others may enter",
                advice: "chmod 700 \(path)")
        }
        return Check(directoryVariable, .ok, path)
    }

    /// - Parameter ofDaemon: the daemon's display, checked if the variable is not set here.
    public static func display(_ display: String?, ofDaemon: String?) -> Check {
        let text = display ?? ofDaemon.map { "\($0), the daemon's; not set here" }
        return Check("WAYLAND_DISPLAY", text == nil ? .warning : .ok, text ?? "not set; programs try wayland-0")
    }

    /// The features of the kernel that confine the helpers.
    public static func confinement(filtersCalls: Bool, limitsFiles: Bool) -> Check {
        if !filtersCalls {
            return Check("confinement", .failed, unconfined, advice: "Use a kernel with CONFIG_SECCOMP_FILTER.")
        }
        if limitsFiles { return Check("confinement", .ok, "seccomp, Landlock") }
        return Check(
            "confinement", .warning,
            "the kernel lacks Landlock: the helpers for icons, fonts and settings can read all of your files",
            advice: "Use Linux 5.13 or later, with landlock among its security modules (lsm=).")
    }

    /// The lack of filters of system calls, a sentence.
    public static var unconfined: String {
        "the kernel lacks seccomp: icons, texts, settings and imported files are not read, because nothing would confine the helpers"
    }

    /// - Parameters:
    ///   - gpus: the render nodes.
    ///   - variable: the value of `WLR_RENDERER`.
    public static func renderer(gpus: [String], variable: String?) -> Check {
        if let variable { return Check("renderer", .ok, "\(variable) (WLR_RENDERER)") }
        if !gpus.isEmpty { return Check("renderer", .ok, gpus.joined(separator: ", ")) }
        return Check(
            "renderer", .warning, "no GPU: the processor draws",
            advice:
                "With sway or labwc, set WLR_RENDERER=pixman, as tabshell-session does: other renderers may show old pictures."
        )
    }

    /// A directory for the shell's files, and the reason why it cannot be used.
    public static func storage(_ path: String, failure: String?, isConfiguration: Bool) -> Check {
        guard let failure else { return Check("storage", .ok, path) }
        // A read-only configuration may be intended.
        return Check(
            "storage", isConfiguration ? .warning : .failed,
            "nothing can be saved in \(path): \(failure)",
            advice: "Free space on its disk, or make it writable for you.")
    }
}

extension UInt32 {
    /// The permission bits of a file's mode, as chmod(1) takes them.
    var octal: String { "0" + String(self & 0o7777, radix: 8) }
}
