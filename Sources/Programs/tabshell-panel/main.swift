import Panel
import CommandLineKit
import ScreenClient

CommandSpec(
    "tabshell-panel", "Draws the tab bar and reports the user's input to the daemon.",
    arguments: PanelProgram.arguments, options: ShellOptions.syntax + PanelProgram.renderOptions
).documented(
    statuses: ShellOptions.statuses, environment: ShellOptions.environment,
    examples: [
        .init(
            "tabshell-panel --render bar.png --look swift-kit --appearance dark --badge activity=3 --scale 2",
            "Draw the bar without a compositor:"),
        .init("tabshell-panel --render-frames frames --look swift-kit --select profile", "Draw a transition:"),
    ],
    seeAlso: ["tabshelld(1)", "tabshell(5)"]
).main { values in try PanelProgram.main(values) }
