import Foundation
import TestSupport
import Testing

/// The errors of whole files, as `Tests/Config/errors.txt` has them: a title after `==`, the user's file, and after `--` its errors.
@Suite struct ErrorFileTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var title: String
        var text: String
        var errors: [String]

        var testDescription: String { "\(title): \(text)" }
    }

    private static func cases() throws -> [Case] {
        let content = try String(contentsOf: Repository.file("Tests/Config/errors.txt"), encoding: .utf8)
        return content.dropLast().dropFirst("== ".count).components(separatedBy: "\n== ").map { part in
            let halves = (part + "\n").components(separatedBy: "\n--\n")
            let lines = halves[0].split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            let errors = halves.last?.split(separator: "\n").map(String.init) ?? []
            return Case(title: String(lines[0]), text: String(lines.last ?? ""), errors: errors)
        }
    }

    @Test(arguments: try cases()) func errorsAreListed(of file: Case) {
        #expect(errors(file.text) == file.errors)
    }

    @Test func casesAreMany() throws { #expect(try Self.cases().count > 100) }
}
