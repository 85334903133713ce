// SPDX-License-Identifier: MIT
import Panel
import CommandLineKit
import ShellKit

CommandSpec(
    "tabshell-panel", "Draws the tab bar and reports the user's input to the daemon.",
    options: ShellOptions.syntax + PanelProgram.renderOptions
).main { values in try PanelProgram.main(values) }
