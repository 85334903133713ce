/// The complete state of the shell. The daemon owns one, which changes only through ``reduce(_:at:)``. Each subscriber
/// keeps a replica up to date by applying events.
public struct ShellState: Equatable, Sendable {
    public static let maximumPathComponents = 64
    public static let maximumComponentBytes = 1024
    /// The maximum length of all paths together, in bytes. It keeps the state well below the longest line of the daemon.
    public static let maximumBytesOfAllPaths = 512 * 1024

    /// A number that increases by one with each change of a topic except ``accessibility``.
    public package(set) var revision: UInt64 = 0
    public package(set) var tabs: [Tab] = []
    public package(set) var actions: [Action] = []
    /// The look in force; nil only in a replica that has not received it yet.
    public package(set) var look: Look? {
        get { lookStorage?.value }
        set { lookStorage = newValue.map { Shared($0) } }
    }
    var motion: MotionSet? { lookStorage?.value.motion }
    /// Shared by the copies of a state: each command copies the state.
    var lookStorage: Shared<Look>?
    public package(set) var appearance = AppearanceState(value: .light, acceptedAt: 0)
    /// The user's preferences, already applied to the look.
    public package(set) var preferences = Preferences()
    /// Nil only in a replica that has not received it yet.
    public package(set) var selection: Selection?
    /// The most recent drag of the selection; nil before the first one.
    public package(set) var drag: SelectionDrag?
    public package(set) var reselect = Reselection.none
    public package(set) var badges: [TabID: Badge] = [:]
    /// The navigation path of each tab within its page; a tab at its root is absent.
    public package(set) var paths: [TabID: [String]] = [:]
    /// The existing windows that are pages of tabs.
    public package(set) var windows: [TabID: WindowState] = [:]
    public package(set) var sheet = PresentedTab.none
    public package(set) var menu = PresentedTab.none
    public package(set) var bar = BarState.expanded
    public package(set) var action = ActionInvocation.none
    public package(set) var programs: [ProgramStatus] = []
    public package(set) var shown: [TabID: ShownDocument] = [:]
    public package(set) var followed = FollowedLink.none
    /// The message at the top of the screen, if any.
    public package(set) var message: ShownMessage?
    public package(set) var configuration = ConfigurationStatus()
    public package(set) var kiosk = KioskState()
    /// Nil without a lock.
    public package(set) var lock: LockState?
    /// The accessibility tree of the screen; nil without subscribers.
    public package(set) var accessibility: AccessibilityNode? {
        get { accessibilityStorage?.value }
        set { accessibilityStorage = newValue.map { Shared($0) } }
    }
    var accessibilityStorage: Shared<AccessibilityNode>?

    /// Creates an empty replica.
    public init() {}

    /// Creates the state at a start (CLOCK_MONOTONIC, ns). Invalid members of the saved state are ignored.
    public init(_ configuration: ShellConfiguration, restoring saved: PersistentState = PersistentState(), now: UInt64)
    {
        revision = 1
        tabs = configuration.tabs
        actions = configuration.actions
        preferences = saved.preferences
        look = configuration.look.applying(preferences)
        appearance = AppearanceState(value: saved.appearance ?? .light, acceptedAt: now)
        programs = configuration.programs.map { ProgramStatus(program: $0) }
        kiosk.rules = configuration.kiosk
        if saved.isRotationPaused { kiosk.rotation = .paused }
        lock = configuration.lock.map { LockState(rules: $0) }
        let selected = saved.selected.flatMap { tab($0) }.flatMap {
            $0.role == .page && !isGuarded($0.id) ? $0.id : nil
        }
        let pages = configuration.pages.filter { !$0.isHidden }
        if let tab = selected ?? (pages.first { !isGuarded($0.id) } ?? pages.first)?.id {
            selection = Selection(
                tab: tab, previous: nil, acceptedAt: now,
                transition: Transition(duration: 0, timing: configuration.look.motion[.select].timing),
                pageTransition: Transition(duration: 0, timing: configuration.look.motion[.page].timing))
        }
        badges = saved.badges.filter { $0.value != .count(0) }
        paths = saved.paths
        pruneInvalidState()
    }

    /// Creates a state with the values of a configuration, without preferences.
    package init(asConfigured configuration: ShellConfiguration) {
        self.init(configuration, now: 0)
        look = configuration.look
    }

    public func tab(_ id: TabID) -> Tab? {
        tabs.firstIndex { $0.id == id }.map { tabs[$0] }
    }

    public func status(of program: Program) -> ProgramStatus? {
        programs.first { $0.program == program }
    }

    /// True if the page in front, with nothing over it, blurs its content under the bar in the compositor's place.
    public var isBarOverBlur: Bool {
        guard let selection, selection.isCovered != true, sheet.tab == nil, tab(selection.tab)?.window == nil,
            let status = status(of: .page(selection.tab))
        else { return false }
        return status.phase == .alive && status.blursBackdrop
    }

    /// Returns the navigation path of a tab; empty at its root.
    public func path(of tab: TabID) -> [String] { paths[tab] ?? [] }

    /// True if the page of some tab is a window.
    public var hasWindowTabs: Bool { tabs.contains { $0.window != nil } }

    /// True if all pages stand above all windows, so that the selected one is visible: over other tabs' windows, and
    /// over one of no tab until the user turns to it. With workspaces, only a page that gets the keyboard without a
    /// press does.
    public var arePagesAboveWindows: Bool {
        bar.focus?.isPage == true || !bar.hasWorkspaces && (selection?.isCovered.map { !$0 } ?? hasWindowTabs)
    }

    /// True if the bar or its menu has the keyboard focus.
    public var isBarFocused: Bool { bar.focus.map { !$0.isPage } ?? false }

    func windowBadge(of id: TabID) -> Badge? {
        guard let window = windows[id] else { return nil }
        return tab(id)?.window?.badge(for: window)
    }

    /// Returns true if a path is within the limits, and contains no control character.
    public static func isValid(path: [String]) -> Bool {
        path.count <= maximumPathComponents
            && path.allSatisfy { component in
                component.utf8.count <= maximumComponentBytes && !component.unicodeScalars.contains(where: \.isControl)
            }
    }

    /// The length of a path, in bytes.
    static func length(of path: [String]) -> Int { path.reduce(0) { $0 + $1.utf8.count } }

    /// Removes entries of missing tabs, paths that are not routes, and the last tabs' paths over ``maximumBytesOfAllPaths``.
    mutating func pruneInvalidState() {
        badges = badges.filter { tab($0.key) != nil }
        windows = windows.filter { tab($0.key)?.window != nil }
        shown = shown.filter { tab($0.key)?.canShowDocument == true }
        if let subject = message?.tab, tab(subject) == nil { message?.tab = nil }
        paths = paths.filter { id, path in
            guard let tab = tab(id), tab.role != .action, !path.isEmpty else { return false }
            return Self.isValid(path: path) && tab.accepts(route: path)
        }
        var rest = Self.maximumBytesOfAllPaths
        for tab in tabs {
            rest -= Self.length(of: path(of: tab.id))
            if rest < 0 { paths[tab.id] = nil }
        }
    }

    /// The part of the state that is saved.
    public var persistentState: PersistentState {
        // A badge from a window comes back with the window.
        let saved = windows.isEmpty ? badges : badges.filter { $0.value != windowBadge(of: $0.key) }
        return PersistentState(
            selected: selection?.tab, appearance: appearance.value, preferences: preferences, badges: saved,
            paths: paths, isRotationPaused: kiosk.rotation == .paused)
    }
}

/// A part of the state, published as one value: the property of ``ShellState`` with its name.
public enum Topic: String, Sendable, CaseIterable {
    /// The configured tabs, in order.
    case tabs
    case actions
    case look
    /// Light or dark.
    case appearance
    /// The user's preferences for the display.
    case preferences
    /// The tab in front.
    case selection
    /// The most recent drag of the selection between two pages.
    case drag
    /// The most recent selection of the tab already in front, with an empty path.
    case reselect
    case badges
    case paths
    /// The windows that are pages of tabs.
    case windows
    case sheet
    case menu
    /// The minimized or expanded bar.
    case bar
    /// The most recent invocation of an action.
    case action
    /// The status of the panel, of the pages' programs, and of the bridge.
    case programs
    /// The documents that clients show in tabs.
    case shown
    /// The last followed link of a shown document.
    case followed
    /// The message at the top of the screen.
    case message
    /// The errors of the configuration files.
    case configuration
    /// The idle screen, and its rules.
    case kiosk
    /// The lock of tabs and actions, and the PIN pad.
    case lock
    /// The accessibility tree of the screen. Programs describe it only while someone subscribes to it.
    case accessibility

    /// The topics of a state, and the default ones of a subscription.
    public static let byDefault = allCases.filter { $0 != .accessibility }

    /// The order in which the events of one command are published: the content of a page comes before its selection.
    package static let publicationOrder: [Topic] = [
        .tabs, .actions, .look, .appearance, .preferences, .configuration, .programs, .badges, .paths, .windows, .shown,
        .message, .sheet, .menu, .bar, .drag, .selection, .reselect, .action, .followed, .kiosk, .lock,
        .accessibility,
    ]

    /// The table of the topics' parts of the state. It has functions, as key paths take twenty times as long.
    var value: TopicValue {
        switch self {
        case .tabs: ({ $0.tabs == $1.tabs }, { $0.tabs = $1.tabs })
        case .actions: ({ $0.actions == $1.actions }, { $0.actions = $1.actions })
        case .look: ({ $0.lookStorage == $1.lookStorage }, { $0.lookStorage = $1.lookStorage })
        case .appearance: ({ $0.appearance == $1.appearance }, { $0.appearance = $1.appearance })
        case .preferences: ({ $0.preferences == $1.preferences }, { $0.preferences = $1.preferences })
        case .selection: ({ $0.selection == $1.selection }, { $0.selection = $1.selection })
        case .drag: ({ $0.drag == $1.drag }, { $0.drag = $1.drag })
        case .reselect: ({ $0.reselect == $1.reselect }, { $0.reselect = $1.reselect })
        case .badges: ({ $0.badges == $1.badges }, { $0.badges = $1.badges })
        case .paths: ({ $0.paths == $1.paths }, { $0.paths = $1.paths })
        case .windows: ({ $0.windows == $1.windows }, { $0.windows = $1.windows })
        case .sheet: ({ $0.sheet == $1.sheet }, { $0.sheet = $1.sheet })
        case .menu: ({ $0.menu == $1.menu }, { $0.menu = $1.menu })
        case .bar: ({ $0.bar == $1.bar }, { $0.bar = $1.bar })
        case .action: ({ $0.action == $1.action }, { $0.action = $1.action })
        case .programs: ({ $0.programs == $1.programs }, { $0.programs = $1.programs })
        case .shown: ({ $0.shown == $1.shown }, { $0.shown = $1.shown })
        case .followed: ({ $0.followed == $1.followed }, { $0.followed = $1.followed })
        case .message: ({ $0.message == $1.message }, { $0.message = $1.message })
        case .configuration: ({ $0.configuration == $1.configuration }, { $0.configuration = $1.configuration })
        case .lock: ({ $0.lock == $1.lock }, { $0.lock = $1.lock })
        case .kiosk: ({ $0.kiosk == $1.kiosk }, { $0.kiosk = $1.kiosk })
        case .accessibility:
            (
                { $0.accessibilityStorage == $1.accessibilityStorage },
                { $0.accessibilityStorage = $1.accessibilityStorage }
            )
        }
    }

    /// Returns true unless a state is a replica that has not received the topic's value yet.
    func isKnown(in state: ShellState) -> Bool {
        switch self {
        case .look: state.lookStorage != nil
        case .selection: state.selection != nil
        default: true
        }
    }
}

/// A topic's comparison of two states, and its copy from the second to the first. Neither copies a state.
typealias TopicValue = (
    isEqual: @Sendable (ShellState, ShellState) -> Bool, copy: @Sendable (inout ShellState, ShellState) -> Void
)
