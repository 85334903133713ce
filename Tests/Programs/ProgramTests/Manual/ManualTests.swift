import TestSupport
import Testing

/// The manual pages of the programs agree with their help.
@Suite struct ManualTests {
    static let programs = [
        "tabctl", "tabshelld", "tabshell-session", "tabshell-config", "tabshell-panel", "tabshell-page",
        "tabshell-raster",
    ]

    @Test(arguments: programs)
    func pageHasEachCommandOptionAndSection(program: String) throws {
        let page = try ManualPage(of: program)
        let help = try ProgramHelp(of: program)
        for word in help.words { #expect(page.words.contains(word), "\(program): \(word) in\n\(page.text)") }
        #expect(help.words.contains("--help") && help.words.contains("--version"))
        #expect(page.text.contains("\(program) - "))
        #expect(["--generate-manual", "--complete-words"].allSatisfy { !page.words.contains($0) })
        let headings = page.text.split(separator: "\n").filter { $0.first?.isUppercase == true }
        let expected = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "SEE ALSO"]
        #expect(expected.allSatisfy { headings.contains(Substring($0)) }, "\(headings)")
        #expect(headings.contains("COMMANDS") == (program == "tabctl"))
        _ = try page.mandoc("-Tlint", "-Wwarning")
    }
}
