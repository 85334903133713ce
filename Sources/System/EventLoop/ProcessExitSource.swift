// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// Tells when a process ends, be it a child or not. It holds on to the process, not to its number, so a number that
/// the kernel gives out again is never mistaken for it.
public final class ProcessExitSource {
    public let pid: pid_t
    private let descriptor: FileDescriptor
    private var watch: FileDescriptorSource?

    /// - Parameter ended: called once, with the exit code (or -signal) of a child; nil for a process that is not one.
    /// - Throws: ``SystemError``; `ESRCH` when there is no such process.
    public init(pid: pid_t, on loop: EventLoop, ended: @escaping (Int32?) -> Void) throws(SystemError) {
        self.pid = pid
        descriptor = FileDescriptor(owning: try systemCall("pidfd_open \(pid)") { clinux_pidfd_open(pid) })
        watch = try loop.watch(descriptor.number, for: .read) { [weak self] _ in
            self?.watch?.cancel()
            self?.watch = nil
            var status: Int32 = 0
            ended(waitpid(pid, &status, WNOHANG) == pid ? clinux_exit_code(status) : nil)
        }
    }

    deinit {
        watch?.cancel()
    }

    /// Sends a signal; a process that has ended is left in peace.
    public func send(_ signal: Int32) {
        _ = clinux_pidfd_signal(descriptor.number, signal)
    }
}
