import CLinux
import Glibc

/// The operations for which a descriptor is ready: flags of poll(2), which have the same values in epoll(7).
public struct Readiness: OptionSet, Sendable {
    public let rawValue: Int32

    public static let read = Readiness(rawValue: POLLIN)
    public static let write = Readiness(rawValue: POLLOUT)
    /// The other end was closed, or an error occurred. Reported even if not requested.
    public static let hangup = Readiness(rawValue: POLLHUP)

    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// - Parameter flags: as reported by the kernel.
    fileprivate init(reported flags: Int32) {
        self.init(rawValue: flags & (POLLIN | POLLOUT) | (flags & (POLLHUP | POLLERR) == 0 ? 0 : POLLHUP))
    }
}

/// An epoll(7) instance.
public struct Epoll: ~Copyable {
    /// A ready descriptor, by the ID with which it was added.
    public struct Event: Sendable {
        public let id: UInt64
        public let readiness: Readiness
    }

    private let descriptor: FileDescriptor

    /// - Throws: ``SystemError`` when descriptors run out.
    public init() throws(SystemError) {
        descriptor = FileDescriptor(owning: try systemCall("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
    }

    /// Adds a descriptor; its events are reported with `id`.
    public func add(_ target: Int32, _ events: Readiness, id: UInt64) throws(SystemError) {
        try control(EPOLL_CTL_ADD, target, events, id: id)
    }

    public func modify(_ target: Int32, _ events: Readiness, id: UInt64) throws(SystemError) {
        try control(EPOLL_CTL_MOD, target, events, id: id)
    }

    public func remove(_ target: Int32) {
        epoll_ctl(descriptor.rawValue, EPOLL_CTL_DEL, target, nil)
    }

    /// Waits for events.
    ///
    /// - Parameters:
    ///   - events: replaced by the events; empty after the timeout, or when a signal interrupted the call. Its memory
    ///     is reused.
    ///   - capacity: the maximum number of events to report.
    ///   - timeout: ns; nil waits forever.
    public func wait(into events: inout [Event], upTo capacity: Int, timeout: Int64?) throws(SystemError) {
        events.removeAll(keepingCapacity: true)
        var code: Int32 = 0
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: capacity) { buffer in
            let count = clinux_epoll_wait(
                descriptor.rawValue, buffer.baseAddress, Int32(capacity), timeout.map { max($0, 0) } ?? -1)
            if count < 0 { code = errno }
            for event in buffer.prefix(Int(max(count, 0))) {
                events.append(Event(id: event.data.u64, readiness: Readiness(reported: Int32(event.events))))
            }
        }
        guard code == 0 || code == EINTR else { throw SystemError(code: code, operation: "epoll_wait") }
    }

    private func control(_ operation: Int32, _ target: Int32, _ events: Readiness, id: UInt64) throws(SystemError) {
        var event = epoll_event()
        event.events = UInt32(events.rawValue)
        event.data.u64 = id
        try systemCall("epoll_ctl") { epoll_ctl(descriptor.rawValue, operation, target, &event) }
    }
}

/// poll(2) on a few descriptors, for programs without an event loop.
public enum Poll {
    /// Waits until one of some descriptors is ready, or a signal arrives.
    ///
    /// - Parameter timeout: ms; nil waits forever.
    /// - Returns: the events of each descriptor, in their order; nil after the timeout.
    public static func wait(
        _ descriptors: [(descriptor: Int32, events: Readiness)], timeout: Int32? = nil
    ) throws(SystemError) -> [Readiness]? {
        var entries = descriptors.map { pollfd(fd: $0.descriptor, events: Int16($0.events.rawValue), revents: 0) }
        let count = try systemCall("poll") { poll(&entries, nfds_t(entries.count), timeout ?? -1) }
        return count == 0 ? nil : entries.map { Readiness(reported: Int32($0.revents)) }
    }

    /// Sleeps for some milliseconds, or until a signal arrives.
    public static func sleep(milliseconds: Int32) { poll(nil, 0, milliseconds) }
}
