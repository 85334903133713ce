// SPDX-License-Identifier: MIT
import ShellModel

/// The JSON representation of a type: its encoding, its decoding and its JSON schema, from one declaration.
struct WireFormat<Value: Sendable>: Sendable {
    typealias Schema = @Sendable (inout SchemaDefinitions) -> JSON

    let schema: Schema
    let encode: @Sendable (Value) -> JSON
    let decode: @Sendable (JSONObjectReader) throws(MessageError) -> Value
    /// The value of an absent member; nil if the member is required.
    var absent: Value?

    init(
        schema: @escaping Schema, encode: @escaping @Sendable (Value) -> JSON,
        decode: @escaping @Sendable (JSONObjectReader) throws(MessageError) -> Value
    ) {
        self.schema = schema
        self.encode = encode
        self.decode = decode
    }

    /// Returns the format with another value of an absent member.
    func absent(_ value: Value?) -> WireFormat {
        var format = self
        format.absent = value
        return format
    }

    /// Returns the format with a schema of its own under `$defs`, to which other schemas refer.
    func named(_ name: String) -> WireFormat {
        WireFormat(schema: { [schema] in $0.reference(to: name, schema) }, encode: encode, decode: decode)
            .absent(absent)
    }

    /// Returns the format with a description in its schema.
    func described(_ text: String) -> WireFormat {
        WireFormat(
            schema: { [schema] definitions in
                guard case .object(let members) = schema(&definitions) else { return true }
                return .object([.init("description", .string(text))] + members)
            }, encode: encode, decode: decode)
    }
}

extension WireFormat {
    /// Returns the format of a value that may be null. A decoder accepts an absent member as null.
    static func nullable<Wrapped>(_ format: WireFormat<Wrapped>) -> WireFormat where Value == Wrapped? {
        WireFormat(
            schema: { format.schema(&$0).nullable },
            encode: { $0.map(format.encode) ?? .null },
            decode: { (reader) throws(MessageError) in reader.json == .null ? nil : try format.decode(reader) }
        ).absent(.some(nil))
    }

    static func array<Element>(of format: WireFormat<Element>) -> WireFormat where Value == [Element] {
        WireFormat(
            schema: { ["type": "array", "items": format.schema(&$0)] },
            encode: { .array($0.map(format.encode)) },
            decode: { (reader) throws(MessageError) in
                try reader.array().map { element throws(MessageError) in try format.decode(element) }
            })
    }

    /// Returns the format of an object with a member for each tab, sorted by identifier when encoded.
    static func byTab<Element>(_ format: WireFormat<Element>) -> WireFormat where Value == [TabID: Element] {
        WireFormat(
            schema: { ["type": "object", "additionalProperties": format.schema(&$0)] },
            encode: { values in
                .object(
                    values.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                        JSON.Member($0.key.rawValue, format.encode($0.value))
                    })
            },
            decode: { (reader) throws(MessageError) in
                guard case .object(let members) = reader.json else { throw reader.mismatch("an object") }
                var values: [TabID: Element] = [:]
                for member in members {
                    values[TabID(rawValue: member.name)] = try format.decode(try reader.member(member.name))
                }
                return values
            })
    }

    /// Returns the format of an object with these members, in their order.
    static func object<each Member: Sendable>(
        _ field: repeat WireField<Value, each Member>, make: @escaping @Sendable (repeat each Member) -> Value
    ) -> WireFormat {
        let fields = (repeat each field)
        return WireFormat(
            schema: { definitions in
                var properties: [JSON.Member] = []
                for field in repeat each fields {
                    properties.append(.init(field.name, field.format.schema(&definitions)))
                }
                return .objectSchema(properties)
            },
            encode: { value in
                var members: [JSON.Member] = []
                for field in repeat each fields {
                    members.append(.init(field.name, field.format.encode(field.get(value))))
                }
                return .object(members)
            },
            decode: { (reader) throws(MessageError) -> Value in
                try make(repeat reader.member((each fields).name, (each fields).format))
            })
    }
}

/// A member of an object.
struct WireField<Root, Value: Sendable>: Sendable {
    let name: String
    let get: @Sendable (Root) -> Value
    let format: WireFormat<Value>

    init(_ name: String, _ get: @escaping @Sendable (Root) -> Value, _ format: WireFormat<Value>) {
        self.name = name
        self.get = get
        self.format = format
    }
}

extension WireFormat<String> {
    static let string = WireFormat(
        schema: { _ in ["type": "string"] }, encode: { .string($0) },
        decode: { (reader) throws(MessageError) in try reader.string() })

    static func string(maximumBytes: Int) -> WireFormat {
        WireFormat(
            schema: { _ in ["type": "string", "maxLength": JSON(maximumBytes)] }, encode: { .string($0) },
            decode: { (reader) throws(MessageError) in
                let text = try reader.string()
                guard text.utf8.count <= maximumBytes else { throw reader.error("has at most \(maximumBytes) bytes") }
                return text
            })
    }
}

extension WireFormat<Bool> {
    static let bool = WireFormat(
        schema: { _ in ["type": "boolean"] }, encode: { .bool($0) },
        decode: { (reader) throws(MessageError) in try reader.bool() })
}

extension WireFormat<Double> {
    static func number(in range: ClosedRange<Double>) -> WireFormat {
        // A bound is an integer if it can be one.
        func bound(_ value: Double) -> JSON { Int64(exactly: value).map { .integer($0) } ?? .number(value) }
        let schema: JSON = ["type": "number", "minimum": bound(range.lowerBound), "maximum": bound(range.upperBound)]
        return WireFormat(
            schema: { _ in schema }, encode: { .number($0) },
            decode: { (reader) throws(MessageError) in try reader.checked(try reader.number(), in: range) })
    }
}

extension WireFormat where Value: FixedWidthInteger & Sendable {
    static func integer(in range: ClosedRange<Value>) -> WireFormat {
        WireFormat(
            schema: { _ in
                ["type": "integer", "minimum": JSON(range.lowerBound), "maximum": JSON(range.upperBound)]
            }, encode: { JSON($0) },
            decode: { (reader) throws(MessageError) in try reader.checked(try reader.integer(), in: range) })
    }

    static var integer: WireFormat {
        WireFormat(
            schema: { _ in ["type": "integer"] }, encode: { JSON($0) },
            decode: { (reader) throws(MessageError) in try reader.integer() })
    }

    /// An integer of at least 0: a count, a revision, or a time in ns.
    static var unsigned: WireFormat {
        WireFormat(
            schema: { _ in ["type": "integer", "minimum": 0] }, encode: { JSON($0) },
            decode: { (reader) throws(MessageError) in try reader.integer() })
    }
}

extension WireFormat where Value: RawRepresentable<String> & CaseIterable {
    /// An enumeration.
    static var choice: WireFormat {
        WireFormat(
            schema: { _ in .enumSchema(Value.allCases.map(\.rawValue)) }, encode: { .string($0.rawValue) },
            decode: { (reader) throws(MessageError) in
                try reader.choice(among: Value.allCases.map(\.rawValue), Value.init(rawValue:))
            })
    }
}

extension WireFormat {
    /// The identifier of a tab or an action.
    static func identifier<Subject>() -> WireFormat where Value == Identifier<Subject> {
        WireFormat(
            schema: { _ in ["type": "string"] }, encode: { .string($0.rawValue) },
            decode: { (reader) throws(MessageError) in Identifier(rawValue: try reader.string()) })
    }
}
