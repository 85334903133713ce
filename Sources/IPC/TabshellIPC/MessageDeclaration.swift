import ShellModel

/// The declaration of a message: its name on the wire and its arguments. Decoding, encoding and the JSON schema are
/// derived from it. It is made from a message, with the values of its arguments.
struct MessageDeclaration<Message: Sendable>: Sendable {
    let name: String
    /// The schemas of the arguments.
    let properties: @Sendable (inout SchemaDefinitions) -> [JSON.Member]
    /// The names of the arguments that may be left out.
    let optional: [String]
    let arguments: [JSON.Member]
    let decode: @Sendable (JSONObjectReader) throws(MessageError) -> Message

    #if !compiler(>=6.3)  // See WireFormat.object.
        @_semantics("optimize.sil.specialize.generic.never")
    #endif
    init<each Value: Sendable>(
        _ name: String, _ argument: repeat MessageArgument<each Value>,
        make: @escaping @Sendable (repeat each Value) -> Message
    ) {
        let list = (repeat each argument)
        self.name = name
        properties = { definitions in
            var properties: [JSON.Member] = []
            for argument in repeat each list {
                properties.append(.init(argument.name, argument.format.schema(&definitions)))
            }
            return properties
        }
        var (optional, members): ([String], [JSON.Member]) = ([], [])
        for argument in repeat each list {
            members += argument.members
            if argument.format.absent != nil { optional.append(argument.name) }
        }
        (self.optional, arguments) = (optional, members)
        decode = { (reader) throws(MessageError) -> Message in
            try make(repeat (each list).decode(from: reader))
        }
    }
}

final class MessageArgument<Value: Sendable>: Sendable {
    let name: String
    let format: WireFormat<Value>
    /// The encoded value, as a member of the message; none if the value means leaving the argument out.
    let members: [JSON.Member]
    private let read: @Sendable (JSONObjectReader) throws(MessageError) -> Value

    private init(_ name: String, _ format: WireFormat<Value>, _ value: Value, absent: Value?, isOmitted: Bool = false) {
        self.name = name
        let format = format.absent(absent)
        self.format = format
        members = isOmitted ? [] : [.init(name, format.encode(value))]
        read = { (reader) throws(MessageError) in try reader.member(name, format) }
    }

    /// Decodes the argument. A separate function: the compiler of Swift 6.3 crashed without it.
    func decode(from reader: JSONObjectReader) throws(MessageError) -> Value { try read(reader) }

    static func required(_ name: String, _ format: WireFormat<Value>, _ value: Value) -> MessageArgument {
        MessageArgument(name, format, value, absent: nil)
    }

    static func tab(_ value: TabID) -> MessageArgument where Value == TabID { required("tab", .identifier(), value) }

    static func serial(_ value: UInt64) -> MessageArgument where Value == UInt64 {
        required("serial", .unsigned, value)
    }

    static func revision(_ value: UInt64) -> MessageArgument where Value == UInt64 {
        required("revision", .unsigned, value)
    }

    /// Declares an argument that is false if it is left out.
    static func flag(_ name: String, _ value: Bool) -> MessageArgument where Value == Bool {
        defaulted(name, .bool, value, false)
    }

    /// Declares an argument that may be null or left out.
    static func optional<Wrapped: Sendable>(
        _ name: String, _ format: WireFormat<Wrapped>, _ value: Wrapped?
    ) -> MessageArgument where Value == Wrapped? {
        MessageArgument(name, .nullable(format), value, absent: .some(nil), isOmitted: value == nil)
    }

    /// Declares an argument for a change: left out it changes nothing, and null removes a value.
    static func change<Wrapped: Sendable>(
        _ name: String, _ format: WireFormat<Wrapped>, _ value: Wrapped??
    ) -> MessageArgument where Value == Wrapped?? {
        let nullable = WireFormat<Wrapped?>.nullable(format)
        let change = WireFormat<Wrapped??>(
            schema: nullable.schema, encode: { $0.map(nullable.encode) ?? .null },
            decode: { (reader) throws(MessageError) in .some(try nullable.decode(reader)) })
        return MessageArgument(name, change, value, absent: .some(nil), isOmitted: value == nil)
    }

    /// Declares an argument that may be left out, but not be null.
    static func defaulted(
        _ name: String, _ format: WireFormat<Value>, _ value: Value, _ absent: Value, isAlwaysWritten: Bool = false
    ) -> MessageArgument where Value: Equatable {
        MessageArgument(name, format, value, absent: absent, isOmitted: !isAlwaysWritten && value == absent)
    }
}
