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
    /// A tab of this role lacks a page, and so a path.
    case noPath(TabID)
    case noPage(TabID)
    /// A drag is between two tabs.
    case sameTab(TabID)
    case noWindow(TabID)
    /// The tab's page cannot be a document: it is a window, or missing.
    case noDocument(TabID)
    case nothingShown(TabID)
    /// The document would exceed ``ShownDocument/maximumBytes``, or all of them ``ShownDocument/maximumBytesOfAll``.
    case documentTooLong(TabID)
    /// The look's bar is never minimized.
    case notMinimizable(look: String)
    /// The tab or the action needs the PIN.
    case locked(LockPrompt)
    case noRotation
}
