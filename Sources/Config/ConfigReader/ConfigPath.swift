// SPDX-License-Identifier: MIT

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
    static func + (path: ConfigPath, index: Int) -> ConfigPath { ConfigPath(steps: path.steps + [.index(index)]) }

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
