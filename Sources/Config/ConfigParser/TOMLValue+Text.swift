import TOML

extension TOMLValue {
    /// The value as TOML on one line.
    var toml: String {
        switch self {
        case .string(let text): return Self.quoted(text)
        case .integer(let number): return "\(number)"
        case .float(let number): return number.formatted
        case .boolean(let flag): return "\(flag)"
        case .dateTime(let time): return time
        case .array(let elements): return "[\(elements.map(\.value.toml).joined(separator: ", "))]"
        case .table(let members): return "{ \(Self.lines(members).joined(separator: ", ")) }"
        }
    }

    /// `key = value` for each member of a table: first the keys of motions and tabs in the order of the reference.
    static func lines(_ members: [String: TOMLNode]) -> [String] {
        let known = (MotionReader.keys + KeyNames.topLevel + KeyNames.tab)
            .filter { members[$0] != nil }
        return (known + members.keys.filter { !known.contains($0) }.sorted()).compactMap { key in
            let isBare = !key.isEmpty && key.utf8.allSatisfy(ConfigPath.isBareKeyCharacter)
            return members[key].map { "\(isBare ? key : quoted(key)) = \($0.value.toml)" }
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

extension TOMLNode {
    /// A value outside any document.
    init(_ value: TOMLValue) {
        self.init(value: value, position: TOMLPosition(line: 1, column: 1), keyPosition: nil)
    }
}
