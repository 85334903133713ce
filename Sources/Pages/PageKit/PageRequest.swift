// SPDX-License-Identifier: MIT

import ShellModel

/// What a page may ask of the shell. Tabs and actions go by their identifiers; where none is named, the page's own tab is
/// meant. What comes of it is told as a change of the state, or not at all.
public enum PageRequest: Equatable, Sendable {
    /// To bring a tab to the front, or to do what selecting it does.
    case select(tab: String)
    /// To add words to the tab's route.
    case push([String])
    /// To take the last word from the tab's route.
    case pop
    /// To empty the tab's route.
    case root
    /// To bring a tab to the front at a route.
    case open(tab: String, route: [String])
    /// To run an action of the configuration.
    case action(String)
    /// To mark the tab, or with nil to take the mark away.
    case badge(Badge?)
    /// To present a tab's page as a sheet, or with nil to dismiss the sheet that is open.
    case sheet(tab: String?)
}

extension PageRequest {
    /// Returns the command of a request by the page of a tab.
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
