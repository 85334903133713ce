/// The footnotes of a document: `[^name]`, and `[^name]: text` at a paragraph's start. Numbers follow the first references.
struct Footnotes {
    private var names: Set<String> = []
    private var numbers: [String: Int] = [:]
    private var texts: [(number: Int, text: [Span])] = []

    var isEmpty: Bool { texts.isEmpty }
    var sorted: [(number: Int, text: [Span])] { texts.sorted { $0.number < $1.number } }

    /// Notes the footnotes of Markdown, each as its own paragraph: CommonMark takes one of a single word for a link's address.
    mutating func separate(_ text: String) -> String {
        guard text.utf8.contains(0x5E) else { return text }
        var isFenced = false
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            let start = line.drop { $0 == " " }
            if start.hasPrefix("```") || start.hasPrefix("~~~") { isFenced.toggle() }
            guard !isFenced, let name = Self.name(line), line.dropFirst(name.count + 3).first == ":" else {
                return String(line)
            }
            names.insert(name)
            return "\n\\\(line)"
        }
        return names.isEmpty ? text : lines.joined(separator: "\n")
    }

    /// The text with the numbers of the footnotes for their names.
    mutating func numbered(_ spans: [Span]) -> [Span] {
        guard !names.isEmpty else { return spans }
        return spans.map { span in
            guard !span.style.contains(.code) else { return span }
            var (result, rest) = (span, span.text[...])
            result.text = ""
            while let start = rest.firstIndex(of: "[") {
                result.text += rest[..<start]
                rest = rest[start...]
                guard let name = Self.name(rest), names.contains(name) else {
                    result.text.append("[")
                    rest = rest.dropFirst()
                    continue
                }
                result.text += "[\(number(of: name))]"
                rest = rest.dropFirst(name.count + 3)
            }
            result.text += rest
            return result
        }
    }

    /// Takes a paragraph if it is a footnote.
    mutating func add(_ text: [Span]) -> Bool {
        guard !names.isEmpty, var first = text.first, first.text.hasPrefix("["),
            let end = first.text.firstIndex(of: "]"), let number = Int(first.text[..<end].dropFirst()),
            first.text[end...].hasPrefix("]: ") || first.text[end...] == "]:"
        else { return false }
        first.text = String(first.text[end...].dropFirst(3))
        texts.append((number, [first] + text.dropFirst()))
        return true
    }

    private mutating func number(of name: String) -> Int {
        let number = numbers[name] ?? numbers.count + 1
        numbers[name] = number
        return number
    }

    /// The name of the footnote at the start of a text.
    private static func name(_ text: Substring) -> String? {
        guard text.hasPrefix("[^"), let end = text.prefix(100).firstIndex(of: "]") else { return nil }
        let name = text[..<end].dropFirst(2)
        return name.isEmpty || name.contains(where: \.isWhitespace) ? nil : String(name)
    }
}
