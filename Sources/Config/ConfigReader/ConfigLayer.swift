// SPDX-License-Identifier: MIT
import TOMLText
import TabConfig

/// One file of those that make a configuration; the later ones go over the earlier ones.
struct ConfigLayer {
    /// As a person calls it.
    var file: String
    /// Counted from 0, from the bottom.
    var rank = 0
    var values: [String: ConfigValue]
    var locator: KeyLocator
    /// Whether only the look's values count, and not the tabs, the actions and the rest.
    var isBackground = false

    init(file: String, values: [String: ConfigValue], locator: KeyLocator) {
        self.file = file
        self.values = values
        self.locator = locator
    }

    /// What stands at the outermost level.
    func entry(_ key: String) -> Entry? {
        values[key].map { Entry(value: $0, path: .root + key, layer: rank) }
    }
}

/// A value, and where it comes from.
struct Entry {
    var value: ConfigValue
    var path: ConfigPath
    /// The layer's rank.
    var layer: Int

    /// The members of a table; nil for anything else.
    var members: [String: Entry]? {
        guard case .table(let values) = value else { return nil }
        return Dictionary(
            uniqueKeysWithValues: values.map { ($0, Entry(value: $1, path: path + $0, layer: layer)) })
    }

    /// The elements of an array; nil for anything else.
    var elements: [Entry]? {
        guard case .array(let values) = value else { return nil }
        return values.enumerated().map { Entry(value: $1, path: path + $0, layer: layer) }
    }
}

/// Something that has been read, and where it came from.
struct Located<Value> {
    var value: Value
    var path: ConfigPath
    var layer: Int

    init(_ value: Value, _ entry: Entry) {
        self.value = value
        path = entry.path
        layer = entry.layer
    }
}
