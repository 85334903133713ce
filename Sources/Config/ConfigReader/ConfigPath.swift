// SPDX-License-Identifier: MIT

/// The names that lead to a value of a TOML document, from the outside in.
struct ConfigPath: Hashable, CustomStringConvertible {
    enum Step: Hashable {
        case key(String)
        /// Counted from 0.
        case index(Int)
    }

    var steps: [Step] = []

    static let root = ConfigPath()

    static func + (path: ConfigPath, key: String) -> ConfigPath { ConfigPath(steps: path.steps + [.key(key)]) }
    static func + (path: ConfigPath, index: Int) -> ConfigPath { ConfigPath(steps: path.steps + [.index(index)]) }

    /// What it is part of; nil for the document.
    var parent: ConfigPath? { steps.isEmpty ? nil : ConfigPath(steps: steps.dropLast()) }

    /// `tabs[2].icon`; names that TOML wants in quotation marks stand in them, and long ones, cut.
    var description: String {
        var text = ""
        for step in steps {
            switch step {
            case .index(let index): text += "[\(index)]"
            case .key(let key): text += (text.isEmpty ? "" : ".") + (Self.isBare(key) ? key : key.quoted)
            }
        }
        return text
    }

    private static func isBare(_ key: String) -> Bool {
        !key.isEmpty && key.utf8.count <= 64 && key.utf8.allSatisfy(isBare)
    }

    /// Whether TOML allows a character in a name without quotation marks.
    static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
