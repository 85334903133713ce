// SPDX-License-Identifier: MIT
import CommandLineKit

extension CommandSpec {
    static let bar = daemonCommand(
        "bar", "Minimizes or expands the bar, if its look allows that.",
        arguments: [Argument("change", "The change.", kind: .choice(["minimize", "restore"]))]
    ) { daemon, options in
        try daemon.send(.minimize(options.required("change") == "minimize"))
    }
}
