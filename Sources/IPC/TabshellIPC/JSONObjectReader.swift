import ShellModel

/// A JSON value together with its path, for decoding with errors that name the location.
package struct JSONObjectReader {
    package let json: JSON
    package let path: String

    package init(_ json: JSON, path: String = "") {
        self.json = json
        self.path = path
    }

    package func optional(_ name: String) -> JSONObjectReader? {
        json[name].map { JSONObjectReader($0, path: path(of: name)) }
    }

    package func reader(of member: JSON.Member) -> JSONObjectReader {
        JSONObjectReader(member.value, path: path(of: member.name))
    }

    package func member(_ name: String) throws(MessageError) -> JSONObjectReader {
        guard let member = optional(name) else { throw MessageError(path: path(of: name), "is missing") }
        return member
    }

    /// Decodes a member. If it is absent, the value is its format's default.
    package func member<Value>(_ name: String, _ format: WireFormat<Value>) throws(MessageError) -> Value {
        guard let member = optional(name) else {
            if let absent = format.absent { return absent }
            throw MessageError(path: path(of: name), "is missing")
        }
        return try format.decode(member)
    }

    package func string() throws(MessageError) -> String {
        guard case .string(let value) = json else { throw mismatch("a string") }
        return value
    }

    package func string(maximumBytes: Int) throws(MessageError) -> String {
        let text = try string()
        guard text.utf8.count <= maximumBytes else { throw error("has at most \(maximumBytes) bytes") }
        return text
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

    package func elements<Value>(
        _ decode: (JSONObjectReader) throws(MessageError) -> Value
    ) throws(MessageError) -> [Value] {
        try array().map(decode)
    }

    package func checked<Number: Comparable>(_ value: Number, in range: ClosedRange<Number>) throws(MessageError)
        -> Number
    {
        guard range.contains(value) else {
            throw error("is \(range.lowerBound) to \(range.upperBound), not \(value)")
        }
        return value
    }

    package func choice<Value>(among cases: [String], _ make: (String) -> Value?) throws(MessageError) -> Value {
        let text = try string()
        if cases.contains(where: { $0.isIdentical(to: text) }), let value = make(text) { return value }
        throw error("is \(cases.map { "\"\($0)\"" }.joined(separator: " or ")), not \"\(text)\"")
    }

    package func mismatch(_ expected: String) -> MessageError {
        error("is \(expected), not \(json.typeName)")
    }

    package func error(_ problem: String) -> MessageError { MessageError(path: path, problem) }

    private func path(of member: String) -> String { path.isEmpty ? member : "\(path).\(member)" }
}

/// The reason why a JSON value could not be decoded.
public struct MessageError: Error, Equatable, Sendable {
    /// The members that lead to the value, joined by dots (`tabs.0.id`); empty for the line itself.
    public var path: String
    /// The rest of the sentence that begins with the path: the expectation, and the actual value.
    public var problem: String

    /// The code and the data of the reply if the value is an argument of a request.
    var code = ErrorCode.invalidArgument
    var data: JSON?

    public init(path: String = "", _ problem: String) {
        self.path = path
        self.problem = problem
    }

    public var message: String { path.isEmpty ? problem : "\(path) \(problem)" }
}
