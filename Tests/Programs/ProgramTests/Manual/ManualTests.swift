import TestSupport
import Testing

/// The manual pages of the programs agree with their help.
@Suite struct ManualTests {
    static let programs = [
        "tabctl", "tabshelld", "tabshell-session", "tabshell-config", "tabshell-panel", "tabshell-page",
        "tabshell-raster",
    ]

    @Test(arguments: programs)
    func pageHasEachCommandAndOptionOfHelp(program: String) throws {
        let page = try ManualPage(of: program)
        let help = try ProgramHelp(of: program)
        for word in help.words { #expect(page.words.contains(word), "\(program): \(word) in\n\(page.text)") }
        #expect(help.words.contains("--help") && help.words.contains("--version"))
        #expect(page.text.contains("\(program) - "))
    }

    @Test(arguments: programs)
    func pageHasItsSections(program: String) throws {
        let headings = try ManualPage(of: program).text.split(separator: "\n").filter { $0.first?.isUppercase == true }
        let expected = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "SEE ALSO"]
        #expect(expected.allSatisfy { headings.contains(Substring($0)) }, "\(headings)")
        #expect(headings.contains("COMMANDS") == (program == "tabctl"))
    }

    @Test func hiddenOptionsAreLeftOut() throws {
        let words = try ManualPage(of: "tabctl").words
        #expect(["--generate-manual", "--complete-words"].allSatisfy { !words.contains($0) })
    }

    @Test(arguments: programs)
    func mandocHasNothingToSay(program: String) throws {
        let page = try ManualPage(of: program)
        _ = try page.mandoc("-Tlint", "-Wwarning")
    }
}
