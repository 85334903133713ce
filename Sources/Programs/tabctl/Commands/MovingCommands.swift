import CommandLineKit
import ShellModel

extension CommandSpec.Group {
    static let moving = CommandSpec.Group("Moving", [.select, .next, .previous, .open, .push, .pop, .root, .rotation])
}

extension CommandSpec {
    static let select = daemonCommand(
        "select", "Select a tab, as a press on it does.",
        discussion: """
            A page comes to the front. If it is there already, it goes back to its root, and then to its top. A search or \
            compose tab shows its sheet; an action tab runs its action or opens its menu.

            If the panel has failed, the tab is still selected: the exit status is 0, and a warning on standard error says why \
            nothing shows it.
            """,
        arguments: [Argument("tab", "The tab's id, as `tabctl tabs` lists it.", kind: .tab)],
        options: [
            .init("output", value: "name", "Move the pages to this output, as a press on its bar does."),
            .duration("Return to the previous page after this time, unless somebody uses the shell meanwhile."),
        ]
    ) { daemon, options in
        try daemon.select(
            .select(
                TabID(rawValue: options.required("tab")), output: options.value("output"), duration: options.duration))
    }

    static let next = daemonCommand(
        "next", "Select the next page, wrapping around."
    ) { daemon, _ in try daemon.select(.selectNext) }

    static let previous = daemonCommand(
        "previous", "Select the previous page, wrapping around."
    ) { daemon, _ in try daemon.select(.selectPrevious) }

    static let open = daemonCommand(
        "open", "Follow a link: select a tab and go to a route of its page.",
        arguments: [
            Argument("link", "TAB/ROUTE or tabshell:TAB/ROUTE; TAB alone is the root of its page.", kind: .link)
        ]
    ) { daemon, options in
        let link = try DeepLink(options.required("link"))
        try daemon.select(.open(link.tab, link.route))
    }

    static let push = daemonCommand(
        "push", "Go deeper into a tab's page.",
        arguments: [Argument("route", "The route from the current place: words between slashes.")],
        options: [.tabWithPage]
    ) { daemon, options in
        let route = try Route.words(options.required("route"))
        try daemon.send(.push(options.tabWithPage, route))
    }

    static let pop = daemonCommand(
        "pop", "Go one step back in a tab's page.", options: [.tabWithPage]
    ) { daemon, options in
        try daemon.send(.pop(options.tabWithPage))
    }

    static let root = daemonCommand(
        "root", "Go back to the root of a tab's page.", options: [.tabWithPage]
    ) { daemon, options in
        try daemon.send(.popToRoot(options.tabWithPage))
    }

    static let rotation = daemonCommand(
        "rotation", "Pause, resume or advance the tab rotation.",
        discussion: """
            [rotation] in the configuration lists the tabs. A pause lasts until `resume`, or until the daemon ends; a touch pauses \
            the rotation only for `rotation.resume_after`. After `next` it continues from there.
            """,
        arguments: [
            Argument("move", "The change.", kind: .choice(RotationMove.allCases.map(\.rawValue)))
        ]
    ) { daemon, options in
        guard let move = try RotationMove(rawValue: options.required("move")) else { return }
        try daemon.send(.rotate(move))
    }
}

extension CommandSpec.Option {
    static func duration(_ abstract: String) -> Self {
        Self("for", value: "seconds", abstract, kind: .number(0.1...Double(ShellState.maximumDuration) / 1e9))
    }

    /// The option of commands that change a tab's path: push, pop and root.
    static let tabWithPage = Self(
        "tab", value: "id", "The tab's id; by default the tab whose sheet is open, else the selected one.",
        kind: .tab { $0.role != .action })
}

extension ParsedOptions {
    /// The time of `--for`, ns.
    var duration: UInt64? { number("for").map { UInt64($0 * 1e9) } }

    var tabWithPage: TabID? { value("tab").map { TabID(rawValue: $0) } }
}
