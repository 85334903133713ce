// SPDX-License-Identifier: MIT

/// The end of a program with a message and an exit status.
public struct ExitError: Error, Equatable, Sendable {
    public var status: ExitStatus
    /// The message for a person, one line if it can be.
    public var reason: String

    public init(status: ExitStatus, reason: String) {
        self.status = status
        self.reason = reason
    }

    /// An error in the command line.
    public static func usage(_ reason: String) -> ExitError { ExitError(status: .usage, reason: reason) }
}
