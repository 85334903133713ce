// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Posix

/// The processes that ended programs have left behind: their children and those of their children. The daemon is the
/// subreaper, so they become its children. A variable in their environment names the instance of the program that started
/// them. They are terminated.
final class OrphanedProcesses {
    /// The maximum size of an environment that is searched, bytes.
    private static let maximumEnvironment = 1 << 20

    /// Called when the last one has ended.
    var onEmpty: () -> Void = {}

    private let loop: EventLoop
    private let gracePeriod: UInt64
    private var orphans: [(instance: String, process: ProcessExitSource)] = []
    private var killTimer: EventLoop.Timer?

    /// - Parameter gracePeriod: the time between SIGTERM and SIGKILL, ns.
    init(gracePeriod: UInt64, on loop: EventLoop) {
        self.gracePeriod = gracePeriod
        self.loop = loop
        killTimer = loop.timer { [weak self] in self?.killAll() }
    }

    var isEmpty: Bool { orphans.isEmpty }
    var pids: [pid_t] { orphans.map(\.process.pid) }

    /// Terminates the processes that an ended instance of a program has left.
    func terminate(_ instance: String) {
        for pid in ChildProcess.all where !loop.watches(pid) {
            // Its descriptor first: its number may be another process's by the time its environment is read.
            guard let pidfd = try? FileDescriptor(process: pid), Self.belongs(pid, to: instance),
                let process = try? ProcessExitSource(
                    pid: pid, pidfd: pidfd, on: loop, onExit: { [weak self] _ in self?.ended(pid, instance) })
            else { continue }
            process.send(SIGTERM)
            orphans.append((instance, process))
            if killTimer?.deadline == nil { killTimer?.arm(after: gracePeriod) }
        }
    }

    func killAll() {
        for (_, process) in orphans { process.send(SIGKILL) }
        // A stopped loop may follow; and new orphans have their time.
        if !orphans.isEmpty { killTimer?.arm(after: gracePeriod) }
    }

    private func ended(_ pid: pid_t, _ instance: String) {
        orphans.removeAll { $0.process.pid == pid }
        // Its own children are the daemon's now.
        terminate(instance)
        guard orphans.isEmpty else { return }
        killTimer?.disarm()
        onEmpty()
    }

    private static func belongs(_ pid: pid_t, to instance: String) -> Bool {
        guard let bytes = try? FileSystem.read("/proc/\(pid)/environ", upTo: maximumEnvironment) else { return false }
        return bytes.split(separator: 0).contains {
            $0.elementsEqual("\(Supervisor.instanceVariable)=\(instance)".utf8)
        }
    }
}
