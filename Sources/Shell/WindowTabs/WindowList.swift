import ShellModel

/// The windows of other programs, and the tabs whose pages they are.
struct WindowList {
    private static let maximumGenerations = 8

    private(set) var windows: [WindowFacts] = []
    var pages: [WindowPage] = [] {
        didSet {
            awaited = awaited.filter { isPage($0.value) }
            renamed = renamed.filter { isPage($0.value) }
        }
    }
    /// The tabs that waited for a window, by the matching window that opened then.
    private var awaited: [Int64: TabID] = [:]
    /// The tabs of the windows whose app-ids the compositor has renamed, by those app-ids.
    private var renamed: [String: TabID] = [:]

    subscript(id: Int64) -> WindowFacts? { windows.first { $0.id == id } }

    func isPage(_ tab: TabID) -> Bool { pages.contains { $0.id == tab } }

    /// Adds or replaces a window. A new one, and one that has or just had the focus, becomes the last.
    mutating func update(_ window: WindowFacts) {
        if let index = windows.firstIndex(where: { $0.id == window.id }) {
            if windows[index].appID != window.appID { awaited[window.id] = nil }
            guard window.isActivated || window.wasActivated else { return windows[index] = window }
            windows.remove(at: index)
        }
        windows.append(window)
    }

    mutating func remove(_ id: Int64) {
        windows.removeAll { $0.id == id }
        awaited[id] = nil
    }

    mutating func sort(by ids: [Int64]) {
        let ranks = Dictionary(ids.enumerated().map { ($1, $0) }) { first, _ in first }
        windows.sort { ranks[$0.id, default: .max] < ranks[$1.id, default: .max] }
    }

    /// Takes a new or renamed window for the one that a tab awaits, if its app-id matches, or is like the
    /// expected one: several tabs may be windows with the same app-id.
    mutating func adopt(_ window: WindowFacts, for tab: TabID) {
        guard window.parent == nil, let page = pages.first(where: { $0.id == tab }) else { return }
        if page.window.matches(window.appID) {
            let isTaken = pages.contains { $0.window.appIDs.contains(AppIDPattern(window.appID)) }
            if !isTaken { awaited[window.id] = tab }
        } else if pages.owner(of: window.appID) == nil,
            page.window.appIDs.contains(where: { RenamedAppID.matches(window.appID, expected: $0.text) })
        {
            awaited[window.id] = tab
            renamed[window.appID] = renamed[window.appID] ?? tab
        }
    }

    func owner(of window: WindowFacts) -> WindowOwner {
        let root = root(of: window)
        return (awaited[root.id] ?? pages.owner(of: root.appID)?.id ?? renamed[root.appID]).map { .tab($0) } ?? .noTab
    }

    /// Returns the window of which a window is a child, or a child of a child; itself if it is not a child.
    func root(of window: WindowFacts) -> WindowFacts {
        var root = window
        // A chain may be circular, and must not cost much.
        for _ in 0..<Self.maximumGenerations {
            guard let parent = root.parent.flatMap({ self[$0] }) else { break }
            root = parent
        }
        return root
    }

    func last(of owner: WindowOwner) -> WindowFacts? { windows.last { self.owner(of: $0) == owner } }

    /// The windows of a tab without their children, the most recently focused first.
    func roots(of owner: WindowOwner) -> [Int64] {
        var roots: [Int64] = []
        for window in windows.reversed() where self.owner(of: window) == owner {
            let root = root(of: window).id
            if !roots.contains(root) { roots.append(root) }
        }
        return roots
    }
}
