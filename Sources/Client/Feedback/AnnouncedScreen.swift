public import ShellModel

/// A snapshot of the screen for speech: the changes from one to the next are announced.
public struct AnnouncedScreen: Equatable, Sendable {
    /// The panel's accessibility tree: the bar, the menu and messages.
    public var tree: AccessibilityNode
    /// The tabs of the bar, also while it is folded.
    public var tabs: [AccessibilityNode]
    public var selected: TabID?
    /// The number of selections of the tab already in front.
    public var reselections: UInt64
    /// The identifier of the node that has the keyboard focus; nil without one.
    public var focus: String?
    public var sheet: String?
    public var page: String
    /// True if the program of the page in front shows it and answers.
    public var isPresent: Bool
    /// True while that program is being restarted.
    public var isRestarting: Bool
    public var badges: [TabID: Badge]

    public init(_ state: ShellState, tree: AccessibilityNode, tabs: [AccessibilityNode]) {
        self.tree = tree
        self.tabs = tabs
        selected = state.selection?.tab
        reselections = state.reselect.count
        focus = (state.isBarFocused ? state.bar.focus : nil).map { focus in
            focus.action.map { "action/\($0)" } ?? "tab/\(focus.tab)"
        }
        sheet = state.sheet.tab.flatMap { state.tab($0)?.title }
        page = selected.flatMap { state.tab($0)?.title } ?? ""
        let status = selected.flatMap { state.status(of: .viewer($0)) ?? state.status(of: .page($0)) }
        isPresent = status?.phase == .alive && status?.isResponsive == true
        isRestarting =
            status?.phase == .restarting || status?.phase == .starting && (status?.restarts ?? 0) > 0
        badges = state.badges
    }

    /// Returns the announcements of the change from an earlier screen; after nil (the start), the selected tab and problems.
    public func announcements(since earlier: AnnouncedScreen?) -> [Announcement] {
        guard let earlier else { return problems + [selection].compactMap(\.self) }
        return problems(since: earlier) + answers(since: earlier) + news(since: earlier)
    }

    public var problems: [Announcement] { problems(since: nil) }

    public var selection: Announcement? {
        selectedTab.map { Announcement(.answer, $0.spoken) }
    }

    /// The announcement of the selected tab after speech was turned on.
    public var greeting: Announcement {
        Announcement(.answer, SpokenSentence.sentences([SpokenSentence.speechOn, selectedTab?.spoken ?? ""]))
    }

    private var selectedTab: AccessibilityNode? { selected.flatMap { tab("tab/\($0)") } }
    private var menu: AccessibilityNode? { tree.node("menu") }
    private var isFolded: Bool { tree.node("bar")?.isExpanded == false }

    private func tab(_ id: String) -> AccessibilityNode? { tabs.first { $0.id == id } }

    private var focused: Announcement? {
        guard let focus, let node = menu?.node(focus) ?? tab(focus) else { return nil }
        return Announcement(.answer, node.spoken, hintedNode: focus)
    }

    /// Returns the announcements of the user's actions; of simultaneous changes only the cause of the others.
    private func answers(since earlier: AnnouncedScreen) -> [Announcement] {
        if let menu, earlier.menu?.label != menu.label {
            let actions = menu.children.count { $0.role == .menuItem }
            let opened = SpokenSentence.menuOpened(menu.label, actions: actions)
            var answer = focused ?? Announcement(.answer, "")
            answer.text = SpokenSentence.sentences([opened, answer.text])
            return [answer]
        }
        if let sheet, sheet != earlier.sheet { return [Announcement(.answer, SpokenSentence.sheetShown(sheet))] }
        if selected != earlier.selected || reselections > earlier.reselections {
            return selection.map { [$0] } ?? []
        }
        if focus != earlier.focus, let focused { return [focused] }
        if menu == nil, earlier.menu != nil { return [Announcement(.answer, SpokenSentence.menuClosed)] }
        if sheet == nil, let closed = earlier.sheet {
            return [Announcement(.answer, SpokenSentence.sheetClosed(closed))]
        }
        return []
    }

    private func problems(since earlier: AnnouncedScreen?) -> [Announcement] {
        ["message", "configuration", "banner"].compactMap { id in
            guard let node = tree.node(id), node.message != earlier?.tree.node(id)?.message else { return nil }
            return Announcement(.problem(id), node.message)
        }
    }

    private func news(since earlier: AnnouncedScreen) -> [Announcement] {
        var news: [Announcement] = []
        if isFolded != earlier.isFolded {
            news.append(Announcement(.news("bar"), isFolded ? SpokenSentence.folded : SpokenSentence.unfolded))
        }
        if selected == earlier.selected {
            if isRestarting, !earlier.isRestarting {
                news.append(Announcement(.news("page"), SpokenSentence.restarting(page)))
            } else if isPresent, !earlier.isPresent, earlier.isRestarting || earlier.tree.node("message") != nil {
                news.append(Announcement(.news("page"), SpokenSentence.recovered(page)))
            }
        }
        if tree.node("configuration") == nil, earlier.tree.node("configuration") != nil {
            news.append(Announcement(.news("configuration"), SpokenSentence.noErrors))
        }
        for node in tabs {
            let id = TabID(rawValue: String(node.id.dropFirst("tab/".count)))
            guard badges[id] != earlier.badges[id] else { continue }
            news.append(Announcement(.news(node.id), badges[id] == nil ? "" : node.news))
        }
        return news
    }
}
