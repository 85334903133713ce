// SPDX-License-Identifier: MIT
import ArgumentParser
import ShellModel
import TabshellIPC

/// Which tab's path is meant.
struct TabOption: ParsableArguments {
    @Option(
        help: "The tab's id. Without it: the tab whose sheet is open, else the selected one.",
        completion: TabNameCompletion.tabs { $0.role != .action })
    var tab: String?

    var id: TabID? { tab.map { TabID(rawValue: $0) } }
}

struct PushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Goes farther into a tab's page.")

    @OptionGroup var conversation: ConnectionOptions
    @OptionGroup var owner: TabOption
    @Argument(help: "Where to, from where the page is: words between slashes.")
    var route: String

    func validate() throws { _ = try Route.words(route) }

    func run() throws {
        conversation.report(try conversation.ask(.command(.push(owner.id, try Route.words(route)))))
    }
}

struct PopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pop", abstract: "Goes one step back in a tab's page.")

    @OptionGroup var conversation: ConnectionOptions
    @OptionGroup var owner: TabOption

    func run() throws {
        conversation.report(try conversation.ask(.command(.pop(owner.id))))
    }
}

struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "root", abstract: "Goes back to where a tab's page begins.")

    @OptionGroup var conversation: ConnectionOptions
    @OptionGroup var owner: TabOption

    func run() throws {
        conversation.report(try conversation.ask(.command(.popToRoot(owner.id))))
    }
}

struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Follows a link: selects a tab, and goes to a place in its page.")

    @OptionGroup var conversation: ConnectionOptions
    @Argument(
        help: "TAB/ROUTE, or tabshell:TAB/ROUTE; TAB alone leads to where its page begins.",
        completion: TabNameCompletion.links)
    var link: String

    func validate() throws { _ = try DeepLink(link) }

    func run() throws {
        let link = try DeepLink(link)
        conversation.report(selected: try conversation.ask(.command(.open(link.tab, link.route))))
    }
}
