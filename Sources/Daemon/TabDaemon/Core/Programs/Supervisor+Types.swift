// SPDX-License-Identifier: MIT
import EventLoop
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

    /// A program of the shell and what runs of it.
    final class Entry {
        var spec: ProgramSpec
        var keeper = WindowKeeper()
        /// True if it starts as soon as there is a network.
        var awaitsNetwork = false
        /// The timer of the next start of a window that is kept open, or of the end of its program.
        var keeping: EventLoop.Timer?
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
        var process: ProcessExitSource?
        /// The process that registered, if it is a descendant of `process`.
        var registrant: ProcessExitSource?
        /// True if a daemon started it, so that it terminates with the daemon.
        var isManaged = false
        var isRegistered = false
        var startedAt: UInt64 = 0
        var restart: EventLoop.Timer?
        /// The number of its start, while it is being started.
        var start: Int?
        /// The standard error of a page's program.
        var errorOutput: ErrorOutput?
        /// The name of the running instance, by which the processes that it leaves behind are known.
        var instance: String?
        /// The end of the time within which it registers, unless it is a window.
        var registration: EventLoop.Timer?
        /// The reason for which the daemon ends it.
        var terminationReason: String?
        /// True while it waits for a compositor.
        var needsCompositor = false
        /// True if it ended because it had no compositor any more.
        var hasLostCompositor = false

        /// True while a window that is kept open waits for its next start.
        var awaitsRestart: Bool {
            process == nil && keeping?.deadline != nil && [.restarting, .failed].contains(status.phase)
        }

        var arguments: [String]? { spec.arguments }
        var appIDs: [AppIDPattern]? { spec.appIDs }
        var keepsOpen: Bool { spec.keepsOpen }

        init(_ spec: ProgramSpec) {
            self.spec = spec
            status = ProgramStatus(program: spec.program)
        }
    }
}
