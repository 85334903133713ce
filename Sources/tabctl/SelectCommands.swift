// SPDX-License-Identifier: MIT
import ArgumentParser
import TabModel
import TabWire

struct SelectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "select", abstract: "Brings a tab to the front. Once more: its page goes back to the top.")

    @OptionGroup var conversation: Conversation
    @Argument(help: "The tab's id, as `tabctl status` shows it.", completion: .custom { _, _, _ in TabNames.known() })
    var tab: String

    func run() throws {
        conversation.report(selected: try conversation.ask(.select(TabID(rawValue: tab))))
    }
}

struct NextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next", abstract: "Selects the tab to the right; after the last comes the first.")

    @OptionGroup var conversation: Conversation

    func run() throws {
        conversation.report(selected: try conversation.ask(.next))
    }
}

struct PreviousCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "previous", abstract: "Selects the tab to the left; before the first comes the last.")

    @OptionGroup var conversation: Conversation

    func run() throws {
        conversation.report(selected: try conversation.ask(.previous))
    }
}

extension Conversation {
    fileprivate func report(selected value: JSON) {
        if printsJSON {
            Output.write(value)
        } else if case .string(let tab)? = value["tab"] {
            Output.write(tab)
        }
    }
}
