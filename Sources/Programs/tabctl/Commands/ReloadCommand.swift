// SPDX-License-Identifier: MIT
import CommandLineKit

extension CommandSpec {
    static let reload = daemonCommand(
        "reload", "Makes the daemon reload its configuration, and prints the errors in it."
    ) { daemon, _ in
        let reply = try daemon.request(.reload)
        if daemon.printsJSON { return StandardOutput.write(reply) }
        StandardOutput.writeLine(
            reply["changed"] == true ? "the new configuration is in force" : "nothing has changed")
    }
}
