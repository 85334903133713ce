import Localization
import Posix
import ShellModel

/// The configuration of the daemon: the tabs, the look, and the programs behind them.
public struct Configuration: Equatable, Sendable {
    public var setup: ShellConfiguration
    /// The argument vectors of the panel, of each tab's page and of the bridge. The first argument is a path, or a name to search
    /// beside the daemon and then on `PATH`. The daemon does not start a program that is missing here.
    public var programs: [Program: [String]]
    /// The argument vectors of the programs that actions run.
    public var actionPrograms: [ActionID: [String]]
    /// The programs that run on events, in the order of the files.
    public var hooks: [EventHook]
    /// The tabs whose window is reopened when it has gone.
    public var keptTabs: Set<TabID>
    /// Nil: the saved state's appearance.
    public var appearance: Appearance?
    /// The time after which a program that does not answer is restarted, s; nil for never.
    public var unresponsiveTimeout: Double?

    /// The argument vector of the compositor that a session starts; nil: the first installed one.
    public var compositor: [String]?
    /// The content of the file `tabs.toml` as written by the daemon; empty without one.
    public var tabsText: String

    /// The hash of the PIN; nil without a lock. The state, which all clients get, does not contain it.
    public var lockHash: String?
    /// The tabs whose windows' programs get the socket's path despite a lock.
    public var shellControllers: [TabID]
    /// The actions whose programs do.
    public var controllingActions: [ActionID]
    /// The tabs whose programs need a network.
    public var networkTabs: [TabID]
    /// The working directories of the tabs' programs that have one of their own: absolute, or below `~/`.
    public var directories: [TabID: String]
    /// True if clients may take pictures of the screen.
    public var allowsScreenshots: Bool

    public static let defaultUnresponsiveTimeout = 30.0

    public init(
        setup: ShellConfiguration, programs: [Program: [String]], actionPrograms: [ActionID: [String]] = [:],
        hooks: [EventHook] = [], keptTabs: Set<TabID> = [],
        appearance: Appearance? = nil,
        unresponsiveTimeout: Double? = defaultUnresponsiveTimeout, compositor: [String]? = nil,
        tabsText: String = "", lockHash: String? = nil, shellControllers: [TabID] = [],
        controllingActions: [ActionID] = [], networkTabs: [TabID] = [],
        directories: [TabID: String] = [:], allowsScreenshots: Bool = false
    ) {
        self.setup = setup
        self.programs = programs
        self.actionPrograms = actionPrograms
        self.hooks = hooks
        self.keptTabs = keptTabs
        self.appearance = appearance
        self.unresponsiveTimeout = unresponsiveTimeout
        self.compositor = compositor
        self.tabsText = tabsText
        self.lockHash = lockHash
        self.shellControllers = shellControllers
        self.controllingActions = controllingActions
        self.networkTabs = networkTabs
        self.directories = directories
        self.allowsScreenshots = allowsScreenshots
    }

    /// True if the program of an action is kept from the shell and the compositor.
    public func confines(_ action: ActionID) -> Bool {
        guard let lock = setup.lock else { return false }
        return !lock.actions.contains(action) && !controllingActions.contains(action)
    }

    /// Warnings about guarded tabs in the rules for an unattended screen, which skip them.
    public var warnings: [String] {
        let guarded = setup.lock?.tabs ?? []
        let kiosk = setup.kiosk
        let tabs = [
            ("idle.return_to", [kiosk.idle.returnTo]), ("rotation.tabs", kiosk.rotation.stops.map(\.tab)),
            ("schedule.tab", kiosk.schedule.map(\.values.tab)),
        ]
        return tabs.flatMap { key, tabs in
            tabs.compactMap(\.self).filter(guarded.contains).map {
                "\(key): the tab \"\($0)\" is skipped, since [lock] guards it"
            }
        }
    }

    private static var defaultLook: Look {
        var look = Look()
        look.speech.hint = localized(data: look.speech.hint)
        look.speech.badgeSingular = localized(data: look.speech.badgeSingular)
        look.speech.badgePlural = localized(data: look.speech.badgePlural)
        look.speech.badgeDot = localized(data: look.speech.badgeDot)
        return look
    }

    /// The three tabs Home, Flash and Growth in the look `stress-monitor`.
    public static let `default` = Configuration(
        setup: ShellConfiguration(
            unchecked: [
                Tab(
                    id: "home", title: localized("Home"), icon: "home.fill",
                    accessibilityLabel: localized("Home tab, current stress level"),
                    accessibilityHint: localized("Double tap to switch to Home tab"), entrance: .crossFade),
                Tab(
                    id: "flash", title: localized("Flash"), icon: "flash.fill",
                    accessibilityLabel: localized("Flash tab, quick actions"),
                    accessibilityHint: localized("Double tap to switch to Flash tab"), entrance: .crossFadeFromTrailing),
                Tab(
                    id: "growth", title: localized("Growth"), icon: "growth.fill",
                    accessibilityLabel: localized("Growth tab, trends and insights"),
                    accessibilityHint: localized("Double tap to switch to Growth tab"), entrance: .crossFadeFromTrailing
                ),
            ], look: defaultLook),
        programs: [
            .panel: ["tabshell-panel"],
            .page("home"): ["tabshell-home"],
            .page("flash"): ["tabshell-flash"],
            .page("growth"): ["tabshell-growth"],
        ])
}

/// A program of the configuration that runs on changes.
public struct EventHook: Equatable, Sendable {
    /// The changes that run programs.
    public enum Event: String, CaseIterable, Sendable {
        /// Another tab is in front.
        case selection
        /// A message is shown or closed.
        case message
        /// The phase of a page's program has changed.
        case program
        case appearance
        /// A link of a document was followed.
        case followed
    }

    public var event: Event
    /// The first argument is a path, or a name to search in `PATH`.
    public var arguments: [String]

    public init(_ event: Event, _ arguments: [String]) {
        (self.event, self.arguments) = (event, arguments)
    }

    /// The maximum number of programs.
    public static let maximumCount = 32
}

/// The optional program that shows the accessibility tree to the screen readers of the desktop.
public enum ScreenReaderBridge {
    public static let program = "tabshell-atspi"

    /// The reason why it cannot start.
    public static func describe(_ error: MissingExecutable) -> String {
        guard error.reason == .notFound else { return "\(error)" }
        return """
            \(error.name) is not installed, neither beside tabshelld nor on PATH; in the sources of tabshell: scripts/bridge && sudo \
            scripts/bridge --install. Without it: accessibility.bridge = false
            """
    }
}
