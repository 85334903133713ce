// SPDX-License-Identifier: MIT
import TabModel

/// What a client's reply is paired by: whatever the client chose.
public enum RequestID: Equatable, Sendable {
    case integer(Int64)
    case string(String)
}

/// What a client asks for.
public enum Verb: Equatable, Sendable {
    case ping
    case version
    case state
    case subscribe([Topic])
    case barrier
    case select(TabID)
    case next
    case previous
    case register(Program)

    /// The word for it on the wire.
    public var name: String {
        switch self {
        case .ping: "ping"
        case .version: "version"
        case .state: "state"
        case .subscribe: "subscribe"
        case .barrier: "barrier"
        case .select: "select"
        case .next: "next"
        case .previous: "previous"
        case .register: "register"
        }
    }

    /// Every verb's name, for the answer to an unknown one.
    public static let names = [
        "ping", "version", "state", "subscribe", "barrier", "select", "next", "previous", "register",
    ]
}

/// One request line.
public struct Request: Equatable, Sendable {
    /// Nil asks for no pairing; the reply's id is null then.
    public var id: RequestID?
    public var verb: Verb

    public init(id: RequestID?, verb: Verb) {
        self.id = id
        self.verb = verb
    }
}

/// Why a line is not a request, with the id to answer to where there is one.
public struct RequestError: Error, Equatable, Sendable {
    public var id: RequestID?
    public var error: WireError
}
