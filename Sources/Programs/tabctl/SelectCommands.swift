// SPDX-License-Identifier: MIT
import ArgumentParser
import ShellModel
import TabshellIPC

struct SelectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "select", abstract: "Does what a press on a tab does.",
        discussion: """
            A page comes to the front; once more, it goes back to where it begins, and then to its top. A tab that \
            searches or composes shows its sheet, and one that acts runs its action or opens its menu.
            """)

    @OptionGroup var conversation: ConnectionOptions
    @Argument(help: "The tab's id, as `tabctl tabs` lists it.", completion: TabNameCompletion.tabs())
    var tab: String

    func run() throws {
        conversation.report(selected: try conversation.ask(.command(.select(TabID(rawValue: tab)))))
    }
}

struct NextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next", abstract: "Selects the next page; after the last comes the first.")

    @OptionGroup var conversation: ConnectionOptions

    func run() throws {
        conversation.report(selected: try conversation.ask(.command(.selectNext)))
    }
}

struct PreviousCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "previous", abstract: "Selects the page before; before the first comes the last.")

    @OptionGroup var conversation: ConnectionOptions

    func run() throws {
        conversation.report(selected: try conversation.ask(.command(.selectPrevious)))
    }
}
