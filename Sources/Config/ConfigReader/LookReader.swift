// SPDX-License-Identifier: MIT
import TOMLText
import EditDistance
import ShellModel

/// Puts a look together from the values that files give to ``Look/keys``, in the order of the files.
struct LookReader {
    private var look = Look()
    private var light = PaletteExpressions(Look().light)
    private var dark = PaletteExpressions(Look().dark)
    private let problems: Diagnostics

    private static let keys = Dictionary(uniqueKeysWithValues: Look.keys.map { ($0.path, $0) })
    /// The names of each table's keys; those that stand outside of all tables are under the empty name.
    private static let names: [String: [String]] = {
        var names: [String: [String]] = [:]
        for key in Look.keys {
            let parts = key.path.split(separator: ".", maxSplits: 1)
            names[parts.count == 2 ? String(parts[0]) : "", default: []].append(String(parts.last ?? ""))
        }
        return names
    }()
    /// The tables, in the order of the reference.
    static let tables: [String] = Look.keys.reduce(into: []) { tables, key in
        guard let dot = key.path.firstIndex(of: ".") else { return }
        let table = String(key.path[..<dot])
        if tables.last != table, !tables.contains(table) { tables.append(table) }
    }
    static let looseKeys = names[""] ?? []

    init(_ problems: Diagnostics) {
        self.problems = problems
    }

    /// Takes the values of a layer over those that were there.
    ///
    /// - Parameter others: the names at the outermost level that are not the look's.
    mutating func take(_ layer: ConfigLayer, others: [String]) {
        for key in layer.values.keys.sorted() where !others.contains(key) {
            guard let entry = layer.entry(key) else { continue }
            if let names = Self.names[key], !key.isEmpty {
                take(entry, names)
            } else if let known = Self.keys[key] {
                set(known, entry)
            } else {
                unknown(entry, key, allowed: others + Self.looseKeys + Self.tables, prefix: "")
            }
        }
    }

    /// The look, with its colours resolved.
    func finished(name: String) -> Look {
        var look = look
        look.name = name
        look.light = light.resolved(problems)
        look.dark = dark.resolved(problems)
        return look
    }

    private mutating func take(_ table: Entry, _ names: [String]) {
        guard let members = table.members else {
            let _: Never? = problems.wrong(table, "a table with the keys: \(names.listed)")
            return
        }
        for (name, entry) in members.sorted(by: { $0.key < $1.key }) {
            if let key = Self.keys["\(table.path).\(name)"] {
                set(key, entry)
            } else {
                unknown(entry, name, allowed: names, prefix: "\(table.path).")
            }
        }
    }

    private func unknown(_ entry: Entry, _ key: String, allowed: [String], prefix: String) {
        if let near = Spelling.nearest(key, among: allowed) {
            return problems.add("there is no such key; did you mean \((prefix + near).quoted)?", at: entry)
        }
        // Somebody may have left out the table's name, or taken another table for it.
        let complete = Look.keys.map(\.path).filter { $0.hasSuffix(".\(key)") }
        guard complete.isEmpty else {
            let choices = complete.map(\.quoted).joined(separator: " or ")
            return problems.add("there is no such key; did you mean \(choices)?", at: entry)
        }
        problems.add("there is no such key; there are: \(allowed.listed)", at: entry)
    }

    private mutating func set(_ key: LookKey, _ entry: Entry) {
        switch key.kind {
        case .number(let place, let range):
            if let number = problems.number(entry, in: range, unit: key.unit) { look[keyPath: place] = number }
        case .integer(let place, let range):
            if let number = problems.integer(entry, in: range) { look[keyPath: place] = number }
        case .flag(let place):
            if let flag = problems.flag(entry) { look[keyPath: place] = flag }
        case .text(let place):
            if let text = problems.text(entry, isEmptyAllowed: true) { look[keyPath: place] = text }
        case .texts(let place):
            if let texts = problems.texts(entry, isEmptyAllowed: false) { look[keyPath: place] = texts }
        case .choice(let choice):
            if let word = problems.word(entry, among: choice.cases) { _ = choice.set(&look, word) }
        case .transition(let token):
            if let motion = MotionReader(problems).read(entry, over: look.motion[token]) { look.motion[token] = motion }
        case .color(let appearance, let token):
            guard let expression = color(entry) else { return }
            switch appearance {
            case .light: light.set(token, expression, at: entry)
            case .dark: dark.set(token, expression, at: entry)
            }
        }
    }

    private func color(_ entry: Entry) -> ColorExpression? {
        guard case .string(let text) = entry.value else {
            return problems.wrong(entry, "a colour; \(ColorExpression.allowed)")
        }
        if let expression = ColorExpression(text: text) { return expression }
        let name = text.split(separator: " ").first.map(String.init) ?? ""
        let hint = Diagnostics.hint(name, ColorExpression.names)
        problems.add("\(text.quoted) is no colour; \(ColorExpression.allowed)\(hint)", at: entry)
        return nil
    }
}
