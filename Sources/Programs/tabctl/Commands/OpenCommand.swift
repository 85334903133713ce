// SPDX-License-Identifier: MIT
import CommandLineKit

extension CommandSpec {
    static let open = daemonCommand(
        "open", "Follows a link: selects a tab and goes to a route of its page.",
        arguments: [
            Argument("link", "TAB/ROUTE or tabshell:TAB/ROUTE; TAB alone is the root of its page.", kind: .link)
        ]
    ) { daemon, options in
        let link = try DeepLink(options.required("link"))
        try daemon.select(.open(link.tab, link.route))
    }
}
