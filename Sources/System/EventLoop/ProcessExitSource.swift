// SPDX-License-Identifier: MIT
import Glibc
import Posix

/// Reports the end of a process, of a child or another one. It holds the process (pidfd), not its number, so a number
/// that the kernel assigns again is never mistaken for it.
public final class ProcessExitSource {
    public let pid: pid_t
    private let descriptor: FileDescriptor
    private var source: FileDescriptorSource?

    /// - Parameter onExit: called once, with the exit code (or -signal) of a child; nil for a process that is not one.
    /// - Throws: ``SystemError``; `ESRCH` when there is no such process.
    public init(pid: pid_t, on loop: EventLoop, onExit: @escaping (Int32?) -> Void) throws(SystemError) {
        self.pid = pid
        descriptor = try FileDescriptor(process: pid)
        source = try loop.watch(descriptor.rawValue, for: .read) { [weak self] _ in
            self?.source?.cancel()
            self?.source = nil
            onExit(ChildProcess.reap(pid, waiting: false))
        }
    }

    deinit {
        source?.cancel()
    }

    /// Sends a signal, unless the process has ended.
    public func send(_ signal: Int32) {
        descriptor.sendSignal(signal)
    }
}
