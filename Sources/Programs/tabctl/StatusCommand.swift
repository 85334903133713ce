// SPDX-License-Identifier: MIT
import ArgumentParser
import TabshellIPC

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Shows the tabs, which one is in front, and how everything is doing.")

    @OptionGroup var conversation: ConnectionOptions

    func run() throws {
        let client = try conversation.client()
        if conversation.printsJSON { return Output.write(try conversation.ask(.state, of: client)) }
        let state = try conversation.state(of: client)
        Output.write(StatusText.describe(state, daemon: client.hello))
    }
}
