// SPDX-License-Identifier: MIT
import CommandLineKit
import ShellModel

extension CommandSpec {
    static let menu = CommandSpec(
        "menu", "Opens or closes the menu of a tab.",
        groups: [
            Group(
                "Commands",
                [
                    daemonCommand(
                        "open", "Opens the menu of a tab.",
                        arguments: [
                            Argument(
                                "tab", "The tab's id; may be left out if only one tab has a menu.",
                                kind: .tab { !$0.menu.isEmpty }, isOptional: true)
                        ]
                    ) { daemon, options in
                        let tab = try options.value("tab").map { TabID(rawValue: $0) } ?? onlyMenu(of: daemon.state())
                        try daemon.send(.setMenu(tab))
                    },
                    daemonCommand("close", "Closes the menu that is open.") { daemon, _ in
                        try daemon.send(.setMenu(nil))
                    },
                ])
        ])

    private static func onlyMenu(of state: ShellState) throws(ExitError) -> TabID {
        let tabs = state.tabs.filter { !$0.menu.isEmpty }.map(\.id)
        guard let tab = tabs.first else { throw .usage("no tab has a menu") }
        guard tabs.count == 1 else {
            throw .usage("several tabs have a menu, name one: \(tabs.map(\.rawValue).joined(separator: ", "))")
        }
        return tab
    }
}
