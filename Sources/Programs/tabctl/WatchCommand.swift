// SPDX-License-Identifier: MIT
import ArgumentParser
import Glibc
import ShellModel
import TabshellIPC

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Prints the state and then each change of it, until you interrupt it or nobody reads any more.")

    @OptionGroup var conversation: ConnectionOptions
    @Argument(
        help: "What to watch: \(Topic.allCases.map(\.rawValue).joined(separator: ", ")); all, when none is named.")
    var topics: [String] = []

    func validate() throws {
        for name in topics where Topic(rawValue: name) == nil {
            let known = Topic.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("There is no topic \"\(name)\"; there are: \(known).")
        }
    }

    func run() throws {
        let client = try conversation.client()
        let wanted = topics.compactMap(Topic.init)
        _ = try conversation.ask(.subscribe(wanted.isEmpty ? Topic.allCases : wanted), of: client)
        while client.waitForMessage(orHangupOf: STDOUT_FILENO) {
            let message = try conversation.reporting(client.hello) { try client.receive() }
            if conversation.printsJSON {
                Output.write(message.json)
            } else if case .event(let event) = message {
                Output.write(StatusText.describe(event))
            }
        }
    }
}
