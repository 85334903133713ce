// SPDX-License-Identifier: MIT
import ArgumentParser
import ShellModel
import TabshellIPC

struct ActionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "action", abstract: "Runs an action of the configuration.")

    @OptionGroup var conversation: ConnectionOptions
    @Argument(help: "The action's id.", completion: TabNameCompletion.actions)
    var action: String

    func run() throws {
        conversation.report(try conversation.ask(.command(.run(ActionID(rawValue: action)))))
    }
}

struct SheetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sheet", abstract: "Shows or dismisses the sheet of a tab.",
        subcommands: [Show.self, Dismiss.self])

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows the page of a tab as a sheet.")

        @OptionGroup var conversation: ConnectionOptions
        @Argument(
            help: "The id of a tab that searches or composes.",
            completion: TabNameCompletion.tabs(where: \.role.isSheet))
        var tab: String

        func run() throws {
            conversation.report(try conversation.ask(.command(.setSheet(TabID(rawValue: tab)))))
        }
    }

    struct Dismiss: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Dismisses the sheet that is open.")

        @OptionGroup var conversation: ConnectionOptions

        func run() throws {
            conversation.report(try conversation.ask(.command(.setSheet(nil))))
        }
    }
}

struct MenuCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "menu", abstract: "Opens or closes the menu of a tab.", subcommands: [Open.self, Close.self])

    struct Open: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Opens the menu of a tab.")

        @OptionGroup var conversation: ConnectionOptions
        @Argument(
            help: "The tab's id; needless where only one has a menu.",
            completion: TabNameCompletion.tabs { !$0.menu.isEmpty })
        var tab: String?

        func run() throws {
            let client = try conversation.client()
            let id: TabID
            if let tab {
                id = TabID(rawValue: tab)
            } else {
                id = try onlyMenu(of: try conversation.state(of: client))
            }
            conversation.report(try conversation.ask(.command(.setMenu(id)), of: client))
        }

        private func onlyMenu(of state: ShellState) throws -> TabID {
            let tabs = state.tabs.filter { !$0.menu.isEmpty }.map(\.id)
            guard let tab = tabs.first else { throw TabctlCommand.failure(.usage, "no tab has a menu") }
            guard tabs.count == 1 else {
                throw TabctlCommand.failure(
                    .usage, "name a tab, since several have a menu: \(tabs.map(\.rawValue).joined(separator: ", "))")
            }
            return tab
        }
    }

    struct Close: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Closes the menu that is open.")

        @OptionGroup var conversation: ConnectionOptions

        func run() throws {
            conversation.report(try conversation.ask(.command(.setMenu(nil))))
        }
    }
}

struct BarCommand: ParsableCommand {
    enum Change: String, CaseIterable, ExpressibleByArgument {
        case minimize
        case restore
    }

    static let configuration = CommandConfiguration(
        commandName: "bar", abstract: "Folds or unfolds the bar, where its look lets it fold.")

    @OptionGroup var conversation: ConnectionOptions
    @Argument(help: "What the bar is to do.")
    var change: Change

    func run() throws {
        conversation.report(try conversation.ask(.command(.minimize(change == .minimize))))
    }
}
