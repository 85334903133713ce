// SPDX-License-Identifier: MIT
import Panel
import CommandLineKit
import ShellKit

let syntax = OptionParser(
    program: "tabshell-panel", abstract: "Draws the tab bar and tells the daemon what the user does with it.",
    options: ShellOptions.syntax + PanelProgram.renderOptions)

syntax.main { (values) throws(ExitError) in
    try PanelProgram.main(values)
}
