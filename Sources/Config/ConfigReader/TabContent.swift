// SPDX-License-Identifier: MIT
import ShellModel
import TabConfig

/// The content of a tab without a program of its own.
enum TabContent {
    /// The keys for it in a tab's table, of which a tab has one.
    enum Key: String, CaseIterable {
        case url, file, command
    }

    case page(WebAddress)
    /// The path of a document: absolute, or below `~/`.
    case file(String)
    /// A line for the shell.
    case command(String)

    /// The program that shows it.
    ///
    /// - Parameter interval: the time after which a command is repeated, s.
    func arguments(for tab: TabID, browsers: [String], interval: Double?) -> [String] {
        switch self {
        case .page(let address): WebPage(tab: tab, address: address, browsers: browsers).arguments
        case .file(let path): [WebPage.program, "--file", path]
        case .command(let line):
            [WebPage.program, "--command", line] + (interval.map { ["--every", $0.formatted] } ?? [])
        }
    }
}
