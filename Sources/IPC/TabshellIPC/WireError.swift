// SPDX-License-Identifier: MIT

/// An error in a reply.
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

    var json: JSON {
        var members = [JSON.Member("code", .string(code)), JSON.Member("message", .string(message))]
        if let data { members.append(.init("data", data)) }
        return .object(members)
    }
}
