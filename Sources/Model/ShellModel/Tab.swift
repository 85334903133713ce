/// A configured tab.
public struct Tab: Equatable, Sendable {
    public var id: TabID
    public var title: String
    /// The name of a built-in icon, or the path of a file.
    public var icon: String
    /// The icon while the tab is selected; nil is `icon`.
    public var filledIcon: String?
    /// The drawing of both; nil: symbolic and single-colour icons are masks, all others keep their colours.
    public var iconRendering: IconRendering?
    /// The label that a screen reader announces.
    public var accessibilityLabel: String
    /// The hint that a screen reader announces: the result of a press.
    public var accessibilityHint: String
    public var role: TabRole
    /// True if the tab is drawn as the look's button.
    public var isProminent: Bool
    /// The width of its target, logical px; nil: the look's.
    public var width: Double?
    /// True if the bar leaves the tab out.
    public var isHidden: Bool
    /// The transition of the tab's page.
    public var entrance: PageEntrance
    /// The routes of its page: components between slashes, where `*` matches any component. Empty allows any route.
    public var routes: [String]
    /// The action that a tab of the role action runs, unless it has a menu.
    public var action: ActionID?
    /// The actions of the tab's menu, from the nearest to the farthest. A press opens it on a tab of the role action, a long press
    /// on any other.
    public var menu: [ActionID]
    /// The window that is its page; nil for a page that a program of the shell draws.
    public var window: WindowBinding?

    /// The range of ``width``.
    public static let widths = 24.0...1000

    public init(
        id: TabID, title: String, icon: String, filledIcon: String? = nil, iconRendering: IconRendering? = nil,
        accessibilityLabel: String, accessibilityHint: String, role: TabRole = .page, isProminent: Bool = false,
        width: Double? = nil, isHidden: Bool = false, entrance: PageEntrance = .crossFade, routes: [String] = [],
        action: ActionID? = nil,
        menu: [ActionID] = [], window: WindowBinding? = nil
    ) {
        self.id = id
        self.title = title
        self.icon = icon
        self.filledIcon = filledIcon
        self.iconRendering = iconRendering
        self.accessibilityLabel = accessibilityLabel
        self.accessibilityHint = accessibilityHint
        self.role = role
        self.isProminent = isProminent
        self.width = width
        self.isHidden = isHidden
        self.entrance = entrance
        self.routes = routes
        self.action = action
        self.menu = menu
        self.window = window
    }

    /// Returns true if the route is the root, matches one of ``routes``, or the tab does not restrict its routes.
    public func accepts(route: [String]) -> Bool {
        routes.isEmpty || route.isEmpty
            || routes.contains { pattern in
                let components = pattern.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                return components.count == route.count
                    && zip(components, route).allSatisfy { $0.elementsEqual("*".utf8) || $0.elementsEqual($1.utf8) }
            }
    }
}

/// The effect of selecting a tab.
public enum TabRole: String, Sendable, CaseIterable {
    /// Its page comes to the front.
    case page
    /// Its page is presented as a sheet over the selected one, to search.
    case search
    /// Its page is presented as a sheet over the selected one, to create something.
    case compose
    /// It runs its action or opens its menu. It does not have a page.
    case action

    /// True if the tab's page is presented as a sheet.
    public var isSheet: Bool { self == .search || self == .compose }
}

/// The transition of a page whose tab is selected. Every page disappears by fading, except with `immediate`.
public enum PageEntrance: String, Sendable, CaseIterable {
    case crossFade = "cross-fade"
    case crossFadeFromTrailing = "cross-fade-from-trailing"
    /// It appears at once.
    case immediate
}

/// The drawing of an icon that is not built in.
public enum IconRendering: String, Sendable, CaseIterable {
    /// Its shape alone, in the colour of the bar's icons.
    case mask
    case color
}
