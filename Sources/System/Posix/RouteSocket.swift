// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// A socket on which the kernel reports changes of routes and interfaces (rtnetlink(7)).
public struct RouteSocket: ~Copyable {
    private let descriptor: FileDescriptor

    /// - Throws: ``SystemError`` where the system call is refused, or there are no descriptors left.
    public init() throws(SystemError) {
        descriptor = FileDescriptor(owning: try systemCall("rtnetlink") { clinux_route_socket() })
    }

    /// The number, for waiting.
    public var rawValue: Int32 { descriptor.rawValue }

    /// Requests all routes.
    public func requestRoutes() throws(SystemError) {
        try systemCall("rtnetlink") { clinux_request_routes(rawValue) }
    }

    /// The next messages; nil when none wait.
    ///
    /// - Throws: ``SystemError``; `ENOBUFS` when messages were lost.
    public func read() throws(SystemError) -> [UInt8]? { try descriptor.read(upTo: 32_768) }
}
