// SPDX-License-Identifier: MIT

/// A mark on a tab that something waits there.
public enum Badge: Equatable, Sendable {
    /// At least 1: a count of 0 is no badge.
    case count(Int)
    case text(String)
    case dot
}
