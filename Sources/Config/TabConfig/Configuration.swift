// SPDX-License-Identifier: MIT
import ShellModel

/// What the daemon is to run: the tabs, the look, and the programs behind them.
public struct Configuration: Equatable, Sendable {
    public var setup: ShellConfiguration
    /// The program of the panel and of each tab's page, as arguments; the first is a path, or a name that is looked
    /// for beside the daemon and then on `PATH`. One that is missing here is left to somebody else to start.
    public var programs: [Program: [String]]
    /// The programs that actions run, in the same way.
    public var actionPrograms: [ActionID: [String]]
    /// The named states, in the order in which they were written.
    public var scenes: [ScenePreset]
    /// Nil is what it was when the daemon last ran.
    public var appearance: Appearance?

    public init(
        setup: ShellConfiguration, programs: [Program: [String]], actionPrograms: [ActionID: [String]] = [:],
        scenes: [ScenePreset] = [], appearance: Appearance? = nil
    ) {
        self.setup = setup
        self.programs = programs
        self.actionPrograms = actionPrograms
        self.scenes = scenes
        self.appearance = appearance
    }

    /// The three tabs Home, Flash and Growth in the look `stress-monitor`.
    public static let `default` = Configuration(
        setup: ShellConfiguration(
            unchecked: [
                Tab(
                    id: "home", title: "Home", icon: "home",
                    accessibilityLabel: "Home tab, current stress level",
                    accessibilityHint: "Double tap to switch to Home tab", entrance: .crossFade),
                Tab(
                    id: "flash", title: "Flash", icon: "flash",
                    accessibilityLabel: "Flash tab, quick actions",
                    accessibilityHint: "Double tap to switch to Flash tab", entrance: .crossFadeFromTrailing),
                Tab(
                    id: "growth", title: "Growth", icon: "growth",
                    accessibilityLabel: "Growth tab, trends and insights",
                    accessibilityHint: "Double tap to switch to Growth tab", entrance: .crossFadeFromTrailing),
            ], look: Look()),
        programs: [
            .panel: ["tabshell-panel"],
            .page("home"): ["tabshell-home"],
            .page("flash"): ["tabshell-flash"],
            .page("growth"): ["tabshell-growth"],
        ])
}
