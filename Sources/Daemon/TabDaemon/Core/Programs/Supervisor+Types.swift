import Posix
import ShellModel

extension Supervisor {
    /// A program: the arguments if the daemon starts it, and the app IDs of its windows if it does not register.
    struct ProgramSpec: Equatable {
        var program: Program
        var arguments: [String]?
        /// The working directory: absolute, or below `~/`; nil for the daemon's.
        var directory: String?
        var appIDs: [AppIDPattern]?
        /// True if the window is opened again when it has gone.
        var keepsOpen = false
        /// True if it does not start without a network, and starts again with one.
        var needsNetwork = false
        /// True if a window's program lacks access to the shell's socket and to privileged protocols.
        var isConfined = false
    }

    enum WindowStatus {
        case unknown
        /// The compositor does not list windows.
        case unsupported
        case absent
        case present
    }

    /// A program of the shell, and its processes.
    struct Entry: Equatable {
        var spec: ProgramSpec
        var keeper = WindowKeeper()
        /// True if it starts as soon as there is a network.
        var awaitsNetwork = false
        var window = WindowStatus.unknown
        /// The panel's explanation for an absent window.
        var windowNote: String?
        /// True if the window was there since the program was started.
        var hasShownWindow = false
        /// The reason why a window's program exited.
        var exitReason: String?
        var status: ProgramStatus
        var policy = RestartPolicy()
        /// The running process, started by the daemon or not.
        var process: Int32?
        /// The process that registered, if it is a descendant of `process`.
        var registrant: Int32?
        var registeredAncestors: [Int32] = []
        /// True if a daemon started it, so that it terminates with the daemon.
        var isManaged = false
        /// The connection of its process; nil unless it is registered.
        var client: ClientID?
        var startedAt: UInt64 = 0
        /// The number of its start, while it is being started.
        var start: Int?
        var lastErrorLine: String?
        /// The name of the running instance, by which the processes that it leaves behind are known.
        var instance: String?
        var terminationReason: String?
        var needsCompositor = false
        /// True if it ended because it lost its compositor.
        var hasLostCompositor = false
        /// The pings to it; nil for a program that does not answer pings.
        var pings: PingTracker?

        var arguments: [String]? { spec.arguments }
        /// True for a program of tabshell: only its exit statuses have the meanings of ``ExitStatus``.
        var isOfShell: Bool {
            arguments?.first.map { FileSystem.name(of: $0).hasPrefix("tabshell-") } ?? false
        }
        var appIDs: [AppIDPattern]? { spec.appIDs }
        var isRegistered: Bool { client != nil }

        init(_ spec: ProgramSpec) {
            self.spec = spec
            status = ProgramStatus(program: spec.program)
        }
    }
}

/// The time without a network. Times are CLOCK_MONOTONIC, ns.
struct NetworkAbsence: Equatable {
    /// The absence after which pages are loaded again.
    static let minimum: UInt64 = 5_000_000_000

    private var since: UInt64?

    var isAbsent: Bool { since != nil }

    /// Follows the network. Returns true at its return after an absence in which pages have missed something.
    mutating func changed(isPresent: Bool, at now: UInt64) -> Bool {
        guard isPresent else {
            since = since ?? now
            return false
        }
        defer { since = nil }
        return since.map { now - $0 >= Self.minimum } ?? false
    }
}
