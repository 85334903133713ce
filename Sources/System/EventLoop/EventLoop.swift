public import Posix

/// The error of a failed system call.
public typealias SystemError = Posix.SystemError
/// The operations for which a descriptor is ready.
public typealias Readiness = Posix.Readiness

/// An event loop on one thread with one `epoll`: descriptors, timers, and hooks that run before each wait.
///
/// The hooks make one frame and one flush out of all events of a wake-up. Without work the loop waits
/// without a timeout, so an idle process never wakes.
///
/// The handles that ``watch(_:for:handler:)``, ``timer(_:)`` and ``addPrepareHook(_:)`` return own their registrations: once
/// one is released, its handler is not called again. The loop keeps none of them alive. A handler holds its owner weakly.
///
/// Our own because SwiftNIO is multi-threaded, large, and cannot watch libwayland's descriptor.
public final class EventLoop {
    private let epoll: Epoll
    private var events: [Epoll.Event] = []
    /// The handlers of the watched descriptors. Each object below also keeps its handler, so no removal here is a
    /// handler's last release, which could cause another removal meanwhile.
    private var watches: [Int32: (id: UInt64, handler: (Readiness) -> Void)] = [:]
    /// The armed timers, with the numbers of their arming.
    private var alarms: [(id: UInt64, deadline: UInt64, arming: UInt64, handler: () -> Void)] = []
    private var lastArming: UInt64 = 0
    private var hooks: [(id: UInt64, handler: () -> Void)] = []
    private var nextID: UInt64 = 0
    private var isStopping = false
    /// The number of the ``ProcessExitSource``s of each process.
    var watchedProcesses: [Int32: Int] = [:]
    /// The number of starting children, within their timeout and not watched yet.
    var startingProcesses = 0
    /// The killed or late children that have not ended yet, by pid.
    var abandoned: [Int32: ProcessExitSource] = [:]

    /// - Throws: ``SystemError`` when descriptors run out.
    public init() throws(SystemError) {
        epoll = try Epoll()
    }

    /// Calls a handler whenever a descriptor is ready, until the source is cancelled or released. The caller keeps the
    /// descriptor.
    ///
    /// - Throws: ``SystemError``, for example for a descriptor that cannot be polled.
    public func watch(
        _ descriptor: Int32, for interest: Readiness, handler: @escaping (Readiness) -> Void
    ) throws(SystemError) -> FileDescriptorSource {
        // The number distinguishes the events of this watch from an earlier watch of the same descriptor.
        let id = makeID() << 32 | UInt64(UInt32(bitPattern: descriptor))
        try epoll.add(descriptor, interest, id: id)
        watches[descriptor] = (id, handler)
        return FileDescriptorSource(loop: self, id: id, descriptor: descriptor, interest: interest, handler: handler)
    }

    /// Makes a timer that is not armed yet.
    public func timer(_ handler: @escaping () -> Void) -> Timer {
        Timer(loop: self, id: makeID(), handler: handler)
    }

    /// Adds a hook that runs before each wait, after earlier hooks, until it is released.
    public func addPrepareHook(_ handler: @escaping () -> Void) -> PrepareHook {
        let hook = PrepareHook(loop: self, id: makeID(), handler: handler)
        hooks.append((hook.id, handler))
        return hook
    }

    private func makeID() -> UInt64 {
        nextID += 1
        return nextID
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

    /// Makes ``run()`` return at the end of the current iteration.
    public func stop() {
        isStopping = true
    }

    /// Runs one iteration: hooks, wait, descriptors, timers. A timer that the handler of a descriptor arms without a delay
    /// fires after the other descriptors' handlers, without a wait in between.
    public func runOnce() throws(SystemError) {
        // An earlier hook may have released a later one.
        for hook in hooks where hooks.contains(where: { $0.id == hook.id }) { hook.handler() }
        if isStopping { return }
        try epoll.wait(into: &events, upTo: Self.batchSize, timeout: timeout)
        for event in events {
            // A handler may have cancelled or released the source of a later event of the same batch.
            guard let watch = watches[Int32(truncatingIfNeeded: event.id)], watch.id == event.id else { continue }
            watch.handler(event.readiness)
        }
        guard !alarms.isEmpty else { return }
        // Timers that a handler arms wait for the next iteration, even if they are due: descriptors have their turn first.
        let (now, arming) = (MonotonicClock.now, lastArming)
        while let index = nextAlarm(at: now, armedUpTo: arming) { alarms.remove(at: index).handler() }
    }

    /// Returns true if a ``ProcessExitSource`` collects a process.
    public func watches(_ pid: Int32) -> Bool { watchedProcesses[pid] != nil }

    /// True if only one descriptor is ready in the current iteration.
    public var hasOneEvent: Bool { events.count == 1 }

    private static let batchSize = 64

    /// Nanoseconds until the next timer; nil without one.
    private var timeout: Int64? {
        guard let next = alarms.lazy.map(\.deadline).min() else { return nil }
        let now = MonotonicClock.now
        return next > now ? Int64(clamping: next - now) : 0
    }

    /// Returns the place of the earliest due timer.
    private func nextAlarm(at now: UInt64, armedUpTo arming: UInt64) -> Int? {
        var next: (index: Int, deadline: UInt64)?
        for (index, alarm) in alarms.enumerated() where alarm.deadline <= now && alarm.arming <= arming {
            if next.map({ alarm.deadline < $0.deadline }) ?? true { next = (index, alarm.deadline) }
        }
        return next?.index
    }

    func deadline(of timer: Timer) -> UInt64? { alarms.first { $0.id == timer.id }?.deadline }

    func arm(_ timer: Timer, at deadline: UInt64) {
        if let index = alarms.firstIndex(where: { $0.id == timer.id }) {
            alarms[index].deadline = deadline
        } else {
            lastArming += 1
            alarms.append((timer.id, deadline, lastArming, timer.handler))
        }
    }

    func disarm(_ timer: Timer) {
        // Most timers are not armed, and removeAll(where:) takes longer then.
        if let index = alarms.firstIndex(where: { $0.id == timer.id }) { alarms.remove(at: index) }
    }

    func update(_ source: FileDescriptorSource) throws(SystemError) {
        try epoll.modify(source.descriptor, source.interest, id: source.id)
    }

    func remove(_ source: FileDescriptorSource) {
        // The descriptor may be closed by now, and its number reused.
        guard watches[source.descriptor]?.id == source.id else { return }
        watches[source.descriptor] = nil
        epoll.remove(source.descriptor)
    }

    /// A hook of an event loop. Its release removes it.
    public final class PrepareHook {
        let id: UInt64
        private let loop: EventLoop
        private let handler: () -> Void

        init(loop: EventLoop, id: UInt64, handler: @escaping () -> Void) {
            self.loop = loop
            self.id = id
            self.handler = handler
        }

        deinit { loop.hooks.removeAll { $0.id == id } }
    }
}
