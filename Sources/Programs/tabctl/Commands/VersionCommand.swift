// SPDX-License-Identifier: MIT
import CommandLineKit
import TabshellIPC

extension CommandSpec {
    static let version = daemonCommand(
        "version", "Shows the versions of tabctl, of the daemon and of their protocol."
    ) { daemon, _ in
        let hello = try daemon.client().hello
        if daemon.printsJSON {
            StandardOutput.write([
                "tabctl": .string(tabshellVersion), "daemon": .string(hello.version),
                "protocol": .string(hello.protocolVersion), "pid": JSON(hello.pid),
            ])
        } else {
            StandardOutput.writeLine(
                "tabctl \(tabshellVersion), daemon \(hello.version), protocol \(hello.protocolVersion)")
        }
    }
}
