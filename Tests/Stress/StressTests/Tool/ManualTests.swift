import TestSupport
import Testing

/// The manual pages of the tool and of the pages agree with their help.
@Suite struct ManualTests {
    @Test(arguments: ["tabshell-stress", "tabshell-home", "tabshell-flash", "tabshell-growth"])
    func pageHasEachCommandAndOptionOfHelp(program: String) throws {
        let (page, help) = (try ManualPage(of: program), try ProgramHelp(of: program))
        for word in help.words { #expect(page.words.contains(word), "\(program): \(word) in\n\(page.text)") }
        #expect(page.text.contains("\nCOMMANDS") == (program == "tabshell-stress"))
        #expect(page.text.contains("TABSHELL_MOCK") == (program != "tabshell-stress"))
        _ = try page.mandoc("-Tlint", "-Wwarning")
    }

    @Test func hiddenOptionIsLeftOut() throws {
        #expect(try !ManualPage(of: "tabshell-stress").words.contains("--batch"))
    }
}
