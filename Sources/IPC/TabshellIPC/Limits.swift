import ShellModel

/// The limits of the protocol, which the manual states too.
public enum Limits {
    /// The maximum length of a request line without its line feed: that of a `show` whose text a client has escaped, as \u0027.
    public static let maximumRequestBytes = 6 * ShownDocument.maximumBytes + 8 * 1024
    /// The maximum length of a server's line that a client accepts.
    public static let maximumServerLineBytes = 4 * 1024 * 1024
    public static let maximumJSONDepth = 32
    /// The time within which a partial request line must be completed, ns.
    public static let partialLineTimeout: UInt64 = 5_000_000_000
    /// The time after which a client that reads nothing is disconnected, ns.
    public static let writeTimeout: UInt64 = 10_000_000_000
    /// The size of a client's write buffer above which its events are dropped and replaced with a snapshot.
    public static let writeBufferHighWatermark = 64 * 1024
    public static let maximumClients = 4096
    /// The maximum number of a client's unanswered requests.
    public static let maximumUnansweredRequests = 1024
    /// The maximum length of a client's deferred requests; above it no more are read.
    public static let maximumDeferredBytes = 256 * 1024
    /// The maximum length of the name of a tab, action, program, look, topic or verb.
    public static let maximumNameBytes = 256
    /// The maximum length of a PIN, or of another secret in its place, in bytes.
    public static let maximumNumberBytes = 64
    public static let maximumProblemBytes = 512
    /// The maximum number of errors in the topic `configuration`, and the maximum length of each.
    public static let maximumConfigurationErrors = 16
    public static let maximumConfigurationErrorBytes = 512
    /// The number of a connection's requests that are answered in one turn.
    public static let requestsPerTurn = 32
    /// The number of bytes of requests and replies in one turn.
    public static let bytesPerTurn = 16 * 1024
    /// The time of requests in one turn, ns.
    public static let timePerTurn: UInt64 = 1_000_000
    /// The number of clients that are accepted in one turn.
    public static let acceptedPerTurn = 16
    /// The size of a client's unsent requests above which it gives the connection up.
    public static let maximumUnsentRequestBytes = 256 * 1024
    public static let maximumIconBytes = 1024
    /// The maximum number of windows in the panel's answer, and the maximum length of a title there.
    public static let maximumForeignWindows = 32
    public static let maximumForeignTitleBytes = 256
    /// The time limit for the panel's answer, ns.
    public static let foreignTimeout: UInt64 = 2_000_000_000
    /// The maximum number of a program's nodes, their levels, and the length of each text.
    public static let maximumAccessibilityNodes = 512
    public static let maximumAccessibilityDepth = 12
    public static let maximumAccessibilityTextBytes = 1024
    public static let maximumAccessibilityBytes = 64 * 1024
    /// The time that a program has to describe what it shows, or to press something, ns.
    public static let accessibilityTimeout: UInt64 = 2_000_000_000
    public static let maximumAnnouncementBytes = 1024
    public static let maximumBadgeCount = 1_000_000
    public static let maximumBadgeTextBytes = 64
    public static let maximumWindowTitleBytes = 4096
    /// The maximum length of a Unix socket's path: `sun_path` without its terminating zero.
    public static let maximumSocketPathBytes = 107
    /// The velocities of a released drag, pages per second.
    public static let velocities = -1000.0...1000
}

/// The version of the protocol. Minor versions only add to it. The programs of tabshell talk to a daemon of their own version.
public struct ProtocolVersion: Equatable, Sendable, CustomStringConvertible {
    public var major: Int
    public var minor: Int

    public static let current = ProtocolVersion(major: 1, minor: 1)

    public init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let major = Int(parts[0]), let minor = Int(parts[1]) else { return nil }
        self.init(major: major, minor: minor)
    }

    public var description: String { "\(major).\(minor)" }
}
