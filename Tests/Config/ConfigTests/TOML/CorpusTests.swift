import Foundation
import TOML
import Testing

/// The corpus of toml-test, which Debian installs with golang-github-burntsushi-toml-dev (see scripts/setup).
@Suite struct CorpusTests {
    private static let folder = "/usr/share/gocode/src/github.com/BurntSushi/toml/internal/toml-test/tests"

    /// The cases of TOML 1.1, which the parser refuses. The corpus of Debian 12 has the first.
    private static let newerCases: Set = [
        "valid/string/escape-esc", "valid/string/hex-escape", "valid/datetime/no-seconds", "valid/inline-table/newline",
        "valid/inline-table/newline-comment", "valid/spec-1.1.0/common-12", "valid/spec-1.1.0/common-29",
        "valid/spec-1.1.0/common-31", "valid/spec-1.1.0/common-34", "valid/spec-1.1.0/common-47",
    ]

    /// The names of the cases in one half of the corpus, without `.toml`.
    private static func cases(_ half: String) -> [String] {
        let files = FileManager.default.enumerator(atPath: "\(folder)/\(half)")?.compactMap { $0 as? String } ?? []
        return files.filter { $0.hasSuffix(".toml") }.map { "\(half)/\($0.dropLast(5))" }.sorted()
    }

    private static func content(of name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
    }

    @Test func corpusIsComplete() {
        #expect(Self.cases("valid").count >= 100, "run scripts/setup test")
        #expect(Self.cases("invalid").count >= 234, "run scripts/setup test")
    }

    @Test(arguments: cases("valid"))
    func validDocumentHasExpectedValues(_ name: String) throws {
        let json = try JSONSerialization.jsonObject(with: Data(Self.content(of: "\(name).json")))
        let expected = try #require(json as? [String: Any])
        let differences: [String]
        do throws(TOMLError) {
            differences = Self.differences(try TOMLDocument(parsing: Self.bytes(of: name)).root, expected, at: "")
        } catch {
            differences = ["\(error.position.line):\(error.position.column): \(error.message)"]
        }
        #expect(differences.isEmpty != Self.newerCases.contains(name), "\(differences)")
    }

    @Test(arguments: cases("invalid"))
    func invalidDocumentIsRefusedWithPosition(_ name: String) throws {
        let bytes = Self.bytes(of: name)
        let refusal = try #require(throws: TOMLError.self) { _ = try TOMLDocument(parsing: bytes) }
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        #expect((1...lines).contains(refusal.position.line) && refusal.position.column >= 1, "\(refusal)")
        #expect(!refusal.message.isEmpty)
    }

    private static func bytes(of name: String) -> [UInt8] {
        (try? content(of: "\(name).toml")) ?? []
    }

    // MARK: - The tagged JSON of toml-test

    private static func differences(_ root: [String: TOMLNode], _ expected: [String: Any], at path: String) -> [String]
    {
        guard Set(root.keys) == Set(expected.keys) else {
            return ["\(path): the keys are \(root.keys.sorted()), not \(expected.keys.sorted())"]
        }
        return root.flatMap { key, node in
            (expected[key].map { differences(node.value, $0, at: "\(path).\(key)") } ?? [])
                + ((node.keyPosition?.line ?? 0) < 1 || node.position.line < 1 ? ["\(path).\(key): no position"] : [])
        }
    }

    private static func differences(_ value: TOMLValue, _ expected: Any, at path: String) -> [String] {
        switch (value, expected) {
        case (.array(let elements), let others as [Any]):
            guard elements.count == others.count else { return ["\(path): \(elements.count) elements"] }
            return zip(elements, others).enumerated().flatMap { index, pair in
                differences(pair.0.value, pair.1, at: "\(path)[\(index)]")
            }
        case (.table(let members), let others as [String: Any]):
            return differences(members, others, at: path)
        case (_, let tagged as [String: String]):
            guard let type = tagged["type"], let text = tagged["value"], isEqual(value, type, text) else { break }
            return []
        default: break
        }
        return ["\(path): \(value), not \(expected)"]
    }

    private static func isEqual(_ value: TOMLValue, _ type: String, _ text: String) -> Bool {
        switch (value, type) {
        case (.string(let string), "string"): string.utf8.elementsEqual(text.utf8)
        case (.integer(let number), "integer"): number == Int(text)
        case (.float(let number), "float"):
            Double(text).map { number.isNaN ? $0.isNaN : number == $0 } ?? false
        case (.boolean(let flag), "bool"): flag == Bool(text)
        case (.dateTime(let time), _): tag(of: time) == type && time == normalized(text)
        default: false
        }
    }

    /// The type of a date or time in the corpus.
    private static func tag(of text: String) -> String {
        guard text.contains(":") else { return "date-local" }
        guard let time = text.split(separator: "T").dropFirst().first else { return "time-local" }
        return time.contains { "Z+-".contains($0) } ? "datetime" : "datetime-local"
    }

    /// Without zeros at the end of the fraction.
    private static func normalized(_ text: String) -> String {
        guard let dot = text.firstIndex(of: ".") else { return text }
        let end = text[text.index(after: dot)...].firstIndex { !$0.isNumber } ?? text.endIndex
        var fraction = text[dot..<end]
        while let last = fraction.last, last == "0" || last == "." { fraction.removeLast() }
        return String(text[..<dot] + fraction + text[end...])
    }
}
