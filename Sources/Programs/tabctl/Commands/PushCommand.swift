// SPDX-License-Identifier: MIT
import CommandLineKit
import ShellModel

extension CommandSpec {
    static let push = daemonCommand(
        "push", "Goes further into a tab's page.",
        arguments: [Argument("route", "The route from the page's present place: words between slashes.")],
        options: [.tabWithPage]
    ) { daemon, options in
        let route = try Route.words(options.required("route"))
        try daemon.send(.push(options.tabWithPage, route))
    }
}

// The option of the commands that change a tab's path: push, pop and root.

extension CommandSpec.Option {
    static let tabWithPage = Self(
        "tab", value: "id", "The tab's id; by default the tab whose sheet is open, else the selected one.",
        kind: .tab { $0.role != .action })
}

extension ParsedOptions {
    var tabWithPage: TabID? { value("tab").map { TabID(rawValue: $0) } }
}
