// SPDX-License-Identifier: MIT
import ShellModel

/// The tab that a window belongs to.
enum WindowOwner: Equatable {
    case tab(TabID)
    /// The window is no tab's.
    case noTab
}
