import ShellModel

/// The JSON representation of a type: its encoding, its decoding and its JSON schema, from one declaration.
package struct WireFormat<Value: Sendable>: Sendable {
    package typealias Schema = @Sendable (inout SchemaDefinitions) -> JSON

    package let schema: Schema
    package let encode: @Sendable (Value) -> JSON
    package let decode: @Sendable (JSONObjectReader) throws(MessageError) -> Value
    /// The value of an absent member; nil if the member is required.
    package var absent: Value?

    package func absent(_ value: Value?) -> WireFormat {
        WireFormat(schema: schema, encode: encode, decode: decode, absent: value)
    }

    /// Returns the format with its own schema under `$defs`, for references in other schemas.
    package func named(_ name: String) -> WireFormat {
        WireFormat(
            schema: { [schema] in $0.reference(to: name, schema) }, encode: encode, decode: decode, absent: absent)
    }

    package func described(_ text: String) -> WireFormat {
        WireFormat(
            schema: { [schema] definitions in
                guard case .object(let members) = schema(&definitions) else { return true }
                return .object([.init("description", .string(text))] + members)
            }, encode: encode, decode: decode, absent: absent)
    }

    /// Returns the format of a value that may be null. A decoder accepts an absent member as null.
    package static func nullable<Wrapped>(_ format: WireFormat<Wrapped>) -> WireFormat where Value == Wrapped? {
        WireFormat(
            schema: { format.schema(&$0).nullable }, encode: { $0.map(format.encode) ?? .null },
            decode: { (reader) throws(MessageError) in reader.json == .null ? nil : try format.decode(reader) },
            absent: .some(nil))
    }

    package static func array<Element>(of format: WireFormat<Element>) -> WireFormat where Value == [Element] {
        WireFormat(
            schema: { ["type": "array", "items": format.schema(&$0)] }, encode: { .array($0.map(format.encode)) },
            decode: { (reader) throws(MessageError) in try reader.elements(format.decode) })
    }

    /// Returns the format of an object with a member for each key, sorted by name when encoded.
    package static func map<Key: Hashable, Element>(
        _ format: WireFormat<Element>, name: @escaping @Sendable (Key) -> String,
        key: @escaping @Sendable (String) -> Key?
    ) -> WireFormat where Value == [Key: Element] {
        WireFormat(
            schema: { ["type": "object", "additionalProperties": format.schema(&$0)] },
            encode: { values in
                let members = values.map { JSON.Member(name($0.key), format.encode($0.value)) }
                return .object(members.sorted { $0.name < $1.name })
            },
            decode: { (reader) throws(MessageError) in
                guard case .object(let members) = reader.json else { throw reader.mismatch("an object") }
                var values: [Key: Element] = [:]
                for member in members {
                    let value = reader.reader(of: member)
                    guard let key = key(member.name) else { throw value.error("is not known") }
                    values[key] = try format.decode(value)
                }
                return values
            })
    }

    /// Returns the format of an object with a member for each identifier.
    package static func byID<Subject, Element>(_ format: WireFormat<Element>) -> WireFormat
    where Value == [Identifier<Subject>: Element] {
        .map(format, name: { $0.rawValue }, key: Identifier.init(rawValue:))
    }

    /// Returns the format of an object with these members, in their order.
    #if !compiler(>=6.3)  // The optimizer of 6.2.3 ends with a failed check of its own in a specialized copy.
        @_semantics("optimize.sil.specialize.generic.never")
    #endif
    package static func object<each Member: Sendable>(
        _ field: repeat WireField<Value, each Member>, make: @escaping @Sendable (repeat each Member) -> Value
    ) -> WireFormat {
        let fields = (repeat each field)
        // Each iteration of a pack looks up the types of its elements, which would take most of the time.
        var encoders: [(name: String, encode: @Sendable (Value) -> JSON)] = []
        for field in repeat each fields { encoders.append((field.name, field.encode)) }
        return WireFormat(
            schema: { definitions in
                var properties: [JSON.Member] = []
                for field in repeat each fields {
                    properties.append(.init(field.name, field.format.schema(&definitions)))
                }
                return .objectSchema(properties)
            },
            encode: { [encoders] value in .object(encoders.map { .init($0.name, $0.encode(value)) }) },
            decode: { (reader) throws(MessageError) -> Value in
                try make(repeat reader.member((each fields).name, (each fields).format))
            })
    }

    package static func identifier<Subject>() -> WireFormat where Value == Identifier<Subject> {
        WireFormat(
            schema: { _ in ["type": "string", "maxLength": JSON(Limits.maximumNameBytes)] },
            encode: { .string($0.rawValue) },
            decode: { (reader) throws(MessageError) in
                Identifier(rawValue: try reader.string(maximumBytes: Limits.maximumNameBytes))
            })
    }
}

package struct WireField<Root, Value: Sendable>: Sendable {
    package let name: String
    package let encode: @Sendable (Root) -> JSON
    package let format: WireFormat<Value>

    package init(_ name: String, _ get: @escaping @Sendable (Root) -> Value, _ format: WireFormat<Value>) {
        self.name = name
        encode = { [encode = format.encode] in encode(get($0)) }
        self.format = format
    }
}

/// The JSON representation of a part of a value.
struct PartFormat<Root>: Sendable {
    let schema: WireFormat<Never>.Schema
    let encode: @Sendable (Root) -> JSON
    let decode: @Sendable (JSONObjectReader, inout Root) throws(MessageError) -> Void
}

extension PartFormat {
    init<Value: Sendable>(_ path: any WritableKeyPath<Root, Value> & Sendable, _ format: WireFormat<Value>) {
        schema = format.schema
        encode = { format.encode($0[keyPath: path]) }
        decode = { (reader, root) throws(MessageError) in root[keyPath: path] = try format.decode(reader) }
    }

    /// A part that is left out if nil.
    init<Value: Sendable>(known path: any WritableKeyPath<Root, Value?> & Sendable, _ format: WireFormat<Value>) {
        schema = format.schema
        encode = { $0[keyPath: path].map(format.encode) ?? .null }
        decode = { (reader, root) throws(MessageError) in root[keyPath: path] = try format.decode(reader) }
    }
}

extension WireFormat<String> {
    package static let string = WireFormat(
        schema: { _ in ["type": "string"] }, encode: { .string($0) },
        decode: { (reader) throws(MessageError) in try reader.string() })

    package static func string(maximumBytes: Int) -> WireFormat {
        WireFormat(
            schema: { _ in ["type": "string", "maxLength": JSON(maximumBytes)] }, encode: { .string($0) },
            decode: { (reader) throws(MessageError) in try reader.string(maximumBytes: maximumBytes) })
    }

    package static let name = string(maximumBytes: Limits.maximumNameBytes)
}

extension WireFormat<Bool> {
    package static let bool = WireFormat(
        schema: { _ in ["type": "boolean"] }, encode: { .bool($0) },
        decode: { (reader) throws(MessageError) in try reader.bool() })
}

extension WireFormat<Double> {
    package static func number(in range: ClosedRange<Double>) -> WireFormat {
        // A bound is an integer if possible.
        func bound(_ value: Double) -> JSON { Int64(exactly: value).map { .integer($0) } ?? .number(value) }
        let schema: JSON = ["type": "number", "minimum": bound(range.lowerBound), "maximum": bound(range.upperBound)]
        return WireFormat(
            schema: { _ in schema }, encode: { .number($0) },
            decode: { (reader) throws(MessageError) in try reader.checked(try reader.number(), in: range) })
    }
}

extension WireFormat where Value: FixedWidthInteger & Sendable {
    package static func integer(in range: ClosedRange<Value>) -> WireFormat {
        WireFormat(
            schema: { _ in
                ["type": "integer", "minimum": JSON(range.lowerBound), "maximum": JSON(range.upperBound)]
            }, encode: { JSON($0) },
            decode: { (reader) throws(MessageError) in try reader.checked(try reader.integer(), in: range) })
    }

    package static var integer: WireFormat {
        WireFormat(
            schema: { _ in ["type": "integer"] }, encode: { JSON($0) },
            decode: { (reader) throws(MessageError) in try reader.integer() })
    }

    /// An integer of at least 0: a count, a revision, or a time in ns.
    package static var unsigned: WireFormat {
        WireFormat(
            schema: { _ in ["type": "integer", "minimum": 0] }, encode: { JSON($0) },
            decode: { (reader) throws(MessageError) in try reader.integer() })
    }
}

extension WireFormat where Value: RawRepresentable<String> & CaseIterable {
    /// An enumeration.
    package static var choice: WireFormat {
        WireFormat(
            schema: { _ in .enumSchema(Value.allCases.map(\.rawValue)) }, encode: { .string($0.rawValue) },
            decode: { (reader) throws(MessageError) in
                try reader.choice(among: Value.allCases.map(\.rawValue), Value.init(rawValue:))
            })
    }
}
