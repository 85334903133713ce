import Localization
import ShellModel
import TOML

/// Makes a look from the files' values for ``Look/keys``, from the bottom layer to the top.
struct LookReader {
    private var look = Look()
    private var light = PaletteExpressions(Look().light)
    private var dark = PaletteExpressions(Look().dark)
    private let diagnostics: Diagnostics

    private static let keys = Dictionary(uniqueKeysWithValues: Look.keys.map { ($0.path, $0) })
    private static let tables = Look.keyGroups.compactMap(\.name)
    private static let topLevelKeys = Look.keys.filter { $0.group == nil }.map(\.name)

    init(_ diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
    }

    /// Overrides the values with a layer's. `others` are the top-level keys besides the look's.
    mutating func apply(_ layer: ConfigLayer, ignoring others: [String]) {
        if let entry = layer.entry("accent"), let accent = color(entry) {
            light.set(.accent, accent, at: entry.location)
            dark.set(.accent, accent, at: entry.location)
        }
        for key in layer.values.keys.sorted() where !others.contains(key) {
            guard let entry = layer.entry(key) else { continue }
            if key == "motion", case .string = entry.value {
                if let motion: Reduction = diagnostics.enumValue(entry) { look.reducesMotion = motion == .reduced }
            } else if let table = Look.keyGroups.first(where: { $0.name == key }) {
                apply(table: entry, table.keys.map(\.name))
            } else if let known = Self.keys[key] {
                set(known, entry)
            } else {
                addUnknownKey(entry, key, allowed: others + Self.topLevelKeys + Self.tables, prefix: "")
            }
        }
    }

    func resolvedLook(name: String) -> Look {
        var look = look
        look.name = name
        look.light = light.resolved(diagnostics, ink: RGBA(0x302E44))
        look.dark = dark.resolved(diagnostics, ink: RGBA(0xFFFFFF))
        return look
    }

    private mutating func apply(table: ConfigEntry, _ names: [String]) {
        guard let members = table.members else {
            let _: Never? = diagnostics.typeMismatch(
                table, expected: localized("a table with the keys: \(names.listed)"))
            return
        }
        for (name, entry) in members.sorted(by: { $0.key < $1.key }) {
            if let key = Self.keys["\(table.location.path).\(name)"] {
                set(key, entry)
            } else {
                addUnknownKey(entry, name, allowed: names, prefix: "\(table.location.path).")
            }
        }
    }

    private func addUnknownKey(_ entry: ConfigEntry, _ key: String, allowed: [String], prefix: String) {
        // The table's name may be missing, or name another table.
        let paths = (Look.keys.map(\.path) + KeyNames.accessibility.map { "accessibility.\($0)" }).filter {
            $0.hasSuffix(".\(key)")
        }
        guard paths.isEmpty else {
            let choices = alternatives(paths.map(\.quoted))
            return diagnostics.add(localized("unknown key; did you mean \(choices)?"), at: entry)
        }
        diagnostics.addUnknownKey(key, at: entry, allowed: allowed, prefix: prefix)
    }

    private mutating func set(_ key: LookKey, _ entry: ConfigEntry) {
        switch key.kind {
        case .number(let path, let range):
            if let number = diagnostics.number(entry, in: range, unit: key.unit) { look[keyPath: path] = number }
        case .integer(let path, let range):
            if let number = diagnostics.integer(entry, in: range) { look[keyPath: path] = number }
        case .flag(let path):
            if let flag = diagnostics.boolean(entry) { look[keyPath: path] = flag }
        case .text(let path):
            if let text = diagnostics.text(entry, isEmptyAllowed: true) { look[keyPath: path] = text }
        case .texts(let path):
            if let texts = diagnostics.texts(entry, isEmptyAllowed: false) { look[keyPath: path] = texts }
        case .choice(let choice):
            // A value's earlier name is not among the cases.
            if case .string(let word) = entry.value, choice.set(&look, word) { return }
            if let word = diagnostics.enumValue(entry, among: choice.cases) { _ = choice.set(&look, word) }
        case .transition(let token):
            let reader = MotionReader(diagnostics: diagnostics)
            if let motion = reader.read(entry, over: look.motion[token]) { look.motion[token] = motion }
        case .color(let appearance, let token):
            guard let expression = color(entry) else { return }
            switch appearance {
            case .light: light.set(token, expression, at: entry.location)
            case .dark: dark.set(token, expression, at: entry.location)
            }
        }
    }

    private func color(_ entry: ConfigEntry) -> ColorExpression? {
        guard case .string(let text) = entry.value else {
            return diagnostics.typeMismatch(entry, expected: localized("a colour; \(ColorExpression.allowed)"))
        }
        if let expression = ColorExpression(text: text) { return expression }
        let name = text.split(separator: " ").first.map(String.init) ?? ""
        let suggestion = Diagnostics.suggestion(name, ColorExpression.names)
        return diagnostics.reject(
            localized("\(text.quoted) is not a colour; \(ColorExpression.allowed)\(suggestion)"), at: entry)
    }
}
