// SPDX-License-Identifier: MIT

/// One tab as the configuration describes it.
public struct Tab: Equatable, Sendable {
    public var id: TabID
    /// What a person reads.
    public var title: String
    /// A built-in icon's name or a file's path, and the one that takes its place while the tab is selected.
    public var icon: String
    public var filledIcon: String?
    /// What a screen reader says for the tab.
    public var spokenLabel: String
    /// What a screen reader says can be done with it.
    public var spokenHint: String
    public var role: TabRole
    /// Whether it is drawn as the look's button.
    public var isProminent: Bool
    /// How the tab's page comes in.
    public var entrance: PageEntrance
    /// The routes that its page knows: words between slashes, where `*` is any word. Empty is any route.
    public var routes: [String]
    /// What a tab of the role action does, unless it has a menu.
    public var action: ActionID?
    /// The actions of the menu that a tab of the role action opens, from the nearest to the farthest.
    public var menu: [ActionID]
    /// The window that is its page; nil for a page that a program of the shell draws.
    public var window: WindowBinding?

    public init(
        id: TabID, title: String, icon: String, filledIcon: String? = nil, spokenLabel: String, spokenHint: String,
        role: TabRole = .page, isProminent: Bool = false, entrance: PageEntrance = .crossFade, routes: [String] = [],
        action: ActionID? = nil, menu: [ActionID] = [], window: WindowBinding? = nil
    ) {
        self.id = id
        self.title = title
        self.icon = icon
        self.filledIcon = filledIcon
        self.spokenLabel = spokenLabel
        self.spokenHint = spokenHint
        self.role = role
        self.isProminent = isProminent
        self.entrance = entrance
        self.routes = routes
        self.action = action
        self.menu = menu
        self.window = window
    }

    /// Whether the tab's page knows a route.
    public func knows(_ route: [String]) -> Bool {
        routes.isEmpty || route.isEmpty
            || routes.contains { pattern in
                let words = pattern.split(separator: "/", omittingEmptySubsequences: false)
                return words.count == route.count && zip(words, route).allSatisfy { $0 == "*" || $0 == $1 }
            }
    }
}

/// What selecting a tab does.
public enum TabRole: String, Sendable, CaseIterable {
    /// Its page comes to the front.
    case page
    /// Its page is presented as a sheet over the selected one, to search.
    case search
    /// Its page is presented as a sheet over the selected one, to make something new.
    case compose
    /// It runs its action or opens its menu. It has no page.
    case action

    /// Whether the tab's page is presented as a sheet.
    public var isSheet: Bool { self == .search || self == .compose }
}

/// How a page comes in when its tab is selected; all pages leave by fading, but for `immediate`.
public enum PageEntrance: String, Sendable, CaseIterable {
    case crossFade = "cross-fade"
    /// It fades and moves in from the trailing edge.
    case crossFadeFromTrailing = "cross-fade-from-trailing"
    /// It is there at once.
    case immediate
}
