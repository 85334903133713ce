public import ShellModel
public import TabshellIPC
import Text

/// A daemon that answers.
public struct DaemonRecord: Equatable, Sendable {
    /// The path of its socket.
    public var path: String
    public var pid: Int32
    public var version: String
    /// The display that it was started for; nil if unknown.
    public var display: String?

    public init(path: String, pid: Int32, version: String, display: String? = nil) {
        (self.path, self.pid, self.version, self.display) = (path, pid, version, display)
    }
}

/// The user's daemon and its programs.
extension Check {
    public static func noDaemon(reason: String) -> Check {
        Check("daemon", .failed, "does not run: \(reason)", advice: "Start it: tabshelld")
    }

    /// A daemon that has not answered within a time, s.
    public static func silentDaemon(path: String, seconds: Int) -> Check {
        Check(
            "daemon", .failed, "does not answer on \(path) within \(seconds) s",
            advice: "It hangs, or something else listens there: end it, and start tabshelld.")
    }

    /// A listening process that is not this user's daemon.
    public static func notTheDaemon(reason: String) -> Check {
        Check("daemon", .failed, reason, advice: "End the program that listens there, and start tabshelld.")
    }

    public static func daemon(_ daemon: DaemonRecord, ownVersion own: String) -> Check {
        guard daemon.version != own else {
            return Check("daemon", .ok, "version \(daemon.version), pid \(daemon.pid)")
        }
        return Check(
            "daemon", .failed, "version \(daemon.version), pid \(daemon.pid); tabctl is version \(own)",
            advice: "Restart the daemon: kill \(daemon.pid), then tabshelld")
    }

    public static func socket(_ path: String, mode: UInt32, directoryMode: UInt32) -> Check {
        guard mode & 0o077 != 0 || directoryMode & 0o022 != 0 else { return Check("socket", .ok, path) }
        return Check(
            "socket", .warning, "\(path) has mode \(mode.octal), and its directory \(directoryMode.octal)",
            advice: "Restart the daemon, with TABSHELL_SOCKET in a directory of your own.")
    }

    /// The programs that are neither healthy nor starting. Without the panel, or without any page, nothing can be used.
    public static func unusual(_ programs: [ProgramStatus]) -> [Check] {
        let hasPage = programs.contains { $0.program.tab != nil && [.alive, .starting, .absent].contains($0.phase) }
        return programs.compactMap { Check(unusual: $0, isNeeded: $0.program == .panel || !hasPage) }
    }

    private init?(unusual status: ProgramStatus, isNeeded: Bool) {
        let isUsual =
            switch status.phase {
            case .alive: status.isResponsive && status.problem == nil
            case .starting: true
            // A window not open yet.
            case .absent: status.program != .panel && status.reason == nil
            case .restarting, .failed, .unknown: false
            }
        if isUsual { return nil }
        let state = status.isResponsive ? status.phase.rawValue : "does not answer"
        // The sentence of a protocol error names the interface.
        let isRefused = (status.problem ?? "").parts(separatedBy: "zwlr_layer_surface_v1").count > 1
        self.init(
            status.program.name, isNeeded && status.phase != .alive ? .failed : .warning,
            state + [status.reason, status.problem].compactMap { $0.map { ": \($0)" } }.joined(),
            advice: isRefused
                ? "The compositor refuses such a surface; the shell can run in a window: tabshelld --window"
                : "tabctl reload starts it again when the cause is fixed.")
    }

    /// The other daemons of the user, and the display of the first one.
    public static func others(_ others: [DaemonRecord], display: String?) -> Check {
        let list = others.map { other in
            "\(other.path), pid \(other.pid)" + (other.display.map { ", on \($0)" } ?? "")
        }.joined(separator: "\n")
        guard let second = others.first(where: { $0.display != nil && $0.display == display }) else {
            return Check(
                "other daemons", .warning, list,
                advice: "TABSHELL_SOCKET=\(others.first?.path ?? "") tabctl … reaches it.")
        }
        return Check(
            "other daemons", .failed, "\(list)\nTwo daemons on one display draw two bars.",
            advice: "kill \(second.pid), and start tabshelld in one place: the compositor's configuration or systemd.")
    }
}
