// SPDX-License-Identifier: MIT
import CommandLineKit

extension CommandSpec {
    static let look = daemonCommand(
        "look", "Switches to another look, or prints the name of the one in force.",
        arguments: [
            Argument("look", "The look's name, as `tabctl looks` lists it.", kind: .look, isOptional: true)
        ]
    ) { daemon, options in
        if let name = options.value("look") { return try daemon.send(.look(name)) }
        let look = try daemon.request(.looks).text("look")
        if daemon.printsJSON {
            StandardOutput.write(["look": .string(look)])
        } else {
            StandardOutput.writeLine(look)
        }
    }
}
