// SPDX-License-Identifier: MIT
import Localization
public import TabshellIPC

/// A fact about the variables of the environment that lead to the session.
public enum EnvironmentFinding: Equatable, Sendable {
    case runtimeDirectoryUnset
    case runtimeDirectoryMissing(String, reason: String)
    case runtimeDirectory(String, owner: UInt32, user: UInt32, mode: UInt32, isDirectory: Bool)
    case displayUnset
    case display(String)
    /// The variable is not set here; the daemon's environment is examined.
    case displayOfDaemon(String)
    /// The features of the kernel that confine the helpers.
    case confinement(filtersCalls: Bool, limitsFiles: Bool)
    /// The render nodes, and the value of `WLR_RENDERER`.
    case renderer(gpus: [String], variable: String?)
    /// A directory in which the shell keeps files, and why it cannot.
    case storage(String, failure: String?, isConfiguration: Bool)

    public var check: Check {
        let name = "XDG_RUNTIME_DIR"
        let login = localized(
            "A login sets it, by pam_systemd or elogind. Without one: export XDG_RUNTIME_DIR=$(mktemp -d)")
        switch self {
        case .runtimeDirectoryUnset: return Check(name, .failed, localized("not set"), advice: login)
        case .runtimeDirectoryMissing(let path, let reason):
            return Check(name, .failed, "\(path): \(reason)", advice: login)
        case .runtimeDirectory(let path, _, _, _, isDirectory: false):
            return Check(name, .failed, localized("\(path) is not a directory"), advice: login)
        case .runtimeDirectory(let path, let owner, let user, _, _) where owner != user:
            return Check(
                name, .failed, localized("\(path) belongs to user \(owner), and you are user \(user)"),
                advice: localized("Log in as the user of the session: su and sudo keep the variables of another."))
        case .runtimeDirectory(let path, _, _, let mode, _) where mode & 0o700 != 0o700:
            return Check(
                name, .failed, localized("\(path) has mode \(mode.octal): you may not use it"),
                advice: "chmod 700 \(path)")
        case .runtimeDirectory(let path, _, _, let mode, _) where mode & 0o077 != 0:
            return Check(
                name, .warning, localized("\(path) has mode \(mode.octal): others may enter"),
                advice: "chmod 700 \(path)")
        case .runtimeDirectory(let path, _, _, _, _): return Check(name, .ok, path)
        case .display(let display): return Check("WAYLAND_DISPLAY", .ok, display)
        case .displayOfDaemon(let display):
            return Check("WAYLAND_DISPLAY", .ok, localized("\(display), the daemon's; not set here"))
        case .confinement(filtersCalls: false, _):
            return Check(
                "confinement", .failed, Self.unconfined, advice: localized("Use a kernel with CONFIG_SECCOMP_FILTER."))
        case .confinement(_, limitsFiles: false):
            return Check(
                "confinement", .warning,
                localized(
                    "the kernel lacks Landlock: the helpers for icons, fonts and settings can read all of your files"),
                advice: localized("Use Linux 5.13 or later, with landlock among its security modules (lsm=)."))
        case .confinement: return Check("confinement", .ok, "seccomp, Landlock")
        case .renderer(_, let variable?): return Check("renderer", .ok, "\(variable) (WLR_RENDERER)")
        case .renderer(let gpus, nil) where !gpus.isEmpty: return Check("renderer", .ok, gpus.joined(separator: ", "))
        case .renderer:
            return Check(
                "renderer", .warning, localized("no GPU: the processor draws"),
                advice: localized(
                    "With sway or labwc, set WLR_RENDERER=pixman, as tabshell-session does: other renderers may show old pictures."
                ))
        case .storage(let path, nil, _): return Check("storage", .ok, path)
        case .storage(let path, let failure?, let isConfiguration):
            // Somebody may want the configuration to stay as it is.
            return Check(
                "storage", isConfiguration ? .warning : .failed,
                localized("nothing can be saved in \(path): \(failure)"),
                advice: localized("Free space on its disk, or make it writable for you."))
        case .displayUnset: return Check("WAYLAND_DISPLAY", .warning, localized("not set; programs try wayland-0"))
        }
    }

    /// The lack of filters of system calls, a sentence.
    public static var unconfined: String {
        localized(
            "the kernel lacks seccomp: icons, texts, settings and imported files are not read, because nothing would confine the helpers"
        )
    }
}

extension UInt32 {
    /// The permission bits of a file's mode, as chmod(1) takes them.
    var octal: String { "0" + String(self & 0o7777, radix: 8) }
}
