// SPDX-License-Identifier: MIT
import ShellModel

/// A JSON value with the path that led to it, so that an error can say where it is.
struct JSONObjectReader {
    let json: JSON
    let path: String

    init(_ json: JSON, path: String = "") {
        self.json = json
        self.path = path
    }

    func member(_ name: String) throws(MessageError) -> JSONObjectReader {
        guard let value = json[name] else { throw MessageError(message: "\(path)\(name) is missing") }
        return JSONObjectReader(value, path: "\(path)\(name).")
    }

    /// A member that may be missing or null.
    func optional(_ name: String) -> JSONObjectReader? {
        guard let value = json[name], value != .null else { return nil }
        return JSONObjectReader(value, path: "\(path)\(name).")
    }

    func string() throws(MessageError) -> String {
        guard case .string(let value) = json else { throw expected("a string") }
        return value
    }

    func integer<Integer: BinaryInteger>() throws(MessageError) -> Integer {
        guard case .integer(let value) = json, let integer = Integer(exactly: value) else {
            throw expected("an integer in range")
        }
        return integer
    }

    func number() throws(MessageError) -> Double {
        switch json {
        case .integer(let value): return Double(value)
        case .number(let value): return value
        default: throw expected("a number")
        }
    }

    func array() throws(MessageError) -> [JSONObjectReader] {
        guard case .array(let elements) = json else { throw expected("an array") }
        return elements.enumerated().map { JSONObjectReader($1, path: "\(path)\($0).") }
    }

    func bool() throws(MessageError) -> Bool {
        guard case .bool(let value) = json else { throw expected("a boolean") }
        return value
    }

    func strings() throws(MessageError) -> [String] {
        try array().map { element throws(MessageError) in try element.string() }
    }

    /// An object of values by tab.
    func tabs<Value>(
        _ value: (JSONObjectReader) throws(MessageError) -> Value
    ) throws(MessageError) -> [TabID: Value] {
        guard case .object(let members) = json else { throw expected("an object") }
        var values: [TabID: Value] = [:]
        for member in members {
            values[TabID(rawValue: member.name)] = try value(
                JSONObjectReader(member.value, path: "\(path)\(member.name)."))
        }
        return values
    }

    func string(_ name: String) throws(MessageError) -> String { try member(name).string() }
    func optionalString(_ name: String) throws(MessageError) -> String? { try optional(name)?.string() }

    func optionalTab(_ name: String) throws(MessageError) -> TabID? {
        guard let value = optional(name) else { return nil }
        return TabID(rawValue: try value.string())
    }
    func integer<Integer: BinaryInteger>(_ name: String) throws(MessageError) -> Integer { try member(name).integer() }
    func number(_ name: String) throws(MessageError) -> Double { try member(name).number() }
    func array(_ name: String) throws(MessageError) -> [JSONObjectReader] { try member(name).array() }

    func number(_ name: String, in range: ClosedRange<Double>) throws(MessageError) -> Double {
        let value = try number(name)
        guard range.contains(value) else {
            throw MessageError(
                message: "\(path)\(name) is \(value), expected \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws(MessageError) -> Choice {
        let text = try string(name)
        guard let choice = Choice(rawValue: text) else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw MessageError(message: "\(path)\(name) is \"\(text)\", expected one of: \(known)")
        }
        return choice
    }

    private func expected(_ what: String) -> MessageError {
        MessageError(message: "\(path.dropLast()) is \(json.typeName), expected \(what)")
    }
}
