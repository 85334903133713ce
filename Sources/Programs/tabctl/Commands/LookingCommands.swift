import CommandLineKit
import Posix
import Glibc
import Icons
import ShellModel
import SocketClient
import TabshellIPC

extension CommandSpec.Group {
    static let looking = CommandSpec.Group(
        "Looking", [.status, .tabs, .looks, .icons, .accessibility, .screenshot, .watch])
}

extension CommandSpec {
    static let status = daemonCommand(
        "status", "Print the tabs, the selection and the state of each program."
    ) { daemon, _ in
        if daemon.printsJSON { return StandardOutput.write(try daemon.request(.state)) }
        let (state, hello) = (try daemon.state(), try daemon.client().hello)
        StandardOutput.writeLines(StatusText.describe(state, daemon: hello, isConfined: Kernel.filtersCalls))
    }

    static let tabs = daemonCommand(
        "tabs", "List the tabs: id, title and role; a star marks the selected one."
    ) { daemon, _ in
        let reply = try daemon.request(.tabs)
        if daemon.printsJSON { return StandardOutput.write(reply) }
        let selected = reply["selection"]
        let rows = try reply.elements("tabs").map { tab in
            let mark = tab["id"] == selected ? "*" : " "
            return ["\(mark) \(try tab.text("id"))", try tab.text("title"), try tab.text("role")]
        }
        StandardOutput.writeLines(TextTable(rows).text)
    }

    static let looks = daemonCommand("looks", "List the looks; a star marks the current one.") { daemon, _ in
        let reply = try daemon.request(.looks)
        if daemon.printsJSON { return StandardOutput.write(reply) }
        let current = try reply.text("look")
        for look in try reply.elements("looks") {
            guard case .string(let name) = look else { continue }
            StandardOutput.writeLine("\(name == current ? "*" : " ") \(name)")
        }
    }

    static let icons = CommandSpec(
        "icons", "List the built-in icons: name, name of the filled one, description. Needs no daemon.",
        options: [DaemonConnection.jsonOption]
    ) { options in
        let rows = Icons.outlines.map { name in
            (name, Icons.names.contains(name + ".fill") ? name + ".fill" : nil, Icons.summary(of: name) ?? "")
        }
        guard options.flag("json") || !StandardOutput.isTerminal else {
            return StandardOutput.writeLines(TextTable(rows.map { [$0.0, $0.1 ?? "", $0.2] }).text)
        }
        let icons = rows.map { name, filled, summary -> JSON in
            ["name": .string(name), "filled": filled.map { .string($0) } ?? .null, "summary": .string(summary)]
        }
        StandardOutput.write(["icons": .array(icons)])
    }

    static let accessibility = daemonCommand(
        "accessibility", "Print what is on the screen in the words of a screen reader.",
        discussion: """
            Each line is a part of the screen: its role, its name in quotes, its value and state, its place among others of its kind, \
            what can be done with it, and its bounds in logical pixels of the output; after a colon, its hint or the reason for its \
            state. `tabctl press` presses a part by its name.

            The bar, the menu, the page in front and the sheet describe themselves when they are asked; at other times this costs \
            nothing. `tabctl watch accessibility` follows changes.
            """
    ) { daemon, _ in
        let reply = try daemon.request(.accessibility)
        if daemon.printsJSON { return StandardOutput.write(reply) }
        do throws(MessageError) {
            StandardOutput.writeLines(
                try AccessibilityNode(JSONObjectReader(reply["tree"] ?? .null)).lines
                    .joined(separator: "\n"))
        } catch {
            throw ExitError.invalidReply(error.message)
        }
    }

    static let watch = daemonCommand(
        "watch", "Print the state, then each change, until interrupted.",
        discussion: "With --wait, it connects again when the daemon has ended.",
        arguments: [
            Argument(
                "topic", "The topics to watch; by default all but accessibility.",
                kind: .choice(Topic.allCases.map(\.rawValue)),
                isOptional: true, isRepeated: true)
        ],
        options: [
            Option("changes", "Print only what changes from now on, so that a script does not repeat what it did.")
        ]
    ) { daemon, options in
        let topics = options.values("topic").compactMap(Topic.init)
        var news = options.flag("changes") ? NewsFilter() : nil
        while true {
            do throws(ExitError) {
                _ = try daemon.request(.subscribe(topics.isEmpty ? Topic.byDefault : topics))
                while try daemon.client().waitForMessage(orHangupOf: STDOUT_FILENO) {
                    let message = try daemon.receive()
                    if news?.admits(message) ?? true { show(message, asJSON: daemon.printsJSON) }
                }
                return
            } catch {
                try daemon.reconnect(after: error)
            }
        }
    }

    private static func show(_ message: JSON, asJSON: Bool) {
        if asJSON { return StandardOutput.write(message) }
        guard case .event(let event)? = try? ServerMessage(json: message) else { return }
        if event.topic == .accessibility, let tree = event.state.accessibility {
            StandardOutput.writeLines(tree.lines.joined(separator: "\n"))
        } else {
            StandardOutput.writeLine(StatusText.describe(event))
        }
    }
}

/// The messages about what has changed since the first snapshot: a later one, after a `resync`, repeats the rest.
private struct NewsFilter {
    private var values: [String: JSON] = [:]
    private var isReady = false

    mutating func admits(_ message: JSON) -> Bool {
        guard case .string(let name)? = message["event"] else { return isReady }
        if name == "ready" { isReady = true }
        guard let value = message[name] else { return isReady }
        return values.updateValue(value, forKey: name) != value && isReady
    }
}
