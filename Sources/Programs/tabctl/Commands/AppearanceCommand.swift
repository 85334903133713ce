// SPDX-License-Identifier: MIT
import CommandLineKit
import ShellModel

extension CommandSpec {
    static let appearance = daemonCommand(
        "appearance", "Switches between light and dark, or prints the appearance.",
        arguments: [
            Argument("appearance", "The appearance.", kind: .choice(["light", "dark", "toggle"]), isOptional: true)
        ]
    ) { daemon, options in
        let argument = options.value("appearance")
        if let appearance = argument.flatMap(Appearance.init) { return try daemon.send(.setAppearance(appearance)) }
        var appearance = try daemon.state().appearance.value
        if argument == "toggle" {
            appearance = appearance == .light ? .dark : .light
            try daemon.send(.setAppearance(appearance))
            if daemon.printsJSON { return }
        }
        if daemon.printsJSON {
            StandardOutput.write(["appearance": .string(appearance.rawValue)])
        } else {
            StandardOutput.writeLine(appearance.rawValue)
        }
    }
}
