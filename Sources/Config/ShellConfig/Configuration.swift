// SPDX-License-Identifier: MIT
import Localization
import Posix
import ShellModel

/// The configuration of the daemon: the tabs, the look, and the programs behind them.
public struct Configuration: Equatable, Sendable {
    public var setup: ShellConfiguration
    /// The argument vectors of the panel, of each tab's page and of the bridge. The first argument is a path, or a name that
    /// is searched for beside the daemon and then on `PATH`. The daemon does not start a program that is missing here.
    public var programs: [Program: [String]]
    /// The argument vectors of the programs that actions run.
    public var actionPrograms: [ActionID: [String]]
    /// The programs that run on events, in the order of the files.
    public var hooks: [EventHook]
    /// The tabs whose window is opened again when it has gone.
    public var keptTabs: Set<TabID>
    /// Nil for the appearance in the saved state.
    public var appearance: Appearance?
    /// The time after which a program that does not answer is restarted, s; nil for never.
    public var unresponsiveTimeout: Double?

    /// The argument vector of the compositor that a session starts; nil for the first one that is installed.
    public var compositor: [String]?
    /// The content of the file `tabs.toml` in the form in which it is written; empty without one.
    public var tabsText: String

    /// The hash of the number that guards tabs and actions; nil without one. The state, which all clients get, does not contain it.
    public var lockHash: String?
    /// The tabs whose windows' programs are told where the socket is, although there is a lock.
    public var shellControllers: [TabID]
    /// The tabs whose programs run while there is a network.
    public var networkTabs: [TabID]
    /// True if clients may take pictures of the screen.
    public var allowsScreenshots: Bool

    public static let defaultUnresponsiveTimeout = 30.0

    public init(
        setup: ShellConfiguration, programs: [Program: [String]], actionPrograms: [ActionID: [String]] = [:],
        hooks: [EventHook] = [], keptTabs: Set<TabID> = [],
        appearance: Appearance? = nil,
        unresponsiveTimeout: Double? = defaultUnresponsiveTimeout, compositor: [String]? = nil,
        tabsText: String = "", lockHash: String? = nil, shellControllers: [TabID] = [],
        networkTabs: [TabID] = [], allowsScreenshots: Bool = false
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
        self.networkTabs = networkTabs
        self.allowsScreenshots = allowsScreenshots
    }

    /// The tabs that the rules for a screen without a user name in vain, since they are guarded.
    public var warnings: [String] {
        let guarded = setup.lock?.tabs ?? []
        let kiosk = setup.kiosk
        let tabs = [
            ("idle.return_to", [kiosk.idle.returnTo]), ("rotation.tabs", kiosk.rotation.stops.map(\.tab)),
            ("schedule.tab", kiosk.schedule.map(\.values.tab)),
        ]
        return tabs.flatMap { key, tabs in
            tabs.compactMap(\.self).filter(guarded.contains).map {
                localized("\(key): the tab \"\($0)\" is skipped, since [lock] guards it")
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
                    id: "home", title: localized("Home"), icon: "home",
                    accessibilityLabel: localized("Home tab, current stress level"),
                    accessibilityHint: localized("Double tap to switch to Home tab"), entrance: .crossFade),
                Tab(
                    id: "flash", title: localized("Flash"), icon: "flash",
                    accessibilityLabel: localized("Flash tab, quick actions"),
                    accessibilityHint: localized("Double tap to switch to Flash tab"), entrance: .crossFadeFromTrailing),
                Tab(
                    id: "growth", title: localized("Growth"), icon: "growth",
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

/// A program of the configuration that runs when something has changed.
public struct EventHook: Equatable, Sendable {
    /// The changes that run programs.
    public enum Event: String, CaseIterable, Sendable {
        /// Another tab is in front.
        case selection
        /// A message is shown or closed.
        case message
        /// The program of a page is in another phase.
        case program
        case appearance
        /// A link of a document was followed.
        case followed
    }

    public var event: Event
    /// The first argument is a path, or a name that is searched for as those of other programs.
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

    /// The reason for which it cannot be started.
    public static func describe(_ error: MissingExecutable) -> String {
        guard error.reason == .notFound else { return "\(error)" }
        return localized(
            """
            \(error.name) is not installed, neither beside tabshelld nor on PATH; in the sources of tabshell: scripts/bridge && sudo \
            scripts/bridge --install. Without it: accessibility.bridge = false
            """)
    }
}
