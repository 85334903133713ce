// SPDX-License-Identifier: MIT
import CommandLineKit

/// What the executable that is all three pages is asked for. One executable, because three of them would hold the same
/// code in memory thrice; which page a process shows is told by the name that it was called by, so that the pages remain
/// three programs to whoever runs them.
enum PagesCommandLine: Equatable {
    /// The executable's own name. Called by it, its first argument names the page.
    static let name = "tabshell-pages"

    case run(StressProgram, arguments: [String])
    case printHelp
    case printVersion

    /// - Parameter words: the command line from the program's name on.
    /// - Throws: ``ExitError`` with the status of a usage error.
    init(_ words: [String]) throws(ExitError) {
        // What comes after the last slash; where there is nothing at all, the name is empty.
        let name = words.first?.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let arguments = words.dropFirst()
        if let program = StressProgram.allCases.first(where: { $0.name == name }) {
            self = .run(program, arguments: Array(arguments))
        } else if name == Self.name {
            self = try .init(page: arguments.first, arguments: Array(arguments.dropFirst()))
        } else {
            throw ExitError(
                status: .usage,
                reason: "called \"\(name)\", it does not know which page it is: expected \(Self.names), or"
                    + " \(Self.name) with a page")
        }
    }

    private init(page: String?, arguments: [String]) throws(ExitError) {
        switch page {
        case "-h", "--help": self = .printHelp
        case "--version": self = .printVersion
        case let page?:
            guard let program = StressProgram(rawValue: page) else {
                throw Self.usage("there is no page \"\(page)\"")
            }
            self = .run(program, arguments: arguments)
        case nil: throw Self.usage("no page is named")
        }
    }

    static let help = """
        The pages of the tabs home, flash and growth: one executable, and a name for each.

        Usage: \(name) <page> [options]

        """
        + StressProgram.allCases.map { "  \($0.rawValue)  as \($0.name) [options]; see \($0.name) --help" }
        .joined(separator: "\n")

    private static var names: String { StressProgram.allCases.map(\.name).joined(separator: ", ") }

    private static func usage(_ reason: String) -> ExitError {
        let pages = StressProgram.allCases.map(\.rawValue).joined(separator: ", ")
        return ExitError(status: .usage, reason: "\(reason): expected one of \(pages); see \(name) --help")
    }
}
