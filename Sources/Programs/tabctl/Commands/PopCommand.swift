// SPDX-License-Identifier: MIT
import CommandLineKit

extension CommandSpec {
    static let pop = daemonCommand(
        "pop", "Goes one step back in a tab's page.", options: [.tabWithPage]
    ) { daemon, options in
        try daemon.send(.pop(options.tabWithPage))
    }
}
