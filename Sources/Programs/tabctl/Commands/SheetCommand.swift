// SPDX-License-Identifier: MIT
import CommandLineKit
import ShellModel

extension CommandSpec {
    static let sheet = CommandSpec(
        "sheet", "Shows or dismisses the sheet of a tab.",
        groups: [
            Group(
                "Commands",
                [
                    daemonCommand(
                        "show", "Shows the page of a tab as a sheet.",
                        arguments: [
                            Argument("tab", "The id of a search or compose tab.", kind: .tab(where: \.role.isSheet))
                        ]
                    ) { daemon, options in
                        try daemon.send(.setSheet(TabID(rawValue: options.required("tab"))))
                    },
                    daemonCommand("dismiss", "Dismisses the sheet that is open.") { daemon, _ in
                        try daemon.send(.setSheet(nil))
                    },
                ])
        ])
}
