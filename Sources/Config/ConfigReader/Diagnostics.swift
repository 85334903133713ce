// SPDX-License-Identifier: MIT
import TOMLText
import EditDistance
import TabConfig

/// Collects what is wrong with a configuration while it is read, so that all of it can be told at once. A value that is
/// wrong is read as nil, and reading goes on.
final class Diagnostics {
    private let layers: [ConfigLayer]
    private var errors: [(rank: Int, error: ConfigurationError)] = []

    /// As many as anybody reads.
    private static let most = 1000
    /// The longest text that a value may be, in bytes, and the most elements that a list may have.
    static let longestText = 1024
    static let longestList = 64

    init(_ layers: [ConfigLayer]) {
        self.layers = layers
    }

    /// What was found so far, in the order of the files and their lines.
    var found: [ConfigurationError] {
        let sorted = errors.enumerated().sorted { first, second in
            let (one, other) = (first.element, second.element)
            return (one.rank, one.error.line ?? 0, first.offset) < (other.rank, other.error.line ?? 0, second.offset)
        }
        let shown = sorted.prefix(Self.most).map(\.element.error)
        guard errors.count > Self.most, let last = shown.last else { return shown }
        return shown + [ConfigurationError(file: last.file, message: "and \(errors.count - Self.most) errors more")]
    }

    /// Reads something, and forgets what was wrong with it.
    ///
    /// - Returns: nil when anything was.
    func attempt<Value>(_ read: () -> Value) -> Value? {
        let count = errors.count
        let value = read()
        guard errors.count > count else { return value }
        errors.removeLast(errors.count - count)
        return nil
    }

    func add(_ message: String, at path: ConfigPath, in layer: Int) {
        guard layers.indices.contains(layer) else { return }
        let line = layers[layer].locator.line(of: path)
        errors.append(
            (
                layer,
                ConfigurationError(
                    file: layers[layer].file, line: line, path: path.description, message: message)
            ))
    }

    func add(_ message: String, at entry: Entry) {
        add(message, at: entry.path, in: entry.layer)
    }

    func add<Value>(_ message: String, at source: Located<Value>) {
        add(message, at: source.path, in: source.layer)
    }

    /// The line on which something stands.
    func line(of path: ConfigPath, in layer: Int) -> Int? {
        layers.indices.contains(layer) ? layers[layer].locator.line(of: path) : nil
    }

    func text(_ entry: Entry, isEmptyAllowed: Bool = false) -> String? {
        guard case .string(let text) = entry.value else { return wrong(entry, "a text") }
        guard text.utf8.count <= Self.longestText else {
            add("this text has \(text.utf8.count) bytes; allowed are \(Self.longestText)", at: entry)
            return nil
        }
        guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            add("line feeds, tabs and other control characters are not allowed", at: entry)
            return nil
        }
        guard isEmptyAllowed || !text.isEmpty else {
            add("this text may not be empty", at: entry)
            return nil
        }
        return text
    }

    func texts(_ entry: Entry, isEmptyAllowed: Bool = true) -> [String]? {
        guard let elements = list(entry, of: "texts") else { return nil }
        if elements.isEmpty, !isEmptyAllowed {
            add("this list may not be empty", at: entry)
            return nil
        }
        let texts = elements.map { text($0) }
        return texts.contains { $0 == nil } ? nil : texts.compactMap(\.self)
    }

    /// The elements of a list that is not too long.
    func list(_ entry: Entry, of what: String) -> [Entry]? {
        guard let elements = entry.elements else { return wrong(entry, "a list of \(what)") }
        guard elements.count <= Self.longestList else {
            add("this list has \(elements.count) \(what); allowed are \(Self.longestList)", at: entry)
            return nil
        }
        return elements
    }

    func flag(_ entry: Entry) -> Bool? {
        guard case .flag(let flag) = entry.value else { return wrong(entry, "true or false") }
        return flag
    }

    func number(_ entry: Entry, in range: ClosedRange<Double>, unit: String = "") -> Double? {
        let number: Double
        switch entry.value {
        case .integer(let value): number = Double(value)
        case .number(let value): number = value
        default: return wrong(entry, "a number")
        }
        guard range.contains(number) else {
            add(
                "\(number.spoken) is out of range; allowed: "
                    + Self.range(range.lowerBound.spoken, range.upperBound.spoken, unit), at: entry)
            return nil
        }
        return number
    }

    func integer(_ entry: Entry, in range: ClosedRange<Int>) -> Int? {
        guard case .integer(let number) = entry.value else { return wrong(entry, "a whole number") }
        guard range.contains(number) else {
            add(
                "\(number) is out of range; allowed: " + Self.range("\(range.lowerBound)", "\(range.upperBound)", ""),
                at: entry)
            return nil
        }
        return number
    }

    /// One of a few words.
    func word(_ entry: Entry, among words: [String]) -> String? {
        guard case .string(let text) = entry.value else { return wrong(entry, "one of: \(words.listed)") }
        guard words.contains(text) else {
            add("\(text.quoted) is not allowed; one of: \(words.listed)\(Self.hint(text, words))", at: entry)
            return nil
        }
        return text
    }

    func choice<Choice: RawRepresentable<String> & CaseIterable>(_ entry: Entry) -> Choice? {
        word(entry, among: Choice.allCases.map(\.rawValue)).flatMap(Choice.init(rawValue:))
    }

    /// The name of a tab, an action or a scene.
    func identifier(_ entry: Entry) -> String? {
        guard let text = text(entry) else { return nil }
        let isPlain = text.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        guard isPlain, text.utf8.count <= 64 else {
            add("\(text.quoted) is no name; allowed: up to 64 of the letters a–z and A–Z, digits, - _ .", at: entry)
            return nil
        }
        return text
    }

    /// A program and its arguments: a list, or one text for a program without arguments.
    func program(_ entry: Entry) -> [String]? {
        let words: [String]
        if case .string = entry.value {
            guard let name = text(entry) else { return nil }
            words = [name]
        } else {
            guard let elements = list(entry, of: "texts") else { return nil }
            let texts = elements.enumerated().map { text($1, isEmptyAllowed: $0 > 0) }
            guard !texts.contains(nil) else { return nil }
            words = texts.compactMap(\.self)
        }
        guard !words.isEmpty else {
            add("a program is missing; allowed: [\"program\", \"argument\", …]", at: entry)
            return nil
        }
        return words
    }

    /// Notes the keys of a table that there are not.
    func checkKeys(of members: [String: Entry], allowed: [String]) {
        for (key, entry) in members.sorted(by: { $0.key < $1.key }) where !allowed.contains(key) {
            unknownKey(entry, key, allowed: allowed)
        }
    }

    func unknownKey(_ entry: Entry, _ key: String, allowed: [String]) {
        if let near = Spelling.nearest(key, among: allowed) {
            add("there is no such key; did you mean \"\(near)\"?", at: entry)
        } else {
            add("there is no such key; there are: \(allowed.listed)", at: entry)
        }
    }

    /// Notes that a value is of the wrong type.
    func wrong<Value>(_ entry: Entry, _ expected: String) -> Value? {
        add("expected \(expected), not \(entry.value.spoken)", at: entry)
        return nil
    }

    /// `; did you mean "…"?`, or nothing.
    static func hint(_ word: String, _ candidates: [String]) -> String {
        Spelling.nearest(word, among: candidates).map { "; did you mean \"\($0)\"?" } ?? ""
    }

    private static func range(_ lower: String, _ upper: String, _ unit: String) -> String {
        "\(lower) to \(upper)" + (unit.isEmpty || unit.contains("–" as Character) ? "" : " \(unit)")
    }
}
