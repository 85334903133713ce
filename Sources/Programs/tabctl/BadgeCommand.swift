// SPDX-License-Identifier: MIT
import ArgumentParser
import ShellModel
import TabshellIPC

struct BadgeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "badge", abstract: "Puts a badge on a tab, or takes it away.",
        usage: "tabctl badge <tab> (<count> | --text <text> | --dot | --clear)")

    @OptionGroup var conversation: ConnectionOptions
    @Argument(help: "The tab's id.", completion: TabNameCompletion.tabs())
    var tab: String
    @Argument(help: "A number; 0 is no badge.")
    var count: Int?
    @Option(help: "A word.")
    var text: String?
    @Flag(help: "A dot.")
    var dot = false
    @Flag(help: "No badge.")
    var clear = false

    func validate() throws {
        guard [count != nil, text != nil, dot, clear].count(where: \.self) == 1 else {
            throw ValidationError("Expected one of: a count, --text, --dot, --clear.")
        }
        if let count, !(0...Limits.maximumBadgeCount).contains(count) {
            throw ValidationError("The count is 0 to \(Limits.maximumBadgeCount).")
        }
        if let text, !(1...Limits.maximumBadgeTextBytes).contains(text.utf8.count) {
            throw ValidationError("The text has 1 to \(Limits.maximumBadgeTextBytes) bytes.")
        }
    }

    func run() throws {
        let badge: Badge? = dot ? .dot : text.map { .text($0) } ?? count.map { .count($0) }
        conversation.report(try conversation.ask(.command(.badge(TabID(rawValue: tab), badge))))
    }
}
