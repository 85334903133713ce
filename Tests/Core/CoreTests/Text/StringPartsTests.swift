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
