import ShellModel
import Text

extension JSON {
    /// The value as compact UTF-8 text, without a line break in it.
    public var encodedBytes: [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(128)
        write(to: &output)
        return output
    }

    /// The value as one line of the socket: the text and a line feed.
    public var encodedLine: [UInt8] {
        var output = encodedBytes
        output.append(0x0A)
        return output
    }

    public var encodedText: String {
        String(decoding: encodedBytes, as: UTF8.self)
    }

    func write(to output: inout [UInt8]) {
        switch self {
        case .null: output.append("null")
        case .bool(let value): output.append(value ? "true" : "false")
        case .integer(let value): Self.write(value, to: &output)
        case .number(let value): Self.write(value, to: &output)
        case .string(let value): Self.write(value, to: &output)
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                element.write(to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                Self.write(member.name, to: &output)
                output.append(UInt8(ascii: ":"))
                member.value.write(to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ value: Int64, to output: inout [UInt8]) {
        if value < 0 { output.append(UInt8(ascii: "-")) }
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var start = digits.count
        var rest = value.magnitude
        repeat {
            start -= 1
            digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        output.append(digits.span.extracting(start...))
    }

    private static func write(_ value: Double, to output: inout [UInt8]) {
        // Most numbers are 0 or 1.
        if value.magnitude < 1e9, value.sign == .plus, let integer = Int64(exactly: value) {
            write(integer, to: &output)
            return output.append(".0")
        }
        output.append((value.isFinite ? value.description : "null").utf8.span)
    }

    /// Writes a string. Beside RFC 8259's, escapes all that a terminal obeys: `socat` and `tabctl` print lines as they are.
    private static func write(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        defer { output.append(UInt8(ascii: "\"")) }
        // Most strings have nothing to escape, and are copied at once.
        let bytes = text.utf8.span
        if bytes.isPlain { return output.append(bytes) }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                output.append(UInt8(ascii: "\\"))
                output.append(UInt8(scalar.value))
            case "\n": output.append(contentsOf: "\\n".utf8)
            case "\r": output.append(contentsOf: "\\r".utf8)
            case "\t": output.append(contentsOf: "\\t".utf8)
            case _ where scalar.isTerminalControl:
                let digits = String(scalar.value, radix: 16)
                output.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
            default: output.append(contentsOf: String(scalar).utf8)
            }
        }
    }
}

extension Span<UInt8> {
    /// True if the bytes are ASCII, and none needs an escape in a string.
    fileprivate var isPlain: Bool {
        for index in indices {
            let byte = self[index]
            if byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return false }
        }
        return true
    }
}

extension String {
    /// Returns the text in a form for a log, cut to a number of bytes.
    package func printable(maximumBytes: Int) -> String {
        escapedForTerminal().truncated(toBytes: maximumBytes)
    }
}
