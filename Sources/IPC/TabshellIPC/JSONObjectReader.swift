// SPDX-License-Identifier: MIT
import Localization
import ShellModel

/// A JSON value together with its path, for decoding with errors that name the location.
package struct JSONObjectReader {
    package let json: JSON
    package let path: String
    /// Collects the problems that are passed over; nil if each of them is an error.
    package let problems: DecodingProblems?

    package init(_ json: JSON, path: String = "", problems: DecodingProblems? = nil) {
        self.json = json
        self.path = path
        self.problems = problems
    }

    /// Returns a member of an object; nil if it is absent.
    package func optional(_ name: String) -> JSONObjectReader? {
        json[name].map { JSONObjectReader($0, path: path(of: name), problems: problems) }
    }

    /// Returns the reader of a member of this object.
    package func reader(of member: JSON.Member) -> JSONObjectReader {
        JSONObjectReader(member.value, path: path(of: member.name), problems: problems)
    }

    /// Passes over a problem, or throws it.
    package func passOver(_ problem: MessageError) throws(MessageError) {
        guard let problems else { throw problem }
        problems.add(problem)
    }

    package func member(_ name: String) throws(MessageError) -> JSONObjectReader {
        guard let member = optional(name) else { throw MessageError(path: path(of: name), localized("is missing")) }
        return member
    }

    /// Decodes a member. If it is absent, the value is the one that its format has for that; if problems are passed over,
    /// an invalid value is replaced by the default of its format.
    package func member<Value>(_ name: String, _ format: WireFormat<Value>) throws(MessageError) -> Value {
        do throws(MessageError) {
            if let member = optional(name) { return try format.decode(member) }
            if let absent = format.absent { return absent }
            return try format.decode(try member(name))
        } catch {
            guard let fallback = format.fallback else { throw error }
            try passOver(error)
            return fallback
        }
    }

    /// Decodes a member; if problems are passed over, an absent or invalid value is replaced by a default.
    package func member<Value>(
        _ name: String, or fallback: Value, _ decode: (JSONObjectReader) throws(MessageError) -> Value
    ) throws(MessageError) -> Value {
        do throws(MessageError) {
            return try decode(try member(name))
        } catch {
            try passOver(error)
            return fallback
        }
    }

    package func string() throws(MessageError) -> String {
        guard case .string(let value) = json else { throw mismatch(localized("a string")) }
        return value
    }

    package func string(maximumBytes: Int) throws(MessageError) -> String {
        let text = try string()
        guard text.utf8.count <= maximumBytes else { throw error(localized("has at most \(maximumBytes) bytes")) }
        return text
    }

    package func bool() throws(MessageError) -> Bool {
        guard case .bool(let value) = json else { throw mismatch(localized("a boolean")) }
        return value
    }

    package func integer<Integer: BinaryInteger>() throws(MessageError) -> Integer {
        guard case .integer(let value) = json else { throw mismatch(localized("an integer")) }
        guard let integer = Integer(exactly: value) else { throw error(localized("is out of range: \(value)")) }
        return integer
    }

    package func number() throws(MessageError) -> Double {
        switch json {
        case .integer(let value): return Double(value)
        case .number(let value): return value
        default: throw mismatch(localized("a number"))
        }
    }

    package func array() throws(MessageError) -> [JSONObjectReader] {
        guard case .array(let elements) = json else { throw mismatch(localized("an array")) }
        return elements.enumerated().map { JSONObjectReader($1, path: path(of: String($0)), problems: problems) }
    }

    /// Decodes the elements of an array; if problems are passed over, invalid ones are left out.
    package func elements<Value>(
        _ decode: (JSONObjectReader) throws(MessageError) -> Value
    ) throws(MessageError) -> [Value] {
        var values: [Value] = []
        for element in try array() {
            do throws(MessageError) {
                values.append(try decode(element))
            } catch {
                try passOver(error)
            }
        }
        return values
    }

    /// Returns a number after checking that it is within bounds.
    package func checked<Number: Comparable>(_ value: Number, in range: ClosedRange<Number>) throws(MessageError)
        -> Number
    {
        guard range.contains(value) else {
            throw error(localized("is \(range.lowerBound) to \(range.upperBound), not \(value)"))
        }
        return value
    }

    /// Makes a value of a text that is one of several.
    package func choice<Value>(among cases: [String], _ make: (String) -> Value?) throws(MessageError) -> Value {
        let text = try string()
        if cases.contains(where: { $0.isIdentical(to: text) }), let value = make(text) { return value }
        throw error(localized("is \(alternatives(cases.map { "\"\($0)\"" })), not \"\(text)\""))
    }

    package func mismatch(_ expected: String) -> MessageError {
        error(localized("is \(expected), not \(json.typeName)"))
    }

    package func error(_ problem: String) -> MessageError { MessageError(path: path, problem) }

    private func path(of member: String) -> String { path.isEmpty ? member : "\(path).\(member)" }
}
