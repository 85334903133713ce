// SPDX-License-Identifier: MIT
import ArgumentParser
import PageKit
import Pages
import ShellKit
import TabModel
import TabWire

/// The command line of the page Growth.
struct GrowthCommand: PageCommand {
    static let tab: TabID = "growth"
    static let configuration = CommandConfiguration(
        commandName: "tabshell-growth", abstract: "Shows the page Growth: trends and history.", version: tabshellVersion)

    @OptionGroup var options: ShellOptions

    func makePage() -> any Page { GrowthPage(data: MockData.make()) }
}
