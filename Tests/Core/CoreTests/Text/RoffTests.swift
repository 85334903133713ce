import TestSupport
import Testing
import Text

@Suite struct RoffTests {
    @Test(
        "Characters that roff obeys or sets as others are escaped",
        arguments: [
            (#"C:\temp"#, #"C:\etemp"#), ("--json", #"\-\-json"#), ("it's", #"it\(aqs"#), ("`a`", #"\(gaa\(ga"#),
            ("~/x^y", #"\(ti/x\(hay"#), ("two\nlines\tof", "two lines of"), ("10 µs – 5 × “…”", "10 µs – 5 × “…”"),
        ]
    )
    func textIsEscaped(text: String, source: String) {
        #expect(RoffText(text).source == source)
        #expect(RoffText.bold(text).source == "\\fB\(source)\\fR")
        #expect(RoffText.italic(text).source == "\\fI\(source)\\fR")
    }

    @Test(arguments: [
        ("a `--flag` and **much**", #"a \fB\-\-flag\fR and \fBmuch\fR"#), ("2 * 3", "2 * 3"), ("`open", #"\fBopen\fR"#),
        (#"`\n`"#, #"\fB\en\fR"#), ("", ""),
    ])
    func markdownIsTranslated(text: String, source: String) {
        #expect(RoffText(markdown: text).source == source)
    }

    @Test func pageHasAllParts() {
        var page = RoffDocument("tool", section: 1, date: "2026-01-02", source: "project 1.0", manual: "User Commands")
        page.section("NAME")
        page.paragraph("tool - an \"example\"")
        page.paragraph(".profile is no request")
        page.section("A \"B\" C")
        page.item(.bold("--json"), "Print JSON.", ".ignored")
        page.item("x")
        page.nested { $0.item("y", "Z.") }
        page.subsection("More")
        page.literal("'a'\n\n.b \\n")
        #expect(page.text == Repository.text("Tests/Fixtures/files/tool.1"))
    }
}
