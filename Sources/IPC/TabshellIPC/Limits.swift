// SPDX-License-Identifier: MIT

/// The bounds of the socket, which the manual states too.
public enum Limits {
    /// The longest request line, in bytes, without its line feed.
    public static let requestLine = 64 * 1024
    /// The longest line that a client accepts from the server.
    public static let serverLine = 4 * 1024 * 1024
    /// How deeply arrays and objects may be nested.
    public static let depth = 32
    /// How long a begun request line may stay unfinished, ns.
    public static let unfinishedLine: UInt64 = 5_000_000_000
    /// How long a client may take no byte of what waits for it, ns.
    public static let stalledReader: UInt64 = 10_000_000_000
    /// How many bytes may wait for a client before it gets snapshots instead of events.
    public static let outbox = 64 * 1024
    /// How many clients may be connected.
    public static let clients = 4096
    /// The highest count of a badge, and the longest text of one, in bytes.
    public static let badgeCount = 1_000_000
    public static let badgeText = 64
    /// The longest title of a window, in bytes.
    public static let windowTitle = 4096
    /// The longest activation token, in bytes.
    public static let activationToken = 256
    /// The longest path of a Unix socket, in bytes: `sun_path` less its terminating zero.
    public static let socketPath = 107
}

/// The version of the socket's protocol. The same major means: only additions.
public struct ProtocolVersion: Equatable, Sendable, CustomStringConvertible {
    public var major: Int
    public var minor: Int

    public static let current = ProtocolVersion(major: 1, minor: 0)

    public init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// Reads `major.minor`.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let major = Int(parts[0]), let minor = Int(parts[1]) else { return nil }
        self.init(major: major, minor: minor)
    }

    public var description: String { "\(major).\(minor)" }
}
