// SPDX-License-Identifier: MIT
import ArgumentParser
import PageKit
import Pages
import ShellKit
import TabModel
import TabWire

/// The command line of the page Home.
struct HomeCommand: PageCommand {
    static let tab: TabID = "home"
    static let configuration = CommandConfiguration(
        commandName: "tabshell-home", abstract: "Shows the page Home: the current stress level.", version: tabshellVersion)

    @OptionGroup var options: ShellOptions

    func makePage() -> any Page { HomePage(data: MockData.make()) }
}
