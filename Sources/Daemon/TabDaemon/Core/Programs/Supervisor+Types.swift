// SPDX-License-Identifier: MIT
import Posix
import ShellModel

extension Supervisor {
    /// The specification of a program: the arguments if the daemon starts it, and the app IDs of its windows if it is a
    /// program that does not register.
    struct ProgramSpec: Equatable {
        var program: Program
        var arguments: [String]?
        var appIDs: [AppIDPattern]?
        /// True if the window is opened again when it has gone.
        var keepsOpen = false
        /// True if it does not start without a network, and starts again with one.
        var needsNetwork = false
        /// True if the program of a window is kept from the shell: from its socket, and from privileged protocols.
        var isConfined = false
    }

    /// The status of a window as the panel reports it.
    enum WindowStatus {
        /// Not reported yet.
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
        /// The reason for which the program of a window exited.
        var exitReason: String?
        var status: ProgramStatus
        var policy = RestartPolicy()
        /// The running process, started by the daemon or not.
        var process: Int32?
        /// The process that registered, if it is a descendant of `process`.
        var registrant: Int32?
        /// The process that registered, and its ancestors at that time.
        var registeredAncestors: [Int32] = []
        /// True if a daemon started it, so that it terminates with the daemon.
        var isManaged = false
        var isRegistered = false
        var startedAt: UInt64 = 0
        /// The number of its start, while it is being started.
        var start: Int?
        /// The last line of its standard error.
        var lastErrorLine: String?
        /// The name of the running instance, by which the processes that it leaves behind are known.
        var instance: String?
        /// The reason for which the daemon ends it.
        var terminationReason: String?
        /// True while it waits for a compositor.
        var needsCompositor = false
        /// True if it ended because it had no compositor any more.
        var hasLostCompositor = false
        /// The pings to it; nil for a program that does not answer any.
        var pings: PingTracker?

        var arguments: [String]? { spec.arguments }
        var appIDs: [AppIDPattern]? { spec.appIDs }
        var keepsOpen: Bool { spec.keepsOpen }

        init(_ spec: ProgramSpec) {
            self.spec = spec
            status = ProgramStatus(program: spec.program)
        }
    }
}
