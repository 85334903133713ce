// SPDX-License-Identifier: MIT
import CommandLineKit

extension CommandSpec {
    static let next = daemonCommand(
        "next", "Selects the next page; the first one follows the last."
    ) { daemon, _ in
        try daemon.select(.selectNext)
    }
}
