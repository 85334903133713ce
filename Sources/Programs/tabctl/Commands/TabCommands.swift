import CommandLineKit
import Glibc
import Posix
import ShellModel
import TabshellIPC

extension CommandSpec.Group {
    static let arranging = CommandSpec.Group("Arranging the tabs", [.tab, .adopt, .save])
}

extension CommandSpec {
    static let tab = CommandSpec(
        "tab", "Add, change, remove and move tabs in the running shell.",
        discussion: """
            The changes last until the daemon ends or `tabctl reload` reads the files again, unless `tabctl save` keeps them. \
            Editing a file leaves them in force.
            """,
        commands: [.addTab, .setTab, .removeTab, .moveTab])

    private static let addTab = daemonCommand(
        "add", "Add a tab, and print its id.",
        discussion: """
            --desktop names an installed application by the id of its desktop entry, which gives the title, the icon and the app \
            ID unless they are set here. With --app-id alone, the program comes from the desktop entry of that name, if there is \
            one. With --id alone, the tab offers what it may show. With --replace and its own id, a tab is changed in place, as \
            `tabctl tab set` does.

            --id alone also brings back a tab that was removed and is still configured. A look with a fixed number of tabs needs \
            --replace.
            """,
        usage: "[options] (--desktop <id> | --app-id <id> | --url <address> | --file <path> | --id <id>)",
        options: [
            Option(
                "desktop", value: "id", "The application's desktop entry, such as org.gnome.TextEditor.",
                kind: .desktopEntry),
            Option("app-id", value: "id", "The app ID of its window. Can be repeated."),
            Option("id", value: "id", "The tab's id; by default derived from the title."),
        ] + Option.tab + [Option("select", "Select the tab.")] + Option.position
    ) { daemon, options in
        let tab = options.tab(options.value("id"))
        guard tab.id != nil || !tab.appIDs.isEmpty || (tab.desktopEntry ?? tab.url ?? tab.file) != nil else {
            throw ExitError.usage("expected --desktop, --app-id, --url, --file or --id")
        }
        try daemon.add(tab, try options.position() ?? .last, selects: options.flag("select"))
    }

    private static let setTab = daemonCommand(
        "set", "Change the title, the icon or the content of a tab, and print its id.",
        discussion: "The tab keeps its place and all that is not given. A new content replaces the old one.",
        usage: "[options] <tab>",
        arguments: [Argument("tab", "The tab's id.", kind: .tab)], options: Option.tab
    ) { daemon, options in
        let id = try options.required("tab")
        guard options.tab(nil) != NewTab() else {
            throw ExitError.usage("expected --title, --icon, --url or --file")
        }
        try daemon.add(options.tab(id), .replacing(TabID(rawValue: id)), selects: false)
    }

    private static let removeTab = daemonCommand(
        "remove", "Remove a tab, and end its program if the shell started it.",
        discussion: "If it is selected, its neighbour is selected instead. The last tab with a page cannot be removed.",
        arguments: [Argument("tab", "The tab's id.", kind: .tab)]
    ) { daemon, options in
        try daemon.send(.changeTabs(.remove(TabID(rawValue: options.required("tab")))))
    }

    private static let moveTab = daemonCommand(
        "move", "Move a tab to another place.",
        usage: "[options] <tab> (--at <number> | --before <tab> | --after <tab> | --replace <tab> | --first | --last)",
        arguments: [Argument("tab", "The tab's id.", kind: .tab)],
        options: Option.position + [
            Option("first", "Move it to the first place."), Option("last", "Move it to the last place."),
        ]
    ) { daemon, options in
        guard let position = try options.position() else {
            throw ExitError.usage("expected --at, --before, --after, --replace, --first or --last")
        }
        try daemon.send(.changeTabs(.move(TabID(rawValue: options.required("tab")), position)))
    }

    static let adopt = daemonCommand(
        "adopt", "Turn an open window into a tab and select it.",
        discussion: """
            Without an app ID, it takes the focused window. If tabctl runs in a terminal, that is the terminal: name the window by \
            its app ID, which --list prints, or focus it within a --delay. All windows with the app ID belong to the tab.

            Title, icon and program come from the desktop entry named like the app ID. Without one, the title is the app ID, and \
            there is no program to start after the window is closed.

            A window that the program of a tab has opened, as `tabctl status` shows, becomes the page of that tab; with --tab, \
            any window becomes the page of any tab.

            The compositor must support wlr-foreign-toplevel-management; mutter and Weston do not.
            """,
        arguments: [Argument("app-id", "The app ID of the window.", kind: .foreignWindow, isOptional: true)],
        options: [
            Option(
                "list", short: "l", "List the windows that belong to no tab: app ID and title; a star marks the focus."),
            Option("tab", value: "id", "Make it the page of this tab instead of a new one.", kind: .tab),
            Option("delay", value: "seconds", "Wait before looking for the focus.", kind: .number(0...3600)),
        ]
    ) { daemon, options in
        if let seconds = options.number("delay") { usleep(UInt32(seconds * 1_000_000)) }
        let reply = try daemon.request(.windows)
        let windows = try reply.elements("windows")
        if options.flag("list") {
            if daemon.printsJSON { return StandardOutput.write(reply) }
            let rows = try windows.map {
                ["\($0["focused"] == true ? "*" : " ") \(try $0.text("app_id"))", try $0.text("title")]
            }
            return StandardOutput.writeLines(rows.isEmpty ? "Every window belongs to a tab." : TextTable(rows).text)
        }
        let appID = options.value("app-id")
        guard
            let window = windows.first(where: { window in
                appID.map { window["app_id"] == .string($0) } ?? (window["focused"] == true)
            })
        else {
            let names = try windows.map { window throws(ExitError) in try window.text("app_id") }
            let property = appID.map { "the app ID \"\($0)\"" } ?? "the focus"
            throw ExitError(
                status: .refused,
                reason: names.isEmpty
                    ? "no window without a tab has \(property): every window belongs to a tab"
                    : """
                    no window without a tab has \(property); available: \(names.joined(separator: ", "))
                    """)
        }
        let chosen = try window.text("app_id")
        // The program that opened it.
        let opener = try daemon.request(.state).elements("programs").first { $0["window"] == .string(chosen) }
            .flatMap { Program(name: try $0.text("program"))?.tab }
        guard let tab = options.value("tab").map({ TabID(rawValue: $0) }) ?? opener else {
            return try daemon.add(NewTab(appIDs: [chosen]), .last, selects: true)
        }
        try daemon.print(daemon.request(.changeTabs(.setWindow(tab, [chosen]), selects: true)), or: tab.rawValue)
    }

    static let save = daemonCommand(
        "save", "Save the changed tabs and the look beside the configuration.",
        discussion: """
            The file is tabs.toml beside config.toml, and NAME.tabs.toml beside any other NAME.toml. It is read after the \
            configuration, which tabshell never writes; you may move its lines there. Comments in it are not kept.
            """
    ) { daemon, _ in
        let reply = try daemon.request(.save)
        let file = try reply.text("file")
        daemon.print(
            reply,
            or: reply["changed"] == true ? "saved to \(file)" : "nothing to save")
    }
}

extension CommandSpec.Option {
    /// The options for what a tab is.
    fileprivate static let tab = [
        Self("title", value: "text", "The title on the bar."),
        Self("icon", value: "name", "An icon: a built-in name, a path, or a name in the icon theme."),
        Self("url", value: "address", "A web page to show."),
        Self("file", value: "path", "A document to show.", kind: .file()),
    ]

    /// The options for a place among the tabs.
    fileprivate static let position = [
        Self("at", value: "number", "The place, counted from 1.", kind: .integer(1...1000)),
        Self("before", value: "tab", "The tab that follows.", kind: .tab),
        Self("after", value: "tab", "The tab before it.", kind: .tab),
        Self("replace", value: "tab", "The tab whose place it takes, and which is removed.", kind: .tab),
    ]
}

extension ParsedOptions {
    fileprivate func tab(_ id: String?) -> NewTab {
        // A path that the daemon understands.
        func absolute(_ path: String) -> String { path.hasPrefix("~") ? path : FileSystem.absolute(path) }
        return NewTab(
            id: id.map { TabID(rawValue: $0) }, title: value("title"),
            icon: value("icon").map { $0.contains("/") ? absolute($0) : $0 }, appIDs: values("app-id"),
            desktopEntry: value("desktop"), url: value("url"), file: value("file").map(absolute))
    }

    fileprivate func position() throws(ExitError) -> TabPosition? {
        let places = [
            integer("at").map { TabPosition.at($0) }, value("before").map { .before(TabID(rawValue: $0)) },
            value("after").map { .after(TabID(rawValue: $0)) },
            value("replace").map { .replacing(TabID(rawValue: $0)) }, flag("first") ? .at(1) : nil,
            flag("last") ? .last : nil,
        ].compactMap(\.self)
        guard places.count < 2 else { throw .usage("expected one place") }
        return places.first
    }
}

extension DaemonConnection {
    /// Adds a tab, and prints its id.
    fileprivate func add(_ tab: NewTab, _ position: TabPosition, selects: Bool) throws(ExitError) {
        let reply = try request(.changeTabs(.add(tab, position), selects: selects))
        let id = try reply.text("tab")
        print(reply, or: id)
    }
}
