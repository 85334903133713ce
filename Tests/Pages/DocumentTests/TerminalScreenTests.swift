import DocumentText
import Foundation
import TestSupport
import Testing

@Suite struct TerminalScreenTests {
    /// The screens of a table, or with the texts alone of the one that Tests/Pages/compare-screens makes.
    @Test func screensAreThoseOfTheTable() throws {
        let path = ProcessInfo.processInfo.environment["TABSHELL_SCREENS"]
        try Self.compare(path.map { URL(filePath: $0) } ?? Repository.file("Tests/Pages/screens.txt")) { text in
            TerminalScreen(text).blocks.map { line in
                guard path != nil else { return line.spans.map(Self.markup).joined() }
                return String(line.text.reversed().drop { $0 == " " }.reversed())
            }
        }
    }

    /// Compares the lines of each text in a table.
    static func compare(_ file: URL, _ lines: (String) -> [String]) throws {
        for row in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where !row.hasPrefix("#") {
            let columns = row.components(separatedBy: " => ")
            #expect(lines(text(columns[0])).joined(separator: "⏎") == columns.last, "\(columns[0])")
        }
    }

    /// A text with its escapes as in Python's literals of bytes.
    private static func text(_ escaped: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(escaped.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let name = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            let code: [Character: UInt8] = ["n": 0x0A, "r": 0x0D, "t": 0x09, "\\": 0x5C]
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            bytes.append(code[Character(Unicode.Scalar(name))] ?? UInt8(digits, radix: 16) ?? 0)
            if name == UInt8(ascii: "x") { rest = rest.dropFirst(2) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A span as `<styles|text>`; plain text alone.
    static func markup(_ span: Span) -> String {
        let styles = zip(["bold", "italic", "code", "strike", "underline"], 0...)
        var names = styles.filter { span.style.contains(Span.Style(rawValue: 1 << $1)) }.map(\.0)
        names += [span.color.map { "\($0)" }, span.background.map { "on-\($0)" }, span.link].compactMap(\.self)
        return names.isEmpty ? span.text : "<\(names.joined(separator: " "))|\(span.text)>"
    }
}
