// SPDX-License-Identifier: MIT
import CommandLineKit

extension CommandSpec {
    static let tabs = daemonCommand(
        "tabs", "Lists the tabs: id, title and role; a star marks the selected one."
    ) { daemon, _ in
        let reply = try daemon.request(.tabs)
        if daemon.printsJSON { return StandardOutput.write(reply) }
        let selected = reply["selection"]
        let rows = try reply.elements("tabs").map { tab in
            let mark = tab["id"] == selected ? "*" : " "
            return ["\(mark) \(try tab.text("id"))", try tab.text("title"), try tab.text("role")]
        }
        StandardOutput.writeLine(TextTable(rows).text)
    }
}
