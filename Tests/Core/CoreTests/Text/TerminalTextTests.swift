import Text
import Testing

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
