// SPDX-License-Identifier: MIT
import TabModel

/// What the daemon is to run: the tabs, the look, and the programs behind them.
public struct Configuration: Equatable, Sendable {
    public var tabs: [Tab]
    public var look: Look
    /// The program of the panel and of each tab's page, as arguments; the first is a path, or a name that is looked
    /// for beside the daemon and then on `PATH`. One that is missing here is left to somebody else to start.
    public var programs: [Program: [String]]

    public init(tabs: [Tab], look: Look, programs: [Program: [String]]) {
        self.tabs = tabs
        self.look = look
        self.programs = programs
    }

    /// The three tabs Home, Flash and Growth in the look `stress-monitor`.
    public static let `default` = Configuration(
        tabs: [
            Tab(
                id: "home", title: "Home", icon: "home",
                spokenLabel: "Home tab, current stress level",
                spokenHint: "Double tap to switch to Home tab", entrance: .crossFade),
            Tab(
                id: "flash", title: "Flash", icon: "flash",
                spokenLabel: "Flash tab, quick actions",
                spokenHint: "Double tap to switch to Flash tab", entrance: .crossFadeFromTrailing),
            Tab(
                id: "growth", title: "Growth", icon: "growth",
                spokenLabel: "Growth tab, trends and insights",
                spokenHint: "Double tap to switch to Growth tab", entrance: .crossFadeFromTrailing),
        ],
        look: .stressMonitor,
        programs: [
            .panel: ["tabshell-panel"],
            .page("home"): ["tabshell-home"],
            .page("flash"): ["tabshell-flash"],
            .page("growth"): ["tabshell-growth"],
        ])
}
