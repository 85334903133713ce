// SPDX-License-Identifier: MIT

/// The reason why a command was refused. The state is unchanged.
public enum CommandError: Error, Equatable, Sendable {
    /// No tab has a page.
    case noTabs
    case duplicateTab(TabID)
    case unknownTab(TabID, known: [TabID])
    case unknownProgram(Program)
    case duplicateAction(ActionID)
    case unknownAction(ActionID, known: [ActionID])
    /// The look requires another number of tabs beside the prominent button.
    case wrongTabCount(Int, expected: Int, look: String)
    /// The tab's page does not have this route.
    case unknownRoute(TabID, [String], known: [String])
    /// The path would exceed ``ShellState/maximumPathComponents`` or ``ShellState/maximumComponentBytes``.
    case pathTooLong(TabID)
    /// All paths together would exceed ``ShellState/maximumBytesOfAllPaths``.
    case pathsTooLong(TabID)
    case noSheet(TabID)
    case noMenu(TabID)
    /// A tab of this role does not have a page, and so no path.
    case noPath(TabID)
    /// A tab of this role does not have a page that could be selected.
    case noPage(TabID)
    /// A drag is between two tabs.
    case sameTab(TabID)
    /// The tab's page is not a window.
    case noWindow(TabID)
    /// The tab's page cannot be a document: it is a window, or there is none.
    case noDocument(TabID)
    /// No document is shown in the tab.
    case nothingShown(TabID)
    /// The document would exceed ``ShownDocument/maximumBytes``, or all of them ``ShownDocument/maximumBytesOfAll``.
    case documentTooLong(TabID)
    /// The look's bar is never minimized.
    case notMinimizable(look: String)
    /// The tab or the action needs the number.
    case locked(LockPrompt)
    /// No tabs come to the front in turn.
    case noRotation
}
