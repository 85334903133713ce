// SPDX-License-Identifier: MIT
import Posix

/// The operations for which a descriptor is ready.
public struct Readiness: OptionSet, Sendable {
    public let rawValue: UInt8

    public static let read = Readiness(rawValue: 1)
    public static let write = Readiness(rawValue: 2)
    /// The other end was closed, or there is an error. It is reported without being asked for.
    public static let hangup = Readiness(rawValue: 4)

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    init(_ events: Epoll.Events) {
        self = []
        if events.contains(.readable) { insert(.read) }
        if events.contains(.writable) { insert(.write) }
        if !events.isDisjoint(with: [.hangup, .error]) { insert(.hangup) }
    }

    var epollEvents: Epoll.Events {
        var events: Epoll.Events = []
        if contains(.read) { events.insert(.readable) }
        if contains(.write) { events.insert(.writable) }
        return events
    }
}

/// A descriptor that an event loop watches. The loop keeps the source until it is cancelled.
public final class FileDescriptorSource {
    let id: UInt64
    let descriptor: Int32
    let handler: (Readiness) -> Void
    private(set) var interest: Readiness
    private let loop: EventLoop

    init(
        loop: EventLoop, id: UInt64, descriptor: Int32, interest: Readiness, handler: @escaping (Readiness) -> Void
    ) {
        self.loop = loop
        self.id = id
        self.descriptor = descriptor
        self.interest = interest
        self.handler = handler
    }

    /// Changes the operations that the source waits for.
    ///
    /// - Throws: ``SystemError`` when the kernel refuses.
    public func setInterest(_ interest: Readiness) throws(SystemError) {
        guard interest != self.interest else { return }
        self.interest = interest
        try loop.update(self)
    }

    /// Ends the watch; the handler is not called again, not even in the current iteration. Cancel before closing.
    public func cancel() {
        loop.remove(self)
    }
}
