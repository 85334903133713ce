// SPDX-License-Identifier: MIT
import ArgumentParser
import ProgramKit
import ShellKit
import TabModel

/// The command line of a page's program, which needs to say no more than which page it is.
public protocol PageCommand: ProgramCommand {
    /// The tab that the page serves.
    static var tab: TabID { get }
    var options: ShellOptions { get }
    /// Makes the page, as it is before anybody has touched it.
    func makePage() -> any Page
}

extension PageCommand {
    public func run() throws {
        try Self.reporting { () throws(ProgramFailure) in
            try PageProgram(makePage(), tab: Self.tab, options: options).run()
        }
    }
}
