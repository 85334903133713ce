// SPDX-License-Identifier: MIT

/// Why a command was refused. The state is as it was.
public enum CommandError: Error, Equatable, Sendable {
    /// There is no tab with a page.
    case noTabs
    case duplicateTab(TabID)
    case unknownTab(TabID, known: [TabID])
    case unknownProgram(Program)
    case duplicateAction(ActionID)
    case unknownAction(ActionID, known: [ActionID])
    /// The look wants another number of tabs beside the prominent button.
    case wrongTabCount(Int, expected: Int, look: String)
    /// The tab's page has nothing at this route.
    case unknownRoute(TabID, [String], known: [String])
    /// The path would become longer than ``ShellState/longestPath``.
    case pathTooLong(TabID)
    /// The tab's role has no sheet, no menu, or no path.
    case noSheet(TabID)
    case noMenu(TabID)
    case noPath(TabID)
    /// The tab's page is no window.
    case noWindow(TabID)
    /// The look's bar never folds.
    case notMinimizable(look: String)
}
