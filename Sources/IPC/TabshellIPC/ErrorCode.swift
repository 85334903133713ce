// SPDX-License-Identifier: MIT

/// The stable codes of the errors that a request can be answered with.
public enum ErrorCode: String, Error, Sendable, CaseIterable {
    /// The line is not a JSON value.
    case parse
    /// The line is longer than the limit; it was skipped.
    case tooLong = "too_long"
    /// A begun line was not finished in time; the connection is closed.
    case unfinished
    /// The JSON value is not a request.
    case invalidRequest = "invalid_request"
    case unknownVerb = "unknown_verb"
    /// An argument is missing, or of the wrong type.
    case invalidArgument = "invalid_argument"
    case unknownTab = "unknown_tab"
    case unknownTopic = "unknown_topic"
    case unknownAction = "unknown_action"
    case unknownLook = "unknown_look"
    case unknownScene = "unknown_scene"
    /// The tab's page has nothing there.
    case unknownRoute = "unknown_route"
    /// The tab, or the look, cannot do that.
    case notApplicable = "not_applicable"
    /// The configuration has errors, which are in the data; the old one stays in force.
    case invalidConfiguration = "invalid_configuration"
    /// Another living program serves this tab, or this connection has registered before.
    case alreadyRegistered = "already_registered"
    /// The change was made, and could not be written to disk.
    case notSaved = "not_saved"
    /// Too many clients are connected; the connection is closed.
    case tooManyClients = "too_many_clients"
    /// The client runs under another user; the connection is closed.
    case foreignUser = "foreign_user"
}

/// An error as it goes over the socket.
public struct WireError: Error, Equatable, Sendable {
    public var code: String
    /// One sentence for a person: what is wrong, and what was expected.
    public var message: String
    public var data: JSON?

    public init(_ code: ErrorCode, _ message: String, data: JSON? = nil) {
        self.init(code: code.rawValue, message: message, data: data)
    }

    public init(code: String, message: String, data: JSON?) {
        self.code = code
        self.message = message
        self.data = data
    }
}
