// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// Signals as events of a loop. They are blocked from being delivered any other way, so no handler races with anything.
public final class SignalSource {
    private let descriptor: FileDescriptor
    private var watch: FileDescriptorSource?

    /// Blocks the signals and calls the handler, in the loop, for each that arrives.
    ///
    /// - Throws: ``SystemError`` when the kernel gives no descriptor.
    public init(_ signals: [Int32], on loop: EventLoop, handler: @escaping (Int32) -> Void) throws(SystemError) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        sigprocmask(SIG_BLOCK, &set, nil)
        let number = try systemCall("signalfd") {
            signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
        }
        descriptor = FileDescriptor(owning: number)
        watch = try loop.watch(number, for: .read) { _ in
            var info = signalfd_siginfo()
            while read(number, &info, MemoryLayout<signalfd_siginfo>.size) == MemoryLayout<signalfd_siginfo>.size {
                handler(Int32(info.ssi_signo))
            }
        }
    }

    /// Ends the watch; the signals stay blocked.
    public func cancel() {
        watch?.cancel()
        watch = nil
    }
}
