// SPDX-License-Identifier: MIT
import CommandLineKit
import ShellModel
import TabshellIPC

extension CommandSpec {
    static let badge = daemonCommand(
        "badge", "Puts a badge on a tab, or removes it.",
        usage: "[options] <tab> (<count> | --text <text> | --dot | --clear)",
        arguments: [
            Argument("tab", "The tab's id.", kind: .tab),
            Argument("count", "A number; 0 is no badge.", kind: .integer(0...Limits.maximumBadgeCount), isOptional: true),
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
}
