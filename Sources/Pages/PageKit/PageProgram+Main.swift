// SPDX-License-Identifier: MIT
import CommandLineKit
import ShellKit
import ShellModel

extension PageProgram {
    /// The whole of a page's program `tabshell-TAB`: it reads the command line and runs; it never returns.
    ///
    /// - Parameters:
    ///   - tab: the tab that the page serves.
    ///   - subject: what the page shows, for the help.
    ///   - makePage: makes the page, as it is before anybody has touched it.
    ///   - connect: gives the page what it needs of the world: its program has a loop that can wait for it.
    public static func main<Made: Page>(
        _ tab: TabID, showing subject: String, makePage: () -> Made, connect: (Made, PageProgram) -> Void = { _, _ in }
    ) -> Never {
        CommandSpec(
            "tabshell-\(tab)", "The page of the tab \(tab): \(subject).", options: ShellOptions.syntax
        ).main { (values) throws(ExitError) in
            let page = makePage()
            let program = try PageProgram(page, tab: tab, options: ShellOptions(values))
            connect(page, program)
            try program.run()
        }
    }
}
