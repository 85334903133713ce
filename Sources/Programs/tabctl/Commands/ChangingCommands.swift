import CommandLineKit
import Posix
import ShellModel
import TabshellIPC

extension CommandSpec.Group {
    static let changing = CommandSpec.Group(
        "Changing",
        [
            .badge, .show, .message, .action, .sheet, .menu, .bar, .focus, .press, .appearance, .contrast, .motion,
            .transparency,
            .textScale, .speech, .haptic, .look,
        ])
}

extension CommandSpec {
    static let badge = daemonCommand(
        "badge", "Put a badge on a tab, or remove it.",
        usage: "[options] <tab> (<count> | --text <text> | --dot | --clear)",
        arguments: [
            Argument("tab", "The tab's id.", kind: .tab),
            Argument(
                "count", "A number; 0 removes the badge.", kind: .integer(0...Limits.maximumBadgeCount),
                isOptional: true),
        ],
        options: [
            Option("text", value: "text", "A word."), Option("dot", "A dot."), Option("clear", "No badge."),
        ]
    ) { daemon, options in
        guard ["count", "text", "dot", "clear"].count(where: options.flag) == 1 else {
            throw ExitError.usage("expected one of <count>, --text, --dot and --clear")
        }
        let text = options.value("text")
        if let text, !(1...Limits.maximumBadgeTextBytes).contains(text.utf8.count) {
            throw ExitError.usage("--text has 1 to \(Limits.maximumBadgeTextBytes) bytes, not \(text.utf8.count)")
        }
        let badge: Badge? =
            options.flag("dot") ? .dot : text.map { .text($0) } ?? options.integer("count").map { .count($0) }
        try daemon.send(.badge(TabID(rawValue: options.required("tab")), badge))
    }

    static let show = daemonCommand(
        "show", "Show a document in a tab, or remove it.",
        discussion: """
            The document is Markdown, or plain text with --format text, of at most \(ShownDocument.maximumBytes) bytes. It is shown \
            until the tab's program ends, another one is sent, or --clear removes it. A link to event:NAME is drawn as a button: \
            `tabctl watch --changes followed` prints its name when it is pressed. Programs that draw their own page cannot show documents.
            """,
        usage: "[options] <tab> (<file> | - | --clear)",
        arguments: [
            Argument("tab", "The tab's id.", kind: .tab),
            Argument("file", "The file to read; - reads standard input.", kind: .file(), isOptional: true),
        ],
        options: [
            Option(
                "format", value: "name", "The format: markdown (default) or text.",
                kind: .choice(ShownDocument.Format.allCases.map(\.rawValue))), Option("clear", "Remove the document."),
        ]
    ) { daemon, options in
        let tab = TabID(rawValue: try options.required("tab"))
        guard let file = options.value("file") else {
            guard options.flag("clear") else { throw ExitError.usage("expected <file>, - or --clear") }
            return try daemon.send(.show(tab, nil))
        }
        guard !options.flag("clear") else { throw ExitError.usage("expected one of <file> and --clear") }
        let format = options.value("format").flatMap(ShownDocument.Format.init) ?? .markdown
        try daemon.send(.show(tab, ShownDocument(text(of: file), format)))
    }

    /// Reads a document; ``FileSystem/standardInput`` is one, too.
    private static func text(of file: String) throws(ExitError) -> String {
        let maximum = ShownDocument.maximumBytes
        let bytes: [UInt8]
        do throws(SystemError) {
            // One byte more than the maximum shows that it is longer.
            bytes = try FileSystem.read(file, upTo: maximum + 1, acceptsStreams: true)
        } catch {
            throw ExitError(status: .refused, reason: "\(file): \(error)")
        }
        guard bytes.count <= maximum else {
            throw ExitError(status: .refused, reason: "\(file): a document has at most \(maximum) bytes")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ExitError(status: .refused, reason: "\(file) is not text in UTF-8")
        }
        return text
    }

    static let message = daemonCommand(
        "message", "Show a message at the top of the screen, or close it.",
        discussion: """
            If speech is on, it is spoken. A later message replaces it. It stays until the time of --for is over, or until its \
            button or --clear closes it. With --tab, another button opens that tab.
            """,
        usage: "[options] (<text> | --clear)",
        arguments: [Argument("text", "At most \(ShownMessage.maximumBytes) bytes.", isOptional: true)],
        options: [
            .duration("Close the message after this time."),
            Option("tab", value: "tab", "The tab that the message is about.", kind: .tab),
            Option("clear", "Close the message."),
        ]
    ) { daemon, options in
        let text = options.value("text")
        guard (text == nil) == options.flag("clear") else {
            throw ExitError.usage("expected one of <text> and --clear")
        }
        let tab = options.value("tab").map { TabID(rawValue: $0) }
        try daemon.send(.message(text, tab: tab, duration: options.duration))
    }

    static let action = daemonCommand(
        "action", "Run a configured action.",
        arguments: [Argument("action", "The action's id.", kind: .action)]
    ) { daemon, options in
        try daemon.send(.run(ActionID(rawValue: options.required("action"))))
    }

    static let sheet = CommandSpec(
        "sheet", "Show or dismiss the sheet of a tab.",
        commands: [
            daemonCommand(
                "show", "Show the page of a tab as a sheet.",
                arguments: [Argument("tab", "The id of a search or compose tab.", kind: .tab(where: \.role.isSheet))]
            ) { daemon, options in try daemon.send(.setSheet(TabID(rawValue: options.required("tab")))) },
            daemonCommand("dismiss", "Dismiss the open sheet.") { daemon, _ in try daemon.send(.setSheet(nil)) },
        ])

    static let menu = CommandSpec(
        "menu", "Open or close the menu of a tab.",
        commands: [
            daemonCommand(
                "open", "Open the menu of a tab.",
                arguments: [
                    Argument(
                        "tab", "The tab's id; optional if only one tab has `actions` or a `menu`.",
                        kind: .tab { !$0.menu.isEmpty || $0.role == .page }, isOptional: true)
                ]
            ) { daemon, options in
                let tab = try options.value("tab").map { TabID(rawValue: $0) } ?? onlyMenu(of: daemon.state())
                try daemon.send(.setMenu(tab))
            },
            daemonCommand("close", "Close the open menu.") { daemon, _ in try daemon.send(.setMenu(nil)) },
        ])

    private static func onlyMenu(of state: ShellState) throws(ExitError) -> TabID {
        let tabs = state.tabs.filter { !$0.menu.isEmpty }.map(\.id)
        guard let tab = tabs.first else {
            throw ExitError(
                status: .refused, reason: "no tab has a menu; add actions = [\"…\"] to a [[tabs]]"
            )
        }
        guard tabs.count == 1 else {
            throw .usage("several tabs have a menu; name one: \(tabs.map(\.rawValue).joined(separator: ", "))")
        }
        return tab
    }

    static let bar = daemonCommand(
        "bar", "Minimize or expand the bar, if its look allows it.",
        arguments: [Argument("change", "The change.", kind: .choice(["minimize", "expand"]))]
    ) { daemon, options in
        try daemon.send(.minimize(options.required("change") == "minimize"))
    }

    static let focus = daemonCommand(
        "focus", "Give the bar the keyboard, move its focus, or give the keyboard back.",
        discussion: """
            Bind it to a key in the compositor. Without a move, the selected tab gets the focus. Then the arrow keys, Home, End, \
            a digit or the first letter of a title move it; Enter and the space bar press, and Escape gives the keyboard back. \
            A single switch or a foot pedal operates the bar with next, previous, activate and leave.
            """,
        arguments: [
            Argument(
                "move", "The move; next and previous wrap around.",
                kind: .choice(FocusMove.allCases.filter { $0 != .find && $0 != .field }.map(\.rawValue)),
                isOptional: true)
        ]
    ) { daemon, options in
        try daemon.send(.focus(options.value("move").flatMap(FocusMove.init) ?? .enter))
    }

    static let press = daemonCommand(
        "press", "Press something on the screen by its name, as a pointer or a finger does.",
        discussion: """
            The name is one that `tabctl accessibility` shows, in upper or lower case, or an unambiguous prefix; or an id of its \
            JSON. Parts behind an open menu or sheet cannot be pressed. The command returns when the bar or the page has handled \
            the press.
            """,
        arguments: [Argument("name", "The name.", kind: .pressable)]
    ) { daemon, options in
        let reply = try daemon.request(.press(options.required("name")))
        let label = try reply.text("label")
        daemon.print(reply, or: "pressed \"\(label)\"")
    }

    static let appearance = daemonCommand(
        "appearance", "Switch between light and dark, or print the appearance.",
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
        daemon.print(["appearance": .string(appearance.rawValue)], or: appearance.rawValue)
    }

    static let look = daemonCommand(
        "look", "Switch to another look, or print the current one.",
        arguments: [
            Argument("look", "The look's name, as `tabctl looks` lists it.", kind: .look, isOptional: true)
        ]
    ) { daemon, options in
        if let name = options.value("look") { return try daemon.send(.look(name)) }
        let look = try daemon.request(.looks).text("look")
        daemon.print(["look": .string(look)], or: look)
    }
}
