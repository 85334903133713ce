// SPDX-License-Identifier: MIT
public import Posix

/// The error of a failed system call.
public typealias SystemError = Posix.SystemError
/// The operations for which a descriptor is ready.
public typealias Readiness = Posix.Readiness

/// An event loop on one thread with one `epoll`: descriptors, timers, and hooks that run before each wait.
///
/// The hooks make one frame and one flush out of everything that happened in a wake-up. With nothing to do the loop waits
/// without a timeout, so an idle process never wakes.
///
/// It is written by hand because SwiftNIO is multi-threaded, large, and cannot watch the descriptor of libwayland.
public final class EventLoop {
    private let epoll: Epoll
    /// The events of the current iteration.
    private var events: [Epoll.Event] = []
    private var sources: [UInt64: FileDescriptorSource] = [:]
    private var nextID: UInt64 = 0
    private var timers: [Timer] = []
    private var hooks: [() -> Void] = []
    private var isStopping = false
    /// The number of the ``ProcessExitSource``s of each process.
    var watchedProcesses: [Int32: Int] = [:]
    /// The number of children that are being started, and are not watched yet.
    var startingProcesses = 0
    /// The children that were killed and have not ended yet, by their pids.
    var abandoned: [Int32: ProcessExitSource] = [:]

    /// - Throws: ``SystemError`` when there are no descriptors left.
    public init() throws(SystemError) {
        epoll = try Epoll()
    }

    /// Calls a handler whenever a descriptor is ready, until the source is cancelled. The caller keeps the descriptor.
    ///
    /// - Throws: ``SystemError``, for example for a descriptor that cannot be polled.
    public func watch(
        _ descriptor: Int32, for interest: Readiness, handler: @escaping (Readiness) -> Void
    ) throws(SystemError) -> FileDescriptorSource {
        nextID += 1
        let source = FileDescriptorSource(
            loop: self, id: nextID, descriptor: descriptor, interest: interest, handler: handler)
        try epoll.add(descriptor, interest, id: source.id)
        sources[source.id] = source
        return source
    }

    /// Makes a timer that is not armed yet.
    public func timer(_ handler: @escaping () -> Void) -> Timer {
        Timer(loop: self, handler: handler)
    }

    /// Adds a hook that runs before each wait, after the hooks that were added earlier.
    public func addPrepareHook(_ hook: @escaping () -> Void) {
        hooks.append(hook)
    }

    /// Runs until ``stop()``.
    ///
    /// - Throws: ``SystemError`` when waiting itself fails.
    public func run() throws(SystemError) {
        isStopping = false
        while !isStopping {
            try runOnce()
        }
    }

    /// Lets ``run()`` return at the end of the current iteration.
    public func stop() {
        isStopping = true
    }

    /// Runs one iteration: hooks, wait, timers, descriptors.
    public func runOnce() throws(SystemError) {
        for hook in hooks { hook() }
        if isStopping { return }
        try epoll.wait(into: &events, upTo: Self.batchSize, timeout: timeout)
        fireTimers()
        for event in events {
            // A handler may have cancelled the source of a later event of the same batch.
            sources[event.id]?.handler(event.readiness)
        }
    }

    /// Returns true if a ``ProcessExitSource`` collects a process.
    public func watches(_ pid: Int32) -> Bool { watchedProcesses[pid] != nil }

    private static let batchSize = 64

    /// Nanoseconds until the next timer; nil without one.
    private var timeout: Int64? {
        guard let next = timers.lazy.compactMap(\.deadline).min() else { return nil }
        let now = MonotonicClock.now
        return next > now ? Int64(clamping: next - now) : 0
    }

    private func fireTimers() {
        guard !timers.isEmpty else { return }
        let now = MonotonicClock.now
        guard timers.contains(where: { $0.isDue(at: now) }) else { return }
        let due = timers.filter { $0.isDue(at: now) }.sorted { ($0.deadline ?? 0) < ($1.deadline ?? 0) }
        // An earlier timer's handler may have disarmed or moved a later one.
        for timer in due where timer.isDue(at: now) { timer.fire() }
    }

    func arm(_ timer: Timer) {
        if !timers.contains(where: { $0 === timer }) { timers.append(timer) }
    }

    func disarm(_ timer: Timer) {
        timers.removeAll { $0 === timer }
    }

    func update(_ source: FileDescriptorSource) throws(SystemError) {
        try epoll.modify(source.descriptor, source.interest, id: source.id)
    }

    func remove(_ source: FileDescriptorSource) {
        guard sources.removeValue(forKey: source.id) != nil else { return }
        epoll.remove(source.descriptor)
    }
}
