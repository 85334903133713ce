// SPDX-License-Identifier: MIT
import CommandLineKit
import Glibc
import Localization
import Posix
import ShellModel
import TabshellIPC

extension CommandSpec.Group {
    static let arranging = CommandSpec.Group("Arranging the tabs", [.tab, .adopt, .save])
}

extension CommandSpec {
    static let tab = CommandSpec(
        "tab", "Add, remove and move tabs in the running shell.",
        discussion: """
            The changes stay until the daemon ends or `tabctl reload` reads the files again, unless `tabctl save` keeps them. A \
            file that is changed by an editor leaves them in force.
            """,
        groups: [Group("Commands", [.addTab, .removeTab, .moveTab])])

    private static let addTab = daemonCommand(
        "add", "Add a tab, and print its id.",
        discussion: """
            The program is that of an installed application, named by the id of its desktop entry. From there come the title, the \
            icon and the app ID, unless they are given. A tab with an app ID alone has the program of the desktop entry of that \
            name, if there is one. A web page or a document is shown by its address or path. A tab with none of these has a \
            page that fills it. With --replace and its own id, a tab is filled and keeps its place.

            A tab that was removed and is still configured comes back by its id alone. A look with a fixed number of tabs \
            needs --replace.
            """,
        usage: "[options] (--desktop <id> | --app-id <id> | --url <address> | --file <path> | --id <id>)",
        options: [
            Option(
                "desktop", value: "id", "The application's desktop entry, such as org.gnome.TextEditor.",
                kind: .desktopEntry),
            Option("app-id", value: "id", "The app ID of its window; may be given several times."),
            Option("url", value: "address", "The web page that it shows."),
            Option("file", value: "path", "The document that it shows.", kind: .file()),
            Option("id", value: "id", "The tab's id; by default made of the title."),
            Option("title", value: "text", "The title on the bar."),
            Option("icon", value: "name", "An icon: built in, a file's path, or of the icon theme."),
            Option("select", "Select the tab."),
        ] + Option.position
    ) { daemon, options in
        let tab = NewTab(
            id: options.value("id").map { TabID(rawValue: $0) }, title: options.value("title"),
            icon: options.value("icon").map(Self.absolute), appIDs: options.values("app-id"),
            desktopEntry: options.value("desktop"), url: options.value("url"),
            file: options.value("file").map(Self.absolutePath))
        guard tab.id != nil || !tab.appIDs.isEmpty || (tab.desktopEntry ?? tab.url ?? tab.file) != nil else {
            throw ExitError.usage(localized("expected --desktop, --app-id, --url, --file or --id"))
        }
        try daemon.add(tab, try options.position() ?? .last, selects: options.flag("select"))
    }

    private static let removeTab = daemonCommand(
        "remove", "Remove a tab, and end its program if the shell started it.",
        discussion: "If it is selected, its neighbour becomes so. The last tab with a page cannot be removed.",
        arguments: [Argument("tab", "The tab's id.", kind: .tab)]
    ) { daemon, options in
        try daemon.send(.changeTabs(.remove(TabID(rawValue: options.required("tab")))))
    }

    private static let moveTab = daemonCommand(
        "move", "Move a tab to another place.",
        usage: "[options] <tab> <place>",
        arguments: [Argument("tab", "The tab's id.", kind: .tab)],
        options: Option.position + [
            Option("first", "Move it before all others."), Option("last", "Move it after all others."),
        ]
    ) { daemon, options in
        guard let position = try options.position() else {
            throw ExitError.usage(localized("expected --at, --before, --after, --replace, --first or --last"))
        }
        try daemon.send(.changeTabs(.move(TabID(rawValue: options.required("tab")), position)))
    }

    static let adopt = daemonCommand(
        "adopt", "Make a tab of a window that belongs to none, and select it.",
        discussion: """
            Without an app ID it is the window that has the focus. That is the terminal, if tabctl runs in one: name the window by \
            its app ID, which --list prints, or give it the focus within a --delay. All windows with the app ID belong to the tab.

            Title, icon and program are those of the desktop entry that is named like the app ID. Without one, the title is the app \
            ID, and there is no program to start when the window is closed.

            A window that the program of a tab has opened, which `tabctl status` shows, becomes the page of that tab; with --tab, \
            any window becomes that of a tab.

            The compositor must support wlr-foreign-toplevel-management; mutter and Weston do not.
            """,
        arguments: [Argument("app-id", "The app ID of the window.", kind: .foreignWindow, isOptional: true)],
        options: [
            Option(
                "list", short: "l", "List the windows that belong to no tab: app ID and title; a star marks the focus."),
            Option("tab", value: "id", "Make it the page of this tab, not of a new one.", kind: .tab),
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
            return StandardOutput.writeLines(
                rows.isEmpty ? localized("Every window belongs to a tab.") : TextTable(rows).text)
        }
        let appID = options.value("app-id")
        guard
            let window = windows.first(where: { window in
                appID.map { window["app_id"] == .string($0) } ?? (window["focused"] == true)
            })
        else {
            let names = try windows.map { window throws(ExitError) in try window.text("app_id") }
            let property = appID.map { localized("the app ID \"\($0)\"") } ?? localized("the focus")
            throw ExitError(
                status: .refused,
                reason: names.isEmpty
                    ? localized("no window without a tab has \(property): every window belongs to a tab")
                    : localized(
                        """
                        no window without a tab has \(property); available: \(names.joined(separator: ", "))
                        """))
        }
        let chosen = try window.text("app_id")
        // The program that has opened it.
        let opener = try daemon.request(.state).elements("programs").first { $0["window"] == .string(chosen) }
            .flatMap { Program(name: try $0.text("program"))?.tab }
        guard let tab = options.value("tab").map({ TabID(rawValue: $0) }) ?? opener else {
            return try daemon.add(NewTab(appIDs: [chosen]), .last, selects: true)
        }
        let change = try daemon.request(.changeTabs(.setWindow(tab, [chosen]), selects: true))
        daemon.print(change, or: tab.rawValue)
    }

    static let save = daemonCommand(
        "save", "Save the changes of the tabs, and the look, in a file beside the configuration.",
        discussion: """
            The file is tabs.toml beside config.toml, and NAME.tabs.toml beside any other NAME.toml. It is read after the \
            configuration, which is never written; its lines may be moved there. Comments in it are not kept.
            """
    ) { daemon, _ in
        let reply = try daemon.request(.save)
        let file = try reply.text("file")
        daemon.print(
            reply,
            or: reply["changed"] == true ? localized("written to \(file)") : localized("nothing to save"))
    }

    /// A path that the daemon understands.
    private static func absolutePath(_ path: String) -> String {
        guard !path.hasPrefix("/"), !path.hasPrefix("~"), let directory = FileSystem.currentDirectory else {
            return path
        }
        return "\(directory)/\(path)"
    }

    /// A path that the daemon understands; a name stays as it is.
    private static func absolute(_ icon: String) -> String {
        guard icon.contains("/"), !icon.hasPrefix("/"), !icon.hasPrefix("~"),
            let directory = FileSystem.currentDirectory
        else { return icon }
        return "\(directory)/\(icon)"
    }
}

extension CommandSpec.Option {
    /// The options for a place among the tabs.
    fileprivate static let position = [
        Self("at", value: "number", "The place, counted from 1.", kind: .integer(1...1000)),
        Self("before", value: "tab", "The tab that follows.", kind: .tab),
        Self("after", value: "tab", "The tab before it.", kind: .tab),
        Self("replace", value: "tab", "The tab whose place it takes, and which is removed.", kind: .tab),
    ]
}

extension ParsedOptions {
    /// The place that is given; nil if there is none.
    fileprivate func position() throws(ExitError) -> TabPosition? {
        let places = [
            integer("at").map { TabPosition.at($0) }, value("before").map { .before(TabID(rawValue: $0)) },
            value("after").map { .after(TabID(rawValue: $0)) },
            value("replace").map { .replacing(TabID(rawValue: $0)) }, flag("first") ? .at(1) : nil,
            flag("last") ? .last : nil,
        ].compactMap(\.self)
        guard places.count < 2 else { throw .usage(localized("expected one place")) }
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
