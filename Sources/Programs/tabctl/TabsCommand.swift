// SPDX-License-Identifier: MIT
import ArgumentParser
import TabshellIPC

struct TabsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tabs", abstract: "Lists the tabs: id, title and role; a star marks the selected one.")

    @OptionGroup var conversation: ConnectionOptions

    func run() throws {
        let reply = try conversation.ask(.tabs)
        if conversation.printsJSON { return Output.write(reply) }
        let selected = reply["selection"]
        let rows = try reply.elements("tabs").map { tab in
            let mark = tab["id"] == selected ? "*" : " "
            return ["\(mark) \(try tab.text("id"))", try tab.text("title"), try tab.text("role")]
        }
        Output.write(Table.text(rows))
    }
}
