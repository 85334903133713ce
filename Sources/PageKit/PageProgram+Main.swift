// SPDX-License-Identifier: MIT
import ProgramKit
import ShellKit
import TabModel

extension PageProgram {
    /// The whole of a page's program `tabshell-TAB`: it reads the command line and runs; it never returns.
    ///
    /// - Parameters:
    ///   - tab: the tab that the page serves.
    ///   - subject: what the page shows, for the help.
    ///   - makePage: makes the page, as it is before anybody has touched it.
    public static func main(_ tab: TabID, showing subject: String, makePage: () -> any Page) -> Never {
        CommandSyntax(
            program: "tabshell-\(tab)", abstract: "The page of the tab \(tab): \(subject).",
            options: ShellOptions.syntax
        ).main { (values) throws(ProgramFailure) in
            try PageProgram(makePage(), tab: tab, options: ShellOptions(values)).run()
        }
    }
}
