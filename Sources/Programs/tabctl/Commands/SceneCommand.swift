// SPDX-License-Identifier: MIT
import CommandLineKit

extension CommandSpec {
    static let scene = daemonCommand(
        "scene", "Applies a scene of the configuration: a state of the shell with a name.",
        arguments: [Argument("scene", "The scene's name.", kind: .scene)]
    ) { daemon, options in
        try daemon.send(.scene(options.required("scene")))
    }
}
