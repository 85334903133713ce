// SPDX-License-Identifier: MIT

/// What can be asked of the state. Times are CLOCK_MONOTONIC, ns. A tab that is not named is the selected one.
public enum Command: Equatable, Sendable {
    /// Brings a page to the front; a tab of another role presents its sheet, opens its menu or runs its action.
    case select(TabID, at: UInt64)
    /// The page after the selected one; after the last comes the first.
    case selectNext(at: UInt64)
    /// The page before the selected one; before the first comes the last.
    case selectPrevious(at: UInt64)

    /// Nil takes the badge away, as a count of 0 does.
    case badge(TabID, Badge?)

    /// Adds to a tab's path.
    case push(TabID?, [String])
    /// Takes the last word from a tab's path, or as many as it takes to come to a place that the tab's page knows.
    case pop(TabID?)
    /// Empties a tab's path.
    case popToRoot(TabID?)
    /// Selects a tab and makes a route its path.
    case open(TabID, [String], at: UInt64)

    /// The panel sees a tab's window, or sees that there is none. One that came forward by other means than the shell
    /// selects its tab, if that which it came forward over is still selected.
    case window(TabID, WindowState?, over: TabID?, at: UInt64)

    case run(ActionID, at: UInt64)
    case showSheet(TabID, at: UInt64)
    case dismissSheet(at: UInt64)
    case openMenu(TabID, at: UInt64)
    case closeMenu(at: UInt64)
    case minimize(Bool, at: UInt64)
    /// A page was scrolled.
    case scrolled(TabID, ScrollDirection, at: UInt64)
    case setAppearance(Appearance, at: UInt64)

    case configure(ShellConfiguration, at: UInt64)
    case enter(ScenePreset, at: UInt64)
    case report(ProgramStatus)
}

/// What has to be done because the state changed.
public enum Effect: Equatable, Sendable {
    /// Tell the subscribers of the event's topic.
    case publish(StateEvent)
    /// Write down what must survive the daemon.
    case persist
    /// Start the program that the configuration names for an action.
    case run(ActionID)
}
