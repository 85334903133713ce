/// The content of a key file, the format of desktop entries, icon themes and settings: groups of keys with a value each. Of a
/// key or a group that occurs again, the first counts.
public struct KeyFile: Equatable, Sendable {
    /// The name of the first group; nil without one.
    public private(set) var firstGroup: String?
    private var groups: [String: [String: String]] = [:]

    /// Parses a file. Only a line feed, perhaps after a carriage return, ends a line. A value that is not UTF-8 is left out.
    public init(_ bytes: some Sequence<UInt8>) {
        var group: String?
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let line = Self.trimmed(line[...])
            if line.first == UInt8(ascii: "["), let end = line.lastIndex(of: UInt8(ascii: "]")) {
                let name = String(decoding: line[(line.startIndex + 1)..<end], as: UTF8.self)
                firstGroup = firstGroup ?? name
                group = groups[name] == nil ? name : nil
                if let group { groups[group] = [:] }
            } else if line.first != UInt8(ascii: "#"), let group, let equals = line.firstIndex(of: UInt8(ascii: "=")),
                let key = String(validating: Self.trimmed(line[..<equals]), as: UTF8.self),
                let value = String(validating: Self.trimmed(line[(equals + 1)...]), as: UTF8.self),
                groups[group]?[key] == nil
            {
                groups[group]?[key] = value
            }
        }
    }

    public subscript(group: String) -> [String: String]? { groups[group] }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let blanks = Array(" \t\r".utf8)
        var line = line.drop(while: blanks.contains)
        while let last = line.last, blanks.contains(last) { line.removeLast() }
        return line
    }
}
