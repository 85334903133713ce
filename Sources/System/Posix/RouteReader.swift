import CLinux
import Glibc

/// A reader of rtnetlink(7) messages that detects a default route. After each message that may change
/// that, it requests all routes again, so it need not follow each of them.
public struct RouteReader: Equatable, Sendable {
    /// True with a usable default route; nil until the kernel has listed the routes.
    public private(set) var hasDefaultRoute: Bool?
    /// True if the routes must be requested, once the kernel has answered the last request.
    private var isStale = true
    /// True while the kernel lists the routes, and true if a default route has been listed.
    private var isListing = false
    private var hasListedDefault = false

    public init() {}

    /// True if the routes must be requested now.
    public var needsRequest: Bool { isStale && !isListing }

    /// Begins to read another list of routes, if one is needed; true if the caller must request it.
    public mutating func beginRequest() -> Bool {
        guard needsRequest else { return false }
        (isStale, isListing, hasListedDefault) = (false, true, false)
        return true
    }

    /// Handles lost messages.
    public mutating func lost() { (isStale, isListing) = (true, false) }

    /// Reads whole messages, and ignores a cut one.
    public mutating func receive(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while let message = Message(&rest) { receive(message) }
    }

    private mutating func receive(_ message: Message) {
        switch message.kind {
        case .newRoute where message.isPart:
            if message.route?.isUsableDefault == true { hasListedDefault = true }
        case .newRoute, .deletedRoute: if message.route?.isDefault == true { isStale = true }
        case .newLink, .deletedLink: isStale = true
        case .done where isListing:
            isListing = false
            if message.isInterrupted { isStale = true } else { hasDefaultRoute = hasListedDefault }
        case .error: isListing = false
        case .done, nil: break
        }
    }

    /// A message: a header of 16 bytes (`nlmsghdr`), and its payload.
    private struct Message {
        enum Kind: UInt16 {
            case error = 2
            case done = 3
            case newLink = 16
            case deletedLink = 17
            case newRoute = 24
            case deletedRoute = 25
        }

        let kind: Kind?
        private let flags: UInt16
        private let payload: ArraySlice<UInt8>

        /// Takes the next message from bytes; nil without a whole one.
        init?(_ bytes: inout ArraySlice<UInt8>) {
            guard bytes.count >= 16 else { return nil }
            let length = Int(clamping: bytes.integer(0, as: UInt32.self))
            guard length >= 16, length <= bytes.count else { return nil }
            kind = Kind(rawValue: bytes.integer(4, as: UInt16.self))
            flags = bytes.integer(6, as: UInt16.self)
            payload = bytes.dropFirst(16).prefix(length - 16)
            bytes = bytes.dropFirst((length + 3) & ~3)
        }

        /// True if it belongs to a list (`NLM_F_MULTI`).
        var isPart: Bool { flags & 0x2 != 0 }
        /// True if the list may be wrong because of a change meanwhile (`NLM_F_DUMP_INTR`).
        var isInterrupted: Bool { flags & 0x10 != 0 }
        var route: Route? { payload.count >= 12 ? Route(payload: payload) : nil }
    }

    /// A route (`rtmsg`).
    private struct Route {
        let payload: ArraySlice<UInt8>

        private func byte(_ offset: Int) -> UInt8 { payload[payload.startIndex + offset] }

        /// True for a route of IPv4 or IPv6 to everywhere.
        var isDefault: Bool { [2, 10].contains(byte(0)) && byte(1) == 0 }
        /// True for a default route to a gateway or an interface (`RTN_UNICAST`) that has a carrier: neither `RTNH_F_DEAD` nor
        /// `RTNH_F_LINKDOWN`.
        var isUsableDefault: Bool { isDefault && byte(7) == 1 && payload.integer(8, as: UInt32.self) & 0x11 == 0 }
    }
}

extension ArraySlice<UInt8> {
    /// A little-endian integer; Swift only runs on such machines.
    fileprivate func integer<Value: FixedWidthInteger>(_ offset: Int, as type: Value.Type) -> Value {
        dropFirst(offset).prefix(MemoryLayout<Value>.size).enumerated().reduce(0) { value, part in
            value | Value(part.element) << (8 * part.offset)
        }
    }
}

/// A socket on which the kernel reports changes of routes and interfaces (rtnetlink(7)).
public struct RouteSocket: ~Copyable {
    private let descriptor: FileDescriptor

    /// - Throws: ``SystemError`` if the system call is refused, or descriptors run out.
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
