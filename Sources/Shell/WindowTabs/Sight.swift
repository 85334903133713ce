// SPDX-License-Identifier: MIT
import ShellModel

extension WindowFront {
    /// The view of a compositor with a workspace for each tab.
    package struct Sight: Equatable {
        package enum Content: Equatable {
            case tab(TabID)
            /// A window that belongs to no tab.
            case foreign
            /// An empty workspace of the user's.
            case empty
        }

        /// In front on the output of the pages.
        package var shown = Content.empty
        /// In front on the workspace that has the focus.
        package var focused = Content.empty
        /// The reasons for which something else may be in front than the user has chosen.
        package var causes: Set<Cause> = []
        /// True if there are windows that belong to no tab.
        package var hasForeign = false
        /// True if the user has gone to the workspace that has the focus, or to the window on it.
        package var isTurnedTo = false
        /// The output to which the pages follow the user; nil if they stay.
        package var destination: String?

        package init() {}
    }

    /// A reason for a change that nobody has chosen.
    package enum Cause: Equatable {
        /// The daemon has selected a tab.
        case selection
        /// The compositor is new, or the pages go to another output.
        case restart
        /// An output has come or gone.
        case outputs
        /// A window has opened on the workspace of another tab.
        case opened
        /// The window of the workspace has closed, and the tab has another.
        case closed
        /// The workspace has gone with its window: behind a lock the compositor may show the next one then.
        case vanished
    }
}
