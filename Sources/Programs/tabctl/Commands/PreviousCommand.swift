// SPDX-License-Identifier: MIT
import CommandLineKit

extension CommandSpec {
    static let previous = daemonCommand(
        "previous", "Selects the previous page; the last one precedes the first."
    ) { daemon, _ in
        try daemon.select(.selectPrevious)
    }
}
