// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// One thread, one `epoll`: descriptors, timers, and hooks that run before each sleep.
///
/// The hooks make one frame and one flush out of everything that happened in a wake-up. With nothing to do the loop
/// sleeps without a timeout, so an idle process never wakes.
public final class EventLoop {
    private let epoll: FileDescriptor
    private var watches: [UInt64: FileDescriptorSource] = [:]
    private var nextID: UInt64 = 0
    private var timers: [Timer] = []
    private var hooks: [() -> Void] = []
    private var isStopping = false

    /// - Throws: ``SystemError`` when the kernel gives no epoll descriptor.
    public init() throws(SystemError) {
        epoll = FileDescriptor(owning: try systemCall("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
    }

    /// Calls a handler whenever a descriptor is ready, until the watch is cancelled. The caller keeps the descriptor.
    ///
    /// - Throws: ``SystemError``, for example for a descriptor that cannot be polled.
    public func watch(
        _ descriptor: Int32, for readiness: Readiness, handler: @escaping (Readiness) -> Void
    ) throws(SystemError) -> FileDescriptorSource {
        nextID += 1
        let watch = FileDescriptorSource(
            loop: self, id: nextID, descriptor: descriptor, readiness: readiness, handler: handler)
        try control(EPOLL_CTL_ADD, watch)
        watches[watch.id] = watch
        return watch
    }

    /// Makes a timer that is not armed yet.
    public func timer(_ handler: @escaping () -> Void) -> Timer {
        Timer(loop: self, handler: handler)
    }

    /// Adds a hook that runs before each sleep, after those that were added earlier.
    public func beforeSleep(_ hook: @escaping () -> Void) {
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

    /// Lets ``run()`` return at the end of the current round.
    public func stop() {
        isStopping = true
    }

    /// One round: hooks, sleep, timers, descriptors.
    public func runOnce() throws(SystemError) {
        for hook in hooks { hook() }
        if isStopping { return }
        try withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.batch) { events throws(SystemError) in
            let count = try wait(into: events)
            fireTimers()
            for event in events.prefix(count) {
                // A handler may have cancelled the watch of a later event of the same batch.
                guard let watch = watches[event.data.u64] else { continue }
                watch.handler(Readiness(epoll: event.events))
            }
        }
    }

    private static let batch = 64

    private func wait(into events: UnsafeMutableBufferPointer<epoll_event>) throws(SystemError) -> Int {
        let count = clinux_epoll_wait(epoll.number, events.baseAddress, Int32(events.count), timeout())
        if count >= 0 { return Int(count) }
        if errno == EINTR { return 0 }
        throw .last("epoll_wait")
    }

    /// Nanoseconds until the next timer; -1 without one.
    private func timeout() -> Int64 {
        guard let next = timers.compactMap(\.deadline).min() else { return -1 }
        let now = MonotonicClock.now
        return next > now ? Int64(next - now) : 0
    }

    private func fireTimers() {
        guard !timers.isEmpty else { return }
        let now = MonotonicClock.now
        let due = timers.filter { $0.isDue(at: now) }.sorted { ($0.deadline ?? 0) < ($1.deadline ?? 0) }
        // An earlier one's handler may have disarmed or moved a later one.
        for timer in due where timer.isDue(at: now) { timer.fire() }
    }

    func arm(_ timer: Timer) {
        if !timers.contains(where: { $0 === timer }) { timers.append(timer) }
    }

    func disarm(_ timer: Timer) {
        timers.removeAll { $0 === timer }
    }

    func update(_ watch: FileDescriptorSource) throws(SystemError) {
        try control(EPOLL_CTL_MOD, watch)
    }

    func remove(_ watch: FileDescriptorSource) {
        guard watches.removeValue(forKey: watch.id) != nil else { return }
        epoll_ctl(epoll.number, EPOLL_CTL_DEL, watch.descriptor, nil)
    }

    private func control(_ operation: Int32, _ watch: FileDescriptorSource) throws(SystemError) {
        var event = epoll_event()
        event.events = watch.readiness.epoll
        event.data.u64 = watch.id
        try systemCall("epoll_ctl") { epoll_ctl(epoll.number, operation, watch.descriptor, &event) }
    }
}
