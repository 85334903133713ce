// SPDX-License-Identifier: MIT
import CommandLineKit

extension CommandSpec {
    static let status = daemonCommand(
        "status", "Shows the tabs, which of them is selected, and the state of each program."
    ) { daemon, _ in
        if daemon.printsJSON { return StandardOutput.write(try daemon.request(.state)) }
        StandardOutput.writeLine(StatusText.describe(try daemon.state(), daemon: try daemon.client().hello))
    }
}
