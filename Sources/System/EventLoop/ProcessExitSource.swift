import Glibc
import Posix

/// Reports the end of a process, child or not. It holds the process (pidfd), not its number, so a number
/// that the kernel reuses is never mistaken for it.
public final class ProcessExitSource {
    public let pid: pid_t
    private let descriptor: FileDescriptor
    private let leadsGroup: Bool
    private let loop: EventLoop
    private var source: FileDescriptorSource?

    /// - Parameters:
    ///   - pidfd: a descriptor of the process; nil opens one by its number.
    ///   - leadsGroup: true for the leader of a process group, which gets its signals.
    ///   - onExit: called once, with the exit code (or -signal) of a child; nil for any other process.
    /// - Throws: ``SystemError``; `ESRCH` if the process does not exist.
    public init(
        pid: pid_t, pidfd: consuming FileDescriptor? = nil, leadsGroup: Bool = false, on loop: EventLoop,
        onExit: @escaping (Int32?) -> Void
    ) throws(SystemError) {
        self.pid = pid
        self.leadsGroup = leadsGroup
        self.loop = loop
        if let pidfd { descriptor = pidfd } else { descriptor = try FileDescriptor(process: pid) }
        source = try loop.watch(descriptor.rawValue, for: .read) { [weak self] _ in
            self?.stop()
            onExit(ChildProcess.reap(pid, waiting: false))
        }
        loop.watchedProcesses[pid, default: 0] += 1
    }

    deinit {
        stop()
    }

    /// Sends a signal, unless the process has ended.
    public func send(_ signal: Int32) {
        // The number is the child's until it is collected. A process that an earlier daemon started need not lead a group.
        if leadsGroup, source != nil, kill(-pid, signal) == 0 { return }
        descriptor.sendSignal(signal)
    }

    private func stop() {
        guard source != nil else { return }
        source = nil
        let others = (loop.watchedProcesses[pid] ?? 1) - 1
        loop.watchedProcesses[pid] = others == 0 ? nil : others
    }
}

/// The times of a process's first thread at the processor (proc(5), `schedstat`), ns. Both are 0 if the kernel does not
/// count them.
public struct SchedulerTimes: Equatable {
    /// Its running time.
    public var running: UInt64 = 0
    /// Its time ready to run while others ran.
    public var waiting: UInt64 = 0

    public init(of pid: Int32) {
        self.init(schedstat: (try? FileSystem.read("/proc/\(pid)/schedstat", maximumSize: 256)) ?? [])
    }

    init(schedstat: [UInt8]) {
        let fields = String(decoding: schedstat, as: UTF8.self).split { $0 == " " || $0 == "\n" }.map { UInt64($0) }
        guard fields.count >= 2, let running = fields[0], let waiting = fields[1] else { return }
        (self.running, self.waiting) = (running, waiting)
    }
}
