// SPDX-License-Identifier: MIT

/// An argument of a statement.
public enum Value: Equatable, Sendable {
    case integer(Int64)
    /// Nil for NULL.
    case real(Double?)
    case text(String)
}
