// SPDX-License-Identifier: MIT
import ArgumentParser
import Panel
import ProgramKit
import ShellKit
import TabWire

/// The command line of the panel.
struct PanelCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "tabshell-panel", abstract: "Draws the tab bar and tells the daemon what the user does with it.",
        version: tabshellVersion)

    @OptionGroup var options: ShellOptions

    func run() throws {
        try Self.reporting { () throws(ProgramFailure) in
            try PanelProgram(options: options).run()
        }
    }
}
