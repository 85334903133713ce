import TestSupport
import Testing
import Text

@Suite struct StringPartsTests {
    @Test(
        "A string is split at each occurrence of a separator, from the left",
        arguments: [
            ("a | b | c", " | ", ["a", "b", "c"]), ("abc", "abc", ["", ""]), ("abab", "b", ["a", "a", ""]),
            ("aaa", "aa", ["", "a"]), ("", "x", [""]), ("ab", "abc", ["ab"]), ("é\r\nü", "\n", ["é\r", "ü"]),
        ])
    func parts(text: String, separator: String, parts: [String]) {
        #expect(text.parts(separatedBy: separator).map(String.init) == parts)
        #expect(parts.joined(separator: separator) == text)
    }
}

@Suite
struct SpellingTests {
    private let words = ["home", "flash", "growth", "settings", "transactions", "chat", "search", "plus"]

    @Test(
        "is found behind a slip or some",
        arguments: [
            ("hme", "home"), ("homee", "home"), ("hoem", "home"), ("hone", "home"), ("HOME", "home"), ("home", "home"),
            ("fash", "flash"), ("setings", "settings"), ("settigns", "settings"), ("stetigns", "settings"),
            ("trasnactoins", "transactions"), ("Transaction", "transactions"), ("pluss", "plus"), ("serach", "search"),
        ])
    func near(word: String, meant: String) {
        #expect(Spelling.nearest(word, among: words) == meant)
    }

    @Test(
        "is not guessed when it could be anything",
        arguments: [
            "", "x", "ab", "dog", "hat-stand", "hm", "selection", "configuration", String(repeating: "home", count: 99),
        ])
    func far(word: String) {
        #expect(Spelling.nearest(word, among: words) == nil)
    }

    @Test("is the nearest, and of equals the first")
    func order() {
        #expect(Spelling.nearest("cat", among: ["chart", "chat", "cart"]) == "chat")
        #expect(Spelling.nearest("cart", among: ["chart", "chat", "cart"]) == "cart")
        #expect(Spelling.nearest("a", among: ["b"]) == nil)
        #expect(Spelling.nearest("ab", among: ["a"]) == "a")
        #expect(Spelling.nearest("home", among: []) == nil)
        #expect(Spelling.nearest("home", among: ["", String(repeating: "home", count: 99)]) == nil)
    }
}

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

@Suite("Text for a terminal")
struct TerminalTextTests {
    @Test("Ordinary text stays as it is", arguments: ["", "Home", "C:\\new", "naïve – 心拍", "👩‍👩‍👧 👍🏽", "שלום \u{200F}abc"])
    func ordinaryText(text: String) {
        #expect(text.escapedForTerminal() == text)
    }

    @Test(
        "Controls become visible",
        arguments: [
            ("\u{1B}]0;title\u{07}", "\\u{1b}]0;title\\u{7}"), ("a\nb\r\n\tc", "a\\nb\\r\\n\\tc"), ("\u{0}", "\\u{0}"),
            ("\u{7F}", "\\u{7f}"), ("\u{9B}31m", "\\u{9b}31m"), ("a\u{202E}b", "a\\u{202e}b"),
            ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"), ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"),
        ])
    func controls(text: String, escaped: String) {
        #expect(text.escapedForTerminal() == escaped)
    }

    @Test("Only line feeds can be kept")
    func lineFeedsKept() {
        #expect("a\r\nb\u{1B}".escapedForTerminal(keepingLineFeeds: true) == "a\\r\nb\\u{1b}")
    }

    @Test("No scalar leaves a control behind")
    func everyScalar() {
        let all = (0...0x30FF).compactMap(Unicode.Scalar.init(_:))
        let escaped = String(String.UnicodeScalarView(all)).escapedForTerminal()
        #expect(!escaped.unicodeScalars.contains { $0.isTerminalControl })
        for scalar in all where !scalar.isTerminalControl {
            #expect(String(scalar).escapedForTerminal().unicodeScalars.elementsEqual([scalar]))
        }
    }

    @Test(
        "East Asian characters take two columns",
        arguments: [
            ("", 0), ("Home", 4), ("naïve – …", 9), ("心拍", 4), ("e\u{301}", 1), ("السلام", 6), ("ﾊﾝｶｸ", 4), ("Ａ", 2),
        ])
    func columns(text: String, columns: Int) {
        #expect(text.columns == columns)
    }
}
