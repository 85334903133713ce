import CommandLineKit
import Localization
import Posix
import ScreenClient
import ShellModel

extension PageProgram {
    /// Runs the program `tabshell-TAB` of a page: parses the command line and connects to compositor and daemon.
    ///
    /// - Parameters:
    ///   - subject: the subject of the page, for `--help`.
    ///   - connect: connects the page to its sources, such as files and timers on the program's ``loop``.
    public static func main<Made: Page>(
        _ tab: TabID, showing subject: String, makePage: () -> Made, connect: (Made, PageProgram) -> Void = { _, _ in }
    ) -> Never {
        CommandSpec(
            "tabshell-\(tab)", "The page of the tab \(tab): \(subject).", options: ShellOptions.syntax
        ).documented(
            statuses: ShellOptions.statuses, environment: ShellOptions.environment, seeAlso: ["tabshelld(1)"]
        ).main { (values) throws(ExitError) in
            Localization.activate()
            let page = makePage()
            let program = try PageProgram(page, tab: tab, options: ShellOptions(values))
            connect(page, program)
            try program.run()
        }
    }
}
