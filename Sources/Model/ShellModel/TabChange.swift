/// A change of the tabs in the running shell.
public enum TabChange: Equatable, Sendable {
    case add(NewTab, TabPosition)
    case remove(TabID)
    case move(TabID, TabPosition)
    /// Makes the window with one of these app IDs the page of a tab.
    case setWindow(TabID, [String])

    /// Returns the tabs in their order after the change; a new tab without an id is left out. It throws if a tab to
    /// change is missing, or a tab to add exists.
    public func order(of tabs: [TabID]) throws(CommandError) -> [TabID] {
        switch self {
        case .add(let tab, let position):
            if let id = tab.id { return try position.insert(id, into: tabs) }
            _ = try position.index(in: tabs)
            return tabs
        case .setWindow(let id, _):
            guard tabs.contains(id) else { throw .unknownTab(id, known: tabs) }
            return tabs
        case .remove(let id):
            guard tabs.contains(id) else { throw .unknownTab(id, known: tabs) }
            return tabs.filter { $0 != id }
        case .move(let id, let position):
            guard tabs.contains(id) else { throw .unknownTab(id, known: tabs) }
            // Beside itself it stays in place.
            if [.before(id), .after(id), .replacing(id)].contains(position) { return tabs }
            return try position.insert(id, into: tabs.filter { $0 != id })
        }
    }
}

/// A tab to add. Omitted members come from a desktop entry, or are defaults.
public struct NewTab: Equatable, Sendable {
    public var id: TabID?
    public var title: String?
    public var icon: String?
    /// The app IDs of its window; empty: the desktop entry's.
    public var appIDs: [String]
    /// The ID of its program's desktop entry; nil: the first app ID's, if there is one.
    public var desktopEntry: String?
    /// The address of the web page that it shows.
    public var url: String?
    /// The path of the document that it shows.
    public var file: String?

    public init(
        id: TabID? = nil, title: String? = nil, icon: String? = nil, appIDs: [String] = [], desktopEntry: String? = nil,
        url: String? = nil, file: String? = nil
    ) {
        self.id = id
        self.title = title
        self.icon = icon
        self.appIDs = appIDs
        self.desktopEntry = desktopEntry
        self.url = url
        self.file = file
    }
}

/// A place among the tabs.
public enum TabPosition: Equatable, Sendable {
    /// A number, from 1; beyond the last tab, the last place.
    case at(Int)
    case before(TabID)
    case after(TabID)
    /// The place of a tab, which is removed; the tab itself keeps what it is not given anew.
    case replacing(TabID)
    case last

    /// Returns the tabs with one more in this place. Throws if the tab exists, or a tab of the place does not.
    public func insert(_ id: TabID, into tabs: [TabID]) throws(CommandError) -> [TabID] {
        if self == .replacing(id), tabs.contains(id) { return tabs }
        guard !tabs.contains(id) else { throw .duplicateTab(id) }
        var tabs = tabs
        let index = try index(in: tabs)
        if case .replacing = self { tabs[index] = id } else { tabs.insert(id, at: index) }
        return tabs
    }

    func index(in tabs: [TabID]) throws(CommandError) -> Int {
        switch self {
        case .at(let number): return min(max(number, 1) - 1, tabs.count)
        case .before(let id), .after(let id), .replacing(let id):
            guard let index = tabs.firstIndex(of: id) else { throw .unknownTab(id, known: tabs) }
            return self == .after(id) ? index + 1 : index
        case .last: return tabs.count
        }
    }
}
