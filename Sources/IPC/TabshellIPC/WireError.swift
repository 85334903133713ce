public struct WireError: Error, Equatable, Sendable {
    /// The raw value of an ``ErrorCode``, or the code of a later server.
    public var code: String
    /// One sentence for a person: the problem, and the expectation.
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

    /// The message as on the screen, with a capital letter.
    public var sentence: String { message.prefix(1).uppercased() + message.dropFirst() }

    var json: JSON {
        var members = [JSON.Member("code", .string(code)), JSON.Member("message", .string(message))]
        if let data { members.append(.init("data", data)) }
        return .object(members)
    }
}

/// The stable codes of the errors in replies.
public enum ErrorCode: String, Error, Sendable, CaseIterable {
    /// The line is not a JSON value.
    case parse
    /// The line exceeds the limit; it was skipped.
    case tooLong = "too_long"
    /// A partial line was not completed in time; the connection is closed.
    case unfinished
    /// The JSON value is not a request.
    case invalidRequest = "invalid_request"
    case unknownVerb = "unknown_verb"
    /// An argument is missing, has the wrong type, or is out of bounds.
    case invalidArgument = "invalid_argument"
    case unknownTab = "unknown_tab"
    case unknownTopic = "unknown_topic"
    case unknownAction = "unknown_action"
    case unknownLook = "unknown_look"
    /// The desktop entry does not exist, or its program cannot be a tab.
    case unknownDesktopEntry = "unknown_desktop_entry"
    /// The tab's page lacks this route.
    case unknownRoute = "unknown_route"
    /// The tab, the look or the client does not support the request.
    case notApplicable = "not_applicable"
    /// The configuration has errors, listed in the data; the previous one stays in force.
    case invalidConfiguration = "invalid_configuration"
    /// The PIN is needed, was wrong, or cannot be tried yet; `wait` in the data is the delay in s.
    case locked
    /// Another running process is registered for this program, or this connection has registered before.
    case alreadyRegistered = "already_registered"
    /// The change was made, but could not be saved.
    case notSaved = "not_saved"
    /// The action was announced, but its program could not be started.
    case notStarted = "not_started"
    /// Too many clients are connected; the connection is closed.
    case tooManyClients = "too_many_clients"
    /// The client belongs to another user; the connection is closed.
    case foreignUser = "foreign_user"
}
