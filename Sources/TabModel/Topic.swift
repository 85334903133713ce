// SPDX-License-Identifier: MIT

/// A part of the state that is published as one whole value.
public enum Topic: String, Sendable, CaseIterable {
    /// The configured tabs, in order.
    case tabs
    /// The resolved look.
    case look
    /// Which tab is in front.
    case selection
    /// The selected tab was selected once more.
    case reselect
    /// How the panel and the pages' programs are doing.
    case programs
}
