// SPDX-License-Identifier: MIT

/// Why a program ended other than by request.
public struct ExitError: Error, Equatable, Sendable {
    public var status: ExitStatus
    /// One line for a person.
    public var reason: String

    public init(status: ExitStatus, reason: String) {
        self.status = status
        self.reason = reason
    }
}
