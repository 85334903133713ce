// SPDX-License-Identifier: MIT
import CLinux

/// What a descriptor can be ready for.
public struct Readiness: OptionSet, Sendable {
    public let rawValue: UInt8

    public static let read = Readiness(rawValue: 1)
    public static let write = Readiness(rawValue: 2)
    /// The other end hung up, or an error waits. It is reported without being asked for.
    public static let hangup = Readiness(rawValue: 4)

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    init(epoll events: UInt32) {
        self = []
        if events & EPOLLIN.rawValue != 0 { insert(.read) }
        if events & EPOLLOUT.rawValue != 0 { insert(.write) }
        if events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 { insert(.hangup) }
    }

    var epoll: UInt32 {
        (contains(.read) ? EPOLLIN.rawValue : 0) | (contains(.write) ? EPOLLOUT.rawValue : 0)
    }
}

/// A descriptor that a loop watches. The loop keeps it until it is cancelled.
public final class FileDescriptorSource {
    let id: UInt64
    let descriptor: Int32
    let handler: (Readiness) -> Void
    private(set) var readiness: Readiness
    private let loop: EventLoop

    init(
        loop: EventLoop, id: UInt64, descriptor: Int32, readiness: Readiness, handler: @escaping (Readiness) -> Void
    ) {
        self.loop = loop
        self.id = id
        self.descriptor = descriptor
        self.readiness = readiness
        self.handler = handler
    }

    /// Changes what is waited for.
    ///
    /// - Throws: ``SystemError`` when the kernel refuses.
    public func wait(for readiness: Readiness) throws(SystemError) {
        guard readiness != self.readiness else { return }
        self.readiness = readiness
        try loop.update(self)
    }

    /// Ends the watch; its handler is not called again, not even in the current round. Cancel before closing.
    public func cancel() {
        loop.remove(self)
    }
}
