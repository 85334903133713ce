// SPDX-License-Identifier: MIT

/// Finds the line that a key stands on; the parser does not tell.
///
/// Up to the first place that is not TOML it understands a text exactly. After that it finds less, and does no harm.
struct KeyLocator {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var lines: [ConfigPath: Int] = [:]
    /// Where the statement begins that is being read.
    private var statement = 0
    /// The first place where something other than a name, or than a value, begins.
    private(set) var fault: Fault?
    /// How many elements each array of tables has so far.
    private var counts: [ConfigPath: Int] = [:]
    /// The most names that a key may have, and the deepest that lists and tables may lie in one another. More of it
    /// would exhaust the library's stack.
    private static let deepest = 32

    /// A place that is not TOML.
    struct Fault: Equatable {
        /// Counted from 1.
        var line: Int
        var message: String
        /// The text before the statement that it is in.
        var before: String
    }

    init(_ text: String) {
        bytes = Array(text.utf8)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        scan()
    }

    /// The line of a key, counted from 1; where it does not stand in the text, that of the nearest thing around it.
    func line(of path: ConfigPath) -> Int? {
        var path: ConfigPath? = path
        while let current = path {
            if let line = lines[current] { return line }
            path = current.parent
        }
        return nil
    }

    private mutating func scan() {
        var table = ConfigPath.root
        while true {
            skipBlank(lineFeeds: true)
            guard let byte = peek() else { return }
            statement = index
            if byte == UInt8(ascii: "[") {
                table = header()
            } else {
                entry(in: table, depth: 0)
            }
            skipLine()
        }
    }

    /// `[a.b]` or `[[a.b]]`.
    private mutating func header() -> ConfigPath {
        let line = line
        index += 1
        let isArray = peek() == UInt8(ascii: "[")
        if isArray { index += 1 }
        while peek() == UInt8(ascii: " ") || peek() == UInt8(ascii: "\t") { index += 1 }
        if let byte = peek(), !Self.beginsKey(byte), byte != UInt8(ascii: "]") { note("expected [name] or [[name]]") }
        let names = keys()
        var path = ConfigPath.root
        for (position, name) in names.enumerated() {
            path = path + name
            note(path, line)
            if isArray, position == names.count - 1 {
                counts[path, default: 0] += 1
                path = path + (counts[path, default: 1] - 1)
                note(path, line)
            } else if let count = counts[path] {
                path = path + (count - 1)
            }
        }
        return path
    }

    /// `a.b = value`.
    private mutating func entry(in table: ConfigPath, depth: Int) {
        let line = line
        let start = index
        var path = table
        for name in keys() {
            path = path + name
            note(path, line)
        }
        skipBlank(lineFeeds: false)
        if peek() == UInt8(ascii: "=") {
            index += 1
            value(at: path, depth: depth)
        } else if index == start {
            index += 1
        }
    }

    private mutating func keys() -> [String] {
        var names: [String] = []
        while true {
            skipBlank(lineFeeds: false)
            guard let name = key() else { return names }
            names.append(name)
            guard names.count <= Self.deepest else {
                note("a key has at most \(Self.deepest) names")
                return []
            }
            skipBlank(lineFeeds: false)
            guard peek() == UInt8(ascii: ".") else { return names }
            index += 1
        }
    }

    private mutating func key() -> String? {
        guard let byte = peek() else { return nil }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return string() }
        let start = index
        while let byte = peek(), !Self.ends.contains(byte) { index += 1 }
        return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
    }

    private mutating func value(at path: ConfigPath, depth: Int) {
        skipBlank(lineFeeds: false)
        guard let byte = peek() else { return }
        guard depth <= Self.deepest else { return note("lists and tables are at most \(Self.deepest) deep") }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            _ = string()
        case UInt8(ascii: "["):
            index += 1
            elements(of: path, depth: depth + 1)
        case UInt8(ascii: "{"):
            index += 1
            members(of: path, depth: depth + 1)
        default:
            bareValue()
        }
    }

    private mutating func bareValue() {
        let start = index
        skipBareValue()
        // A space may stand between a date and a time.
        if peek() == UInt8(ascii: " "), index - start == 10, bytes[start + 4] == UInt8(ascii: "-"),
            index + 1 < bytes.count,
            Self.isDigit(bytes[index + 1])
        {
            index += 1
            skipBareValue()
        }
        let value = bytes[start..<index]
        if value.isEmpty {
            note("expected a value")
        } else if !BareValue.isWellFormed(value) {
            let text = String(decoding: value, as: UTF8.self)
            note("\(text.quoted) is no number, nor true or false; texts stand in quotation marks")
        }
    }

    private mutating func skipBareValue() {
        while let byte = peek(), !Self.endsValue.contains(byte) { index += 1 }
    }

    private mutating func elements(of path: ConfigPath, depth: Int) {
        var count = 0
        while true {
            skipBlank(lineFeeds: true)
            guard let byte = peek() else { return }
            if byte == UInt8(ascii: "]") {
                index += 1
                return
            }
            if byte == UInt8(ascii: ",") {
                index += 1
                continue
            }
            let start = index
            note(path + count, line)
            value(at: path + count, depth: depth)
            count += 1
            if index == start { index += 1 }
        }
    }

    private mutating func members(of path: ConfigPath, depth: Int) {
        while true {
            skipBlank(lineFeeds: true)
            guard let byte = peek() else { return }
            if byte == UInt8(ascii: "}") {
                index += 1
                return
            }
            if byte == UInt8(ascii: ",") {
                index += 1
                continue
            }
            entry(in: path, depth: depth)
        }
    }

    /// Passes over a string of one of the four kinds and answers what stands in it, with its escapes as they are
    /// written, but for `\"` and `\\`.
    private mutating func string() -> String {
        guard let quote = peek() else { return "" }
        let isBasic = quote == UInt8(ascii: "\"")
        let isLong = index + 2 < bytes.count && bytes[index + 1] == quote && bytes[index + 2] == quote
        index += isLong ? 3 : 1
        var content: [UInt8] = []
        while let byte = peek() {
            if byte == quote {
                guard isLong else {
                    index += 1
                    break
                }
                // Up to two quotation marks may stand before the three that end it.
                let run = bytes[index...].prefix { $0 == quote }.count
                index += run
                if run >= 3 { break }
                continue
            }
            if byte == UInt8(ascii: "\n") {
                guard isLong else { break }
                line += 1
            }
            if isBasic, byte == UInt8(ascii: "\\"), index + 1 < bytes.count {
                index += 1
                if bytes[index] == UInt8(ascii: "\n") { line += 1 }
                if bytes[index] != quote, bytes[index] != byte { content.append(byte) }
            }
            content.append(bytes[index])
            index += 1
        }
        return String(decoding: content, as: UTF8.self)
    }

    private func peek() -> UInt8? {
        index < bytes.count ? bytes[index] : nil
    }

    /// Passes over spaces and comments.
    private mutating func skipBlank(lineFeeds: Bool) {
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                index += 1
            case UInt8(ascii: "\n"):
                guard lineFeeds else { return }
                line += 1
                index += 1
            case UInt8(ascii: "#"):
                while let byte = peek(), byte != UInt8(ascii: "\n") { index += 1 }
            default:
                return
            }
        }
    }

    private mutating func skipLine() {
        while let byte = peek(), byte != UInt8(ascii: "\n") { index += 1 }
    }

    private mutating func note(_ path: ConfigPath, _ line: Int) {
        if lines[path] == nil { lines[path] = line }
    }

    private mutating func note(_ message: String) {
        guard fault == nil else { return }
        fault = Fault(
            line: line, message: message, before: String(decoding: bytes[..<statement], as: UTF8.self))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func beginsKey(_ byte: UInt8) -> Bool {
        ConfigPath.isBare(byte) || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }

    private static let endsValue = Set(" \t\r\n#,[]{}\"'".utf8)
    /// What ends a bare key.
    private static let ends = Set(" \t\r\n#=.,[]{}\"'".utf8)
}
