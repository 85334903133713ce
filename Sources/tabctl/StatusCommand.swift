// SPDX-License-Identifier: MIT
import ArgumentParser
import TabModel
import TabWire

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Shows the tabs, which one is in front, and how the programs are doing.")

    @OptionGroup var conversation: Conversation

    func run() throws {
        let client = try conversation.client()
        let json = try conversation.ask(.state, of: client)
        if conversation.printsJSON { return Output.write(json) }
        let state: ShellState
        do {
            state = try ShellState(json: json)
        } catch {
            throw TabctlCommand.failure(.protocolFailure, "the daemon's answer makes no sense: \(error.message)")
        }
        Output.write(StatusText.describe(state, daemon: client.hello))
    }
}
