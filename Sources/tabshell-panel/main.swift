// SPDX-License-Identifier: MIT
import Panel
import ProgramKit
import ShellKit

let syntax = CommandSyntax(
    program: "tabshell-panel", abstract: "Draws the tab bar and tells the daemon what the user does with it.",
    options: ShellOptions.syntax + PanelProgram.renderOptions)

syntax.main { (values) throws(ProgramFailure) in
    try PanelProgram.main(values)
}
