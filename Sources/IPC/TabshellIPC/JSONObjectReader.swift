// SPDX-License-Identifier: MIT
import ShellModel

/// A JSON value together with its path, for decoding with errors that name the location.
package struct JSONObjectReader {
    package let json: JSON
    package let path: String

    package init(_ json: JSON, path: String = "") {
        self.json = json
        self.path = path
    }

    /// Returns a member of an object; nil if it is absent.
    package func optional(_ name: String) -> JSONObjectReader? {
        json[name].map { JSONObjectReader($0, path: path(of: name)) }
    }

    package func member(_ name: String) throws(MessageError) -> JSONObjectReader {
        guard let member = optional(name) else { throw MessageError(path: path(of: name), "is missing") }
        return member
    }

    /// Decodes a member. If it is absent, the value is the one that its format has for that.
    package func member<Value>(_ name: String, _ format: WireFormat<Value>) throws(MessageError) -> Value {
        if let absent = format.absent, json[name] == nil { return absent }
        return try format.decode(try member(name))
    }

    package func string() throws(MessageError) -> String {
        guard case .string(let value) = json else { throw mismatch("a string") }
        return value
    }

    package func bool() throws(MessageError) -> Bool {
        guard case .bool(let value) = json else { throw mismatch("a boolean") }
        return value
    }

    package func integer<Integer: BinaryInteger>() throws(MessageError) -> Integer {
        guard case .integer(let value) = json else { throw mismatch("an integer") }
        guard let integer = Integer(exactly: value) else { throw error("is out of range: \(value)") }
        return integer
    }

    package func number() throws(MessageError) -> Double {
        switch json {
        case .integer(let value): return Double(value)
        case .number(let value): return value
        default: throw mismatch("a number")
        }
    }

    package func array() throws(MessageError) -> [JSONObjectReader] {
        guard case .array(let elements) = json else { throw mismatch("an array") }
        return elements.enumerated().map { JSONObjectReader($1, path: path(of: String($0))) }
    }

    /// Returns a number after checking that it is within bounds.
    package func checked<Number: Comparable>(_ value: Number, in range: ClosedRange<Number>) throws(MessageError)
        -> Number
    {
        guard range.contains(value) else {
            throw error("is \(range.lowerBound) to \(range.upperBound), not \(value)")
        }
        return value
    }

    /// Makes a value of a text that is one of several.
    package func choice<Value>(among cases: [String], _ make: (String) -> Value?) throws(MessageError) -> Value {
        let text = try string()
        if let value = make(text) { return value }
        throw error("is \(cases.map { "\"\($0)\"" }.joined(separator: " or ")), not \"\(text)\"")
    }

    package func mismatch(_ expected: String) -> MessageError { error("is \(expected), not \(json.typeName)") }

    package func error(_ problem: String) -> MessageError { MessageError(path: path, problem) }

    private func path(of member: String) -> String { path.isEmpty ? member : "\(path).\(member)" }
}
