// SPDX-License-Identifier: MIT
import TabWire

/// Why a program ended other than by request.
public struct ProgramFailure: Error, Equatable, Sendable {
    public var status: ExitStatus
    /// One line for a person.
    public var reason: String

    public init(status: ExitStatus, reason: String) {
        self.status = status
        self.reason = reason
    }
}
