// SPDX-License-Identifier: MIT
import CommandLineKit
import ShellModel

extension CommandSpec {
    static let select = daemonCommand(
        "select", "Does the same as a press on a tab.",
        discussion: """
            A page comes to the front. If it is there already, it goes back to its root, and then to its top. A search or \
            compose tab shows its sheet; an action tab runs its action or opens its menu.
            """,
        arguments: [Argument("tab", "The tab's id, as `tabctl tabs` lists it.", kind: .tab)]
    ) { daemon, options in
        try daemon.select(.select(TabID(rawValue: options.required("tab"))))
    }
}
