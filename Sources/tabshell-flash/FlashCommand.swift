// SPDX-License-Identifier: MIT
import ArgumentParser
import PageKit
import Pages
import ShellKit
import TabModel
import TabWire

/// The command line of the page Flash.
struct FlashCommand: PageCommand {
    static let tab: TabID = "flash"
    static let configuration = CommandConfiguration(
        commandName: "tabshell-flash", abstract: "Shows the page Flash: quick actions and breathing exercises.", version: tabshellVersion)

    @OptionGroup var options: ShellOptions

    func makePage() -> any Page { FlashPage() }
}
