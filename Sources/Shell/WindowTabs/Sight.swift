import ShellModel

extension WindowFront {
    /// The view of a compositor with a workspace for each tab.
    package struct Sight: Equatable {
        package enum Content: Equatable {
            case tab(TabID)
            /// A window that belongs to no tab.
            case foreign
            /// An empty workspace of the user.
            case empty
        }

        /// In front on the output of the pages.
        package var shown = Content.empty
        /// In front on the workspace that has the focus.
        package var focused = Content.empty
        /// The reasons why the front may differ from the user's choice.
        package var causes: Set<Cause> = []
        package var hasForeign = false
        /// True if the user focused the workspace, or the window on it.
        package var isTurnedTo = false
        /// The output to which the pages follow the user; nil if they stay.
        package var destination: String?

        package init() {}
    }

    /// A reason for a change that is not the user's choice.
    package enum Cause: Equatable {
        /// The daemon has selected a tab.
        case selection
        /// The compositor is new, or the pages go to another output.
        case restart
        case outputs
        /// A window has opened on the workspace of another tab.
        case opened
        /// The window of the workspace has closed, and the tab has another.
        case closed
        /// The workspace has gone with its window: behind a lock the compositor may show the next one then.
        case vanished
    }
}
