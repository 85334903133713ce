// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// An epoll(7) instance.
public struct Epoll: ~Copyable {
    /// A set of `EPOLL…` flags.
    public struct Events: OptionSet, Sendable {
        public let rawValue: UInt32

        public static let readable = Events(rawValue: EPOLLIN.rawValue)
        public static let writable = Events(rawValue: EPOLLOUT.rawValue)
        public static let hangup = Events(rawValue: EPOLLHUP.rawValue)
        public static let error = Events(rawValue: EPOLLERR.rawValue)

        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }
    }

    private let descriptor: FileDescriptor

    /// - Throws: ``SystemError`` when there are no descriptors left.
    public init() throws(SystemError) {
        descriptor = FileDescriptor(owning: try systemCall("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
    }

    /// Adds a descriptor; its events are reported with `id`.
    public func add(_ target: Int32, _ events: Events, id: UInt64) throws(SystemError) {
        try control(EPOLL_CTL_ADD, target, events, id: id)
    }

    public func modify(_ target: Int32, _ events: Events, id: UInt64) throws(SystemError) {
        try control(EPOLL_CTL_MOD, target, events, id: id)
    }

    public func remove(_ target: Int32) {
        epoll_ctl(descriptor.rawValue, EPOLL_CTL_DEL, target, nil)
    }

    /// Waits for events.
    ///
    /// - Parameters:
    ///   - capacity: the maximum number of events to report.
    ///   - timeout: ns; nil waits for as long as it takes.
    /// - Returns: the events; none after the timeout, or when a signal interrupted the call.
    /// - Throws: ``SystemError``.
    public func wait(upTo capacity: Int, timeout: Int64?) throws(SystemError) -> [(id: UInt64, events: Events)] {
        var code: Int32 = 0
        let ready = withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: capacity) { buffer in
            let count = clinux_epoll_wait(
                descriptor.rawValue, buffer.baseAddress, Int32(capacity), timeout.map { max($0, 0) } ?? -1)
            if count < 0 { code = errno }
            return buffer.prefix(Int(max(count, 0))).map { (id: $0.data.u64, events: Events(rawValue: $0.events)) }
        }
        guard code == 0 || code == EINTR else { throw SystemError(code: code, operation: "epoll_wait") }
        return ready
    }

    private func control(_ operation: Int32, _ target: Int32, _ events: Events, id: UInt64) throws(SystemError) {
        var event = epoll_event()
        event.events = events.rawValue
        event.data.u64 = id
        try systemCall("epoll_ctl") { epoll_ctl(descriptor.rawValue, operation, target, &event) }
    }
}

/// poll(2) on a few descriptors, for programs without an event loop.
public enum Poll {
    /// A set of `POLL…` flags.
    public struct Events: OptionSet, Sendable {
        public let rawValue: Int16

        public static let readable = Events(rawValue: Int16(POLLIN))
        public static let writable = Events(rawValue: Int16(POLLOUT))
        /// The other end was closed, or there is an error. It is reported without being asked for.
        public static let hangup = Events(rawValue: Int16(POLLHUP | POLLERR))

        public init(rawValue: Int16) {
            self.rawValue = rawValue
        }
    }

    /// Waits until one of some descriptors is ready, or a signal arrives.
    ///
    /// - Parameter timeout: ms; nil waits for as long as it takes.
    /// - Returns: the events of each descriptor, in their order; nil after the timeout.
    /// - Throws: ``SystemError``.
    public static func wait(
        _ descriptors: [(descriptor: Int32, events: Events)], timeout: Int32? = nil
    ) throws(SystemError) -> [Events]? {
        var entries = descriptors.map { pollfd(fd: $0.descriptor, events: $0.events.rawValue, revents: 0) }
        let count = try systemCall("poll") { poll(&entries, nfds_t(entries.count), timeout ?? -1) }
        return count == 0 ? nil : entries.map { Events(rawValue: $0.revents) }
    }

    /// Sleeps for some milliseconds, or until a signal arrives.
    public static func sleep(milliseconds: Int32) { poll(nil, 0, milliseconds) }
}
