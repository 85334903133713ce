import Foundation
import TestSupport
import Testing

/// Errors of several files, and of texts that are not TOML. ``ErrorFileTests`` has most of the others.
@Suite struct ErrorTests {
    @Test func invalidTOML() {
        #expect(errors("a = 1\n\0b = 2").first?.hasPrefix("config.toml:2: this is not TOML: ") == true)
    }

    @Test func unknownLook() {
        let there = "available: stress-monitor, aspire-budget, lucidpal, swift-kit, better-fit, mine"
        let looks = ["mine": "look = \"yours\""]
        #expect(
            errors("bar.heigth = 3", look: "mnie", looks: looks) == [
                "--look: unknown look \"mnie\"; \(there); did you mean \"mine\"?",
                "config.toml:1: bar.heigth: unknown key; did you mean \"bar.height\"?",
            ])
        #expect(errors("look = \"mine\"", looks: looks) == ["mine.toml:1: look: unknown look \"yours\"; \(there)"])
        let change = "look = \"swift-kit\"\n[[tabs]]\nid = \"create\"\nmenu = [\"note\"]\n"
        #expect(
            errors(change, look: "better-fit") == [
                "config.toml:2: tabs[\"create\"]: this changes the tab \"create\" of swift-kit; better-fit has none"
            ])
        let circle = ["mine": "look = \"other\"", "other": "look = \"mine\""]
        #expect(
            errors("\nlook = \"mine\"", looks: circle) == [
                "other.toml:1: look: this look extends itself: mine → other → mine"
            ])
    }

    @Test func lookWithoutTabsIsBlamedOnItself() {
        let lines = errors("look = \"mine\"\n", looks: ["mine": "bar.height = 90\norder = []\n"])
        #expect(!lines.isEmpty && lines.allSatisfy { !$0.contains("stress-monitor") }, "\(lines)")
    }
}

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
