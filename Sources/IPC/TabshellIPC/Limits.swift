// SPDX-License-Identifier: MIT

/// The limits of the protocol, which the manual states too.
public enum Limits {
    /// The maximum length of a request line without its line feed.
    public static let maximumRequestBytes = 64 * 1024
    /// The maximum length of a server's line that a client accepts.
    public static let maximumServerLineBytes = 4 * 1024 * 1024
    /// The maximum nesting of arrays and objects.
    public static let maximumJSONDepth = 32
    /// The time within which a partial request line must be completed, ns.
    public static let partialLineTimeout: UInt64 = 5_000_000_000
    /// The time after which a client that reads nothing is disconnected, ns.
    public static let writeTimeout: UInt64 = 10_000_000_000
    /// The size of a client's write buffer above which its events are dropped and replaced with a snapshot.
    public static let writeBufferHighWatermark = 64 * 1024
    /// The maximum number of connected clients.
    public static let maximumClients = 4096
    /// The maximum number of a client's requests that are carried out before the first of them is replied to.
    public static let maximumUnansweredRequests = 64
    public static let maximumBadgeCount = 1_000_000
    public static let maximumBadgeTextBytes = 64
    public static let maximumWindowTitleBytes = 4096
    /// The maximum length of a Unix socket's path: `sun_path` without its terminating zero.
    public static let maximumSocketPathBytes = 107
}

/// The version of the protocol. Minor versions only add to it.
public struct ProtocolVersion: Equatable, Sendable, CustomStringConvertible {
    public var major: Int
    public var minor: Int

    public static let current = ProtocolVersion(major: 1, minor: 0)

    public init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// Parses `major.minor`.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let major = Int(parts[0]), let minor = Int(parts[1]) else { return nil }
        self.init(major: major, minor: minor)
    }

    public var description: String { "\(major).\(minor)" }
}
