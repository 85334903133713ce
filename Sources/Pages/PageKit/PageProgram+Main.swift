// SPDX-License-Identifier: MIT
import CommandLineKit
import Posix
import ScreenClient
import ShellModel

extension PageProgram {
    /// Runs the program `tabshell-TAB` of a page: parses the command line, connects to compositor and daemon, and never
    /// returns.
    ///
    /// - Parameters:
    ///   - tab: the identifier of the page's tab.
    ///   - subject: the subject of the page, for `--help`.
    ///   - makePage: creates the page.
    ///   - connect: connects the page to its sources, such as files and timers on the program's ``loop``.
    public static func main<Made: Page>(
        _ tab: TabID, showing subject: String, makePage: () -> Made, connect: (Made, PageProgram) -> Void = { _, _ in }
    ) -> Never {
        CommandSpec(
            "tabshell-\(tab)", "The page of the tab \(tab): \(subject).", options: ShellOptions.syntax
        ).documented(
            statuses: ShellOptions.statuses, environment: ShellOptions.environment, seeAlso: ["tabshelld(1)"]
        ).main { (values) throws(ExitError) in
            let page = makePage()
            let program = try PageProgram(page, tab: tab, options: ShellOptions(values))
            connect(page, program)
            try program.run()
        }
    }
}
