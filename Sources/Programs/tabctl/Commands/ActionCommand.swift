// SPDX-License-Identifier: MIT
import CommandLineKit
import ShellModel

extension CommandSpec {
    static let action = daemonCommand(
        "action", "Runs an action of the configuration.",
        arguments: [Argument("action", "The action's id.", kind: .action)]
    ) { daemon, options in
        try daemon.send(.run(ActionID(rawValue: options.required("action"))))
    }
}
