// SPDX-License-Identifier: MIT
import ShellModel

/// The server's first line on each connection.
public struct Hello: Equatable, Sendable {
    /// `major.minor`.
    public var protocolVersion: String
    /// tabshell's version.
    public var version: String
    public var pid: Int32
    /// The names of the server's verbs: a client that needs one which came later looks for it here.
    public var features: [String]

    public init(protocolVersion: String, version: String, pid: Int32, features: [String]) {
        self.protocolVersion = protocolVersion
        self.version = version
        self.pid = pid
        self.features = features
    }
}

/// A line that the server writes.
public enum ServerMessage: Equatable, Sendable {
    case hello(Hello)
    case reply(id: RequestID?, Result<JSON, WireError>)
    case event(StateEvent)
    /// The snapshot before it is complete.
    case ready(revision: UInt64)
    /// Events were dropped because the client read too slowly; a fresh snapshot follows.
    case resync(revision: UInt64)
    /// Something that a later server says; it is to be ignored.
    case unknown(String)
}
