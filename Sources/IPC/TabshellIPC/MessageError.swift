// SPDX-License-Identifier: MIT

/// The reason why a JSON value could not be decoded.
public struct MessageError: Error, Equatable, Sendable {
    /// The members that lead to the value, joined by dots (`tabs.0.id`); empty for the line itself.
    public var path: String
    /// The rest of the sentence that begins with the path: the expectation, and the actual value.
    public var problem: String

    /// The code and the data of the reply if the value is an argument of a request.
    var code = ErrorCode.invalidArgument
    var data: JSON?

    public init(path: String = "", _ problem: String) {
        self.path = path
        self.problem = problem
    }

    public var message: String { path.isEmpty ? problem : "\(path) \(problem)" }
}
