// SPDX-License-Identifier: MIT
import CommandLineKit
import Posix
import Glibc
import Icons
import Localization
import ShellModel
import SocketClient
import TabshellIPC

extension CommandSpec.Group {
    static let looking = CommandSpec.Group(
        "Looking", [.status, .tabs, .looks, .icons, .accessibility, .screenshot, .watch])
}

extension CommandSpec {
    static let status = daemonCommand(
        "status", "Print the tabs, the selected one, and the state of each program."
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
            return StandardOutput.writeLines(TextTable(rows.map { [$0.0, $0.1 ?? "", localized(data: $0.2)] }).text)
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
                try AccessibilityNode(JSONObjectReader(reply["tree"] ?? .null)).lines(\.localizedText)
                    .joined(separator: "\n"))
        } catch {
            throw ExitError.invalidReply(error.message)
        }
    }

    static let watch = daemonCommand(
        "watch", "Print the state, then each change of it, until interrupted.",
        arguments: [
            Argument(
                "topic", "The topics to watch; by default all but accessibility.",
                kind: .choice(Topic.allCases.map(\.rawValue)),
                isOptional: true, isRepeated: true)
        ]
    ) { daemon, options in
        let topics = options.values("topic").compactMap(Topic.init)
        _ = try daemon.request(.subscribe(topics.isEmpty ? Topic.byDefault : topics))
        while try daemon.client().waitForMessage(orHangupOf: STDOUT_FILENO) {
            let message = try daemon.receive()
            if daemon.printsJSON {
                StandardOutput.write(message)
            } else if case .event(let event)? = try? ServerMessage(json: message) {
                if event.topic == .accessibility, let tree = event.state.accessibility {
                    StandardOutput.writeLines(tree.lines(\.localizedText).joined(separator: "\n"))
                } else {
                    StandardOutput.writeLine(StatusText.describe(event))
                }
            }
        }
    }
}
