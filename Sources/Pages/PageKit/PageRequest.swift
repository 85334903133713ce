// SPDX-License-Identifier: MIT

import ShellModel

/// A request of a page to the shell.
///
/// Tabs and actions are named by their identifiers; a request without one is for the page's own tab. Its effect arrives as a
/// change of the page's context; a request that fails has none.
public enum PageRequest: Equatable, Sendable {
    /// Selects a tab.
    case select(tab: String)
    /// Appends components to the tab's route.
    case push([String])
    /// Removes the last component of the tab's route.
    case pop
    /// Empties the tab's route.
    case root
    /// Selects a tab and sets its route.
    case open(tab: String, route: [String])
    /// Runs an action of the configuration.
    case action(String)
    /// Sets the tab's badge, or removes it with nil.
    case badge(Badge?)
    /// Presents a tab's sheet, or dismisses the open sheet with nil.
    case sheet(tab: String?)
}

extension PageRequest {
    /// Returns the command of the request, from the page of a tab.
    func command(from tab: TabID) -> Command {
        switch self {
        case .select(let id): .select(TabID(rawValue: id))
        case .push(let words): .push(tab, words)
        case .pop: .pop(tab)
        case .root: .popToRoot(tab)
        case .open(let id, let route): .open(TabID(rawValue: id), route)
        case .action(let id): .run(ActionID(rawValue: id))
        case .badge(let badge): .badge(tab, badge)
        case .sheet(let id): .setSheet(id.map { TabID(rawValue: $0) })
        }
    }
}
