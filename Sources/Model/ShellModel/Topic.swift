// SPDX-License-Identifier: MIT

/// A part of the state that is published as one whole value.
public enum Topic: String, Sendable, CaseIterable {
    /// The configured tabs, in order.
    case tabs
    /// The configured actions.
    case actions
    /// The resolved look.
    case look
    /// Light or dark.
    case appearance
    /// Which tab is in front.
    case selection
    /// The selected tab was selected once more, and its path was empty.
    case reselect
    /// The marks on tabs.
    case badges
    /// Where in its page each tab is.
    case paths
    /// The windows that are tabs' pages.
    case windows
    /// Which sheet is open.
    case sheet
    /// Which menu is open.
    case menu
    /// Whether the bar is folded.
    case bar
    /// An action was asked for.
    case action
    /// How the panel and the pages' programs are doing.
    case programs
}
