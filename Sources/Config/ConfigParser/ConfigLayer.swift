import TOML

/// One file of a configuration. A layer's values override the layers below it.
struct ConfigLayer {
    /// The file's name in messages.
    let file: String
    /// The layer's index in the stack, from the bottom.
    var rank = 0
    let values: [String: TOMLNode]
    /// True if only the values of the look are used, and not the tabs, actions and programs.
    var isBackground = false
    /// True for the file `tabs.toml`, whose tabs may belong to another look.
    var isTabsFile = false

    /// The folder of the file; nil for a built-in look.
    var folder: String? { file.hasPrefix("/") ? file.lastIndex(of: "/").map { String(file[..<$0]) } : nil }

    /// A value at the top level of the file.
    func entry(_ key: String) -> ConfigEntry? {
        values[key].map { ConfigEntry($0, path: .root + key, layer: rank) }
    }
}

/// A place in one of the files.
struct SourceLocation {
    var path: ConfigPath
    /// The layer's rank.
    var layer: Int
    /// Counted from 1; nil for a file as a whole.
    var line: Int?
}

/// A read value, with its place.
struct Located<Value> {
    var value: Value
    var location: SourceLocation
}

/// An uninterpreted value of a file.
typealias ConfigEntry = Located<TOMLValue>

extension ConfigEntry {
    init(_ node: TOMLNode, path: ConfigPath, layer: Int) {
        let line = (node.keyPosition ?? node.position).line
        self.init(value: node.value, location: SourceLocation(path: path, layer: layer, line: line))
    }

    /// The members of a table; nil for any other value.
    var members: [String: ConfigEntry]? {
        guard case .table(let nodes) = value else { return nil }
        var entries: [String: ConfigEntry] = [:]
        for (key, node) in nodes { entries[key] = ConfigEntry(node, path: location.path + key, layer: location.layer) }
        return entries
    }

    /// The elements of an array; nil for any other value.
    var elements: [ConfigEntry]? {
        guard case .array(let nodes) = value else { return nil }
        return nodes.enumerated().map { index, node in
            ConfigEntry(
                node, path: location.path + (node.value.name.map { .name($0) } ?? .index(index)), layer: location.layer)
        }
    }

    /// The result of an interpretation, at the same place, if any.
    func map<Result>(_ read: (ConfigEntry) -> Result?) -> Located<Result>? {
        read(self).map { Located<Result>(value: $0, location: location) }
    }
}

extension TOMLValue {
    /// The name of a table: a tab's or an action's ID; nil for any other value.
    fileprivate var name: String? {
        guard case .table(let members) = self, case .string(let name)? = members["id"]?.value,
            ConfigPath.isBare(name)
        else { return nil }
        return name
    }
}

/// The keys and indices that lead from the root of a file to a value.
struct ConfigPath: Hashable, CustomStringConvertible {
    enum Step: Hashable {
        case key(String)
        /// Counted from 0.
        case index(Int)
        /// A table of an array, by its name.
        case name(String)
    }

    var steps: [Step] = []

    static let root = ConfigPath()

    static func + (path: ConfigPath, key: String) -> ConfigPath { ConfigPath(steps: path.steps + [.key(key)]) }
    static func + (path: ConfigPath, step: Step) -> ConfigPath { ConfigPath(steps: path.steps + [step]) }

    /// `tabs["news"].icon`. Keys that are not bare keys in TOML, and long ones, are quoted and truncated.
    var description: String {
        var text = ""
        for step in steps {
            switch step {
            case .index(let index): text += "[\(index)]"
            case .name(let name): text += "[\(name.quoted)]"
            case .key(let key): text += (text.isEmpty ? "" : ".") + (Self.isBare(key) ? key : key.quoted)
            }
        }
        return text
    }

    static func isBare(_ key: String) -> Bool {
        !key.isEmpty && key.utf8.count <= 64 && key.utf8.allSatisfy(isBareKeyCharacter)
    }

    static func isBareKeyCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
