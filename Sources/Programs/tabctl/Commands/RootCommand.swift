// SPDX-License-Identifier: MIT
import CommandLineKit

extension CommandSpec {
    static let root = daemonCommand(
        "root", "Goes back to the root of a tab's page.", options: [.tabWithPage]
    ) { daemon, options in
        try daemon.send(.popToRoot(options.tabWithPage))
    }
}
