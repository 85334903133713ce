// SPDX-License-Identifier: MIT
import CommandLineKit
import Glibc
import ShellModel
import TabshellIPC

extension CommandSpec {
    static let watch = daemonCommand(
        "watch", "Prints the state and then each change of it, until it is interrupted or its reader has gone.",
        arguments: [
            Argument(
                "topic", "The topics to watch; all by default.", kind: .choice(Topic.allCases.map(\.rawValue)),
                isOptional: true, isRepeated: true)
        ]
    ) { daemon, options in
        let topics = options.values("topic").compactMap(Topic.init)
        _ = try daemon.request(.subscribe(topics.isEmpty ? Topic.allCases : topics))
        while try daemon.client().waitForMessage(orHangupOf: STDOUT_FILENO) {
            let message = try daemon.receive()
            if daemon.printsJSON {
                StandardOutput.write(message.json)
            } else if case .event(let event) = message {
                StandardOutput.writeLine(StatusText.describe(event))
            }
        }
    }
}
