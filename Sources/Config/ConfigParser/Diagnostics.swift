import Text
import Localization
import ShellModel
import TOML
import ShellConfig

/// Collects the errors of a configuration, to report all at once. Functions that read a value return nil for an invalid one.
final class Diagnostics {
    private let layers: [ConfigLayer]
    private var collected: [(layer: Int, error: ConfigurationError)] = []

    private static let maximumErrors = 1000
    /// The maximum length of a text, bytes of UTF-8.
    static let maximumTextSize = 1024
    /// The maximum length of a pattern for app-ids, bytes.
    private static let maximumPatternSize = 255
    static let maximumListCount = 64

    init(_ layers: [ConfigLayer]) {
        self.layers = layers
    }

    /// The errors so far, in the order of the files and their lines.
    var errors: [ConfigurationError] {
        let sorted = collected.enumerated().sorted { first, second in
            let (one, other) = (first.element, second.element)
            return (one.layer, one.error.line ?? 0, first.offset) < (other.layer, other.error.line ?? 0, second.offset)
        }
        let reported = sorted.prefix(Self.maximumErrors).map(\.element.error)
        guard sorted.count > reported.count, let last = reported.last else { return reported }
        return reported + [
            ConfigurationError(file: last.file, message: localized("and \(sorted.count - reported.count) more errors"))
        ]
    }

    func add(_ message: String, at location: SourceLocation) {
        guard layers.indices.contains(location.layer) else { return }
        let error = ConfigurationError(
            file: layers[location.layer].file, line: location.line, path: location.path.description, message: message)
        collected.append((location.layer, error))
    }

    func add<Value>(_ message: String, at located: Located<Value>) {
        add(message, at: located.location)
    }

    /// Reports an invalid value, and returns nil.
    func reject<Value>(_ message: String, at located: Located<some Any>) -> Value? {
        add(message, at: located)
        return nil
    }

    /// Reports a value of the wrong type, and returns nil.
    func typeMismatch<Value>(_ entry: ConfigEntry, expected: String, instead line: String? = nil) -> Value? {
        reject(localized("expected \(expected), not \(entry.value.described)") + Self.write(line), at: entry)
    }

    /// `; write …`, or nothing.
    static func write(_ line: String?) -> String { line.map { localized("; write \($0)") } ?? "" }

    /// Reports the unknown keys of a table, and returns its members.
    func members(_ entry: ConfigEntry, allowed: [String]) -> [String: ConfigEntry]? {
        guard let members = entry.members else {
            return typeMismatch(entry, expected: localized("a table with the keys: \(allowed.listed)"))
        }
        checkKeys(of: members, allowed: allowed)
        return members
    }

    func checkKeys(of members: [String: ConfigEntry], allowed: [String]) {
        for (key, entry) in members.sorted(by: { $0.key < $1.key }) where !allowed.contains(key) {
            addUnknownKey(key, at: entry, allowed: allowed)
        }
    }

    /// Reports a key. `prefix` is the table's path and a dot, for the suggestion.
    func addUnknownKey(_ key: String, at entry: ConfigEntry, allowed: [String], prefix: String = "") {
        if entry.location.path.steps.count > 1, KeyNames.topLevel.contains(key) {
            return add(localized("unknown key; move it above the first [table]"), at: entry)
        }
        let match = KeyNames.meant(by: entry.location.path) ?? Spelling.nearest(key, among: allowed)
        add(
            match.map { localized("unknown key; did you mean \((prefix + $0).quoted)?") }
                ?? localized("unknown key; available: \(allowed.listed)"), at: entry)
    }

    /// `; did you mean "…"?`, or nothing.
    static func suggestion(_ name: String, _ candidates: [String]) -> String {
        Spelling.nearest(name, among: candidates).map { localized("; did you mean \"\($0)\"?") } ?? ""
    }

    /// The message for an unknown name, such as `there is no tab "hmoe"; …`. `missing` is the message without the known names.
    static func unknownName(_ missing: String, _ name: String, _ known: [String]) -> String {
        let there = known.isEmpty ? localized("none is defined") : localized("available: \(known.listed)")
        return "\(missing); \(there)\(suggestion(name, known))"
    }

    func text(_ entry: ConfigEntry, isEmptyAllowed: Bool = false) -> String? {
        guard case .string(let text) = entry.value else { return typeMismatch(entry, expected: localized("a text")) }
        guard text.utf8.count <= Self.maximumTextSize else {
            return reject(
                localized("this text has \(text.utf8.count) bytes; allowed: \(Self.maximumTextSize)"), at: entry)
        }
        guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            return reject(localized("line feeds, tabs and other control characters are not allowed"), at: entry)
        }
        guard isEmptyAllowed || !text.isEmpty else {
            return reject(localized("this text may not be empty"), at: entry)
        }
        return text
    }

    func texts(_ entry: ConfigEntry, isEmptyAllowed: Bool = true) -> [String]? {
        values(entry, of: localized("texts"), isEmptyAllowed: isEmptyAllowed) { text($0) }
    }

    /// The values of a list; nil if one is invalid.
    func values<Value>(
        _ entry: ConfigEntry, of elementKind: String, isEmptyAllowed: Bool = true, _ read: (ConfigEntry) -> Value?
    ) -> [Value]? {
        guard let elements = list(entry, of: elementKind) else { return nil }
        guard isEmptyAllowed || !elements.isEmpty else {
            return reject(localized("this list may not be empty"), at: entry)
        }
        let values = elements.compactMap(read)
        return values.count == elements.count ? values : nil
    }

    func list(_ entry: ConfigEntry, of elementKind: String) -> [ConfigEntry]? {
        guard let elements = entry.elements else {
            let isTable = entry.members != nil && KeyNames.tables.contains(entry.location.path.description)
            return typeMismatch(
                entry, expected: localized("a list of \(elementKind)"),
                instead: isTable ? "[[\(entry.location.path)]]" : nil)
        }
        guard elements.count <= Self.maximumListCount else {
            return reject(
                localized("this list has \(elements.count) \(elementKind); allowed: \(Self.maximumListCount)"),
                at: entry)
        }
        return elements
    }

    func boolean(_ entry: ConfigEntry) -> Bool? {
        guard case .boolean(let flag) = entry.value else {
            return typeMismatch(entry, expected: localized("true or false"))
        }
        return flag
    }

    func number(_ entry: ConfigEntry, in range: ClosedRange<Double>, unit: String = "") -> Double? {
        let number: Double
        switch entry.value {
        case .integer(let value): number = Double(value)
        case .float(let value): number = value
        default: return typeMismatch(entry, expected: localized("a number"), instead: entry.value.numeral)
        }
        guard range.contains(number) else {
            let allowed = Self.range(range.lowerBound.formatted, range.upperBound.formatted, unit)
            return reject(localized("\(number.formatted) is out of range; allowed: \(allowed)"), at: entry)
        }
        return number
    }

    /// A time in seconds, or "off".
    func timeout(_ entry: ConfigEntry, in range: ClosedRange<Double>) -> Double?? {
        guard case .string(let text) = entry.value else { return number(entry, in: range, unit: "s").map { .some($0) } }
        guard text == "off" else {
            return reject(localized("\(text.quoted) is not allowed; a number of s, or \"off\""), at: entry)
        }
        return .some(nil)
    }

    func integer(_ entry: ConfigEntry, in range: ClosedRange<Int>) -> Int? {
        guard case .integer(let number) = entry.value else {
            return typeMismatch(entry, expected: localized("a whole number"), instead: entry.value.numeral)
        }
        guard range.contains(number) else {
            let allowed = Self.range("\(range.lowerBound)", "\(range.upperBound)", "")
            return reject(localized("\(number) is out of range; allowed: \(allowed)"), at: entry)
        }
        return number
    }

    func enumValue(_ entry: ConfigEntry, among cases: [String]) -> String? {
        guard case .string(let text) = entry.value else {
            return typeMismatch(entry, expected: localized("one of: \(cases.listed)"))
        }
        guard cases.contains(text) else {
            return reject(
                localized("\(text.quoted) is not allowed; one of: \(cases.listed)\(Self.suggestion(text, cases))"),
                at: entry)
        }
        return text
    }

    func enumValue<Value: RawRepresentable<String> & CaseIterable>(_ entry: ConfigEntry) -> Value? {
        enumValue(entry, among: Value.allCases.map(\.rawValue)).flatMap(Value.init(rawValue:))
    }

    /// An appearance; the inner nil stands for the last selected one.
    func appearance(_ entry: ConfigEntry) -> Appearance?? {
        enumValue(entry, among: Appearance.allCases.map(\.rawValue) + ["auto"]).map { Appearance(rawValue: $0) }
    }

    /// The path of a file: absolute, below `~/`, or relative to the file that names it.
    func path(_ entry: ConfigEntry) -> String? {
        guard let path = text(entry) else { return nil }
        if path.hasPrefix("/") || path.hasPrefix("~/") { return path }
        return layers[entry.location.layer].folder.map { "\($0)/\(path)" } ?? path
    }

    /// The name of a tab or an action.
    func identifier(_ entry: ConfigEntry) -> String? {
        guard let text = text(entry) else { return nil }
        let isPlain = text.utf8.allSatisfy { $0 == UInt8(ascii: ".") || ConfigPath.isBareKeyCharacter($0) }
        guard ![".", ".."].contains(text) else {
            return reject(localized("\(text.quoted) is not a valid name, since every folder has it"), at: entry)
        }
        guard isPlain, text.utf8.count <= 64 else {
            return reject(
                localized(
                    "\(text.quoted) is not a valid name; allowed: up to 64 of the letters a–z and A–Z, digits, - _ ."),
                at: entry)
        }
        return text
    }

    /// A program and its arguments: a list, or one text for a program without arguments.
    func program(_ entry: ConfigEntry) -> [String]? {
        if case .string(let line) = entry.value, line.contains(" ") {
            let list = TOMLValue.array(ShellWords.split(line).map { TOMLNode(.string($0)) }).toml
            return reject(localized("a program and its arguments are a list: \(list)"), at: entry)
        }
        if case .string = entry.value { return text(entry).map { [$0] } }
        guard let elements = list(entry, of: localized("texts")) else { return nil }
        let texts = elements.enumerated().map { text($1, isEmptyAllowed: $0 > 0) }
        guard !texts.contains(nil) else { return nil }
        guard !texts.isEmpty else {
            return reject(localized("a program is missing; allowed: [\"program\", \"argument\", …]"), at: entry)
        }
        return texts.compactMap(\.self)
    }

    func webAddress(_ entry: ConfigEntry) -> WebAddress? {
        guard let text = text(entry) else { return nil }
        do throws(WebAddressError) {
            return try WebAddress(text)
        } catch {
            let complete = (try? WebAddress(completing: text)).map { _ in "https://\(text)".quoted }
            return reject(
                localized("\(text.quoted) is not the address of a web page: \(error.reason)") + Self.write(complete),
                at: entry)
        }
    }

    /// Browsers: names of their programs, or paths.
    func browsers(_ entry: ConfigEntry) -> [String]? {
        let known = Browser.allCases.flatMap(\.names)
        return values(entry, of: localized("browsers"), isEmptyAllowed: false) { element in
            guard let text = text(element) else { return nil }
            guard Browser(program: text) != nil, !text.contains(","), !text.contains("/") || text.hasPrefix("/") else {
                return reject(
                    localized(
                        """
                        \(text.quoted) is not a browser that can show a page as a tab; expected the name or the absolute path of \
                        one of: \(known.listed)\(Self.suggestion(text, known))
                        """), at: element)
            }
            return text
        }
    }

    func appIDs(_ entry: ConfigEntry) -> [AppIDPattern]? {
        if case .string = entry.value { return appID(entry).map { [$0] } }
        guard entry.elements != nil else {
            return typeMismatch(entry, expected: localized("a text or a list of texts"))
        }
        return values(entry, of: localized("texts"), isEmptyAllowed: false, appID)
    }

    private func appID(_ entry: ConfigEntry) -> AppIDPattern? {
        guard let text = text(entry) else { return nil }
        guard text.utf8.count <= Self.maximumPatternSize else {
            return reject(
                localized("this pattern has \(text.utf8.count) bytes; allowed: \(Self.maximumPatternSize)"),
                at: entry)
        }
        // Other shells' patterns would be taken literally, and match nothing.
        guard !text.contains(where: { "[]{}\\".contains($0) }) else {
            return reject(
                localized(
                    "\(text.quoted) has brackets, braces or a backslash; patterns have only * and ?, and ? stands for any of these"
                ),
                at: entry)
        }
        return AppIDPattern(text)
    }

    private static func range(_ lower: String, _ upper: String, _ unit: String) -> String {
        localized("\(lower) to \(upper)") + (unit.isEmpty || unit.contains("–" as Character) ? "" : " \(unit)")
    }
}
