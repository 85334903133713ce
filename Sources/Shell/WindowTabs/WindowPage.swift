import ShellModel

/// A tab whose page is a window of any program.
package struct WindowPage: Equatable {
    package var id: TabID
    package var window: WindowBinding
}

extension [WindowPage] {
    package init(_ tabs: [Tab]) {
        self = tabs.compactMap { tab in tab.window.map { WindowPage(id: tab.id, window: $0) } }
    }

    /// Returns the tab of the windows with an app-id: the one that names it, else the first with a matching pattern.
    package func owner(of appID: String) -> WindowPage? {
        let pattern = AppIDPattern(appID)
        return first { $0.window.appIDs.contains(pattern) } ?? first { $0.window.matches(appID) }
    }
}

/// The tab that a window belongs to.
package enum WindowOwner: Equatable {
    case tab(TabID)
    case noTab
}
