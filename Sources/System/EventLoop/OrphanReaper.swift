import Glibc
import Posix

/// Collects the orphaned descendants of this process, which become its children. Without it, processes that a program started
/// and left behind would belong to init, out of reach.
public final class OrphanReaper {
    private let loop: EventLoop
    private var signals: SignalSource?
    private var hook: EventLoop.PrepareHook?
    // No signal announces earlier ends.
    private var isPending = true

    /// Makes this process the reaper of its descendants, until this object is released. Its own children are left to their ``ProcessExitSource``.
    ///
    /// - Throws: ``SystemError`` when descriptors run out.
    public init(on loop: EventLoop) throws(SystemError) {
        self.loop = loop
        ChildProcess.setSubreaper(true)
        signals = try SignalSource([SIGCHLD], on: loop) { [weak self] _ in self?.isPending = true }
        hook = loop.addPrepareHook { [weak self] in self?.reap() }
    }

    deinit { ChildProcess.setSubreaper(false) }

    private func reap() {
        // A new child may have ended before it is watched.
        guard isPending, loop.startingProcesses == 0 else { return }
        while let pid = ChildProcess.ended {
            // Its source, made ready by the kernel, comes first; this hook runs again after it.
            if loop.watches(pid) { return }
            ChildProcess.reap(pid, waiting: false)
        }
        isPending = false
    }
}
