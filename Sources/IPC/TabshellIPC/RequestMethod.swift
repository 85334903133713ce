import ShellModel

/// The declaration of a verb: its name on the wire, its arguments and its result. Decoding, encoding and the JSON schema
/// are derived from it. It is made from a request, with the values of its arguments.
public struct RequestMethod: Sendable {
    public let name: String
    /// The meaning in one sentence.
    public let summary: String
    let result: @Sendable () -> ResultFormat
    let schema: @Sendable (inout SchemaDefinitions) -> JSON
    let arguments: [JSON.Member]
    let decode: @Sendable (JSONObjectReader) throws(MessageError) -> Request

    static func command<each Value: Sendable>(
        _ name: String, _ summary: String, _ argument: repeat RequestArgument<each Value>,
        result: @escaping @autoclosure @Sendable () -> ResultFormat = .revision,
        make: @escaping @Sendable (repeat each Value) -> Command
    ) -> RequestMethod {
        RequestMethod(name, summary, repeat each argument, result: result()) { (value: repeat each Value) in
            .command(make(repeat each value))
        }
    }

    #if !compiler(>=6.3)  // See WireFormat.object.
        @_semantics("optimize.sil.specialize.generic.never")
    #endif
    init<each Value: Sendable>(
        _ name: String, _ summary: String, _ argument: repeat RequestArgument<each Value>,
        result: @escaping @autoclosure @Sendable () -> ResultFormat = .revision,
        make: @escaping @Sendable (repeat each Value) -> Request
    ) {
        let list = (repeat each argument)
        self.name = name
        self.summary = summary
        self.result = result
        schema = { definitions in
            var properties: [JSON.Member] = [.init("verb", ["const": .string(name)])]
            var required: [JSON] = []
            for argument in repeat each list {
                properties.append(.init(argument.name, argument.format.schema(&definitions)))
                if argument.format.absent == nil { required.append(.string(argument.name)) }
            }
            let members: [JSON.Member] = [
                .init("description", .string(summary)), .init("properties", .object(properties)),
            ]
            return .object(members + (required.isEmpty ? [] : [.init("required", .array(required))]))
        }
        var members: [JSON.Member] = []
        for argument in repeat each list { members += argument.members }
        arguments = members
        decode = { (reader) throws(MessageError) -> Request in
            try make(repeat (each list).decode(from: reader))
        }
    }
}

final class RequestArgument<Value: Sendable>: Sendable {
    let name: String
    let format: WireFormat<Value>
    /// The encoded value, as a member of the request; none if the value means leaving the argument out.
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

    static func required(_ name: String, _ format: WireFormat<Value>, _ value: Value) -> RequestArgument {
        RequestArgument(name, format, value, absent: nil)
    }

    static func tab(_ value: TabID) -> RequestArgument where Value == TabID { required("tab", .identifier(), value) }

    static func serial(_ value: UInt64) -> RequestArgument where Value == UInt64 {
        required("serial", .unsigned, value)
    }

    /// Declares an argument that is false if it is left out.
    static func flag(_ name: String, _ value: Bool) -> RequestArgument where Value == Bool {
        defaulted(name, .bool, value, false)
    }

    /// Declares an argument that may be null or left out.
    static func optional<Wrapped: Sendable>(
        _ name: String, _ format: WireFormat<Wrapped>, _ value: Wrapped?
    ) -> RequestArgument where Value == Wrapped? {
        RequestArgument(name, .nullable(format), value, absent: .some(nil), isOmitted: value == nil)
    }

    /// Declares an argument for a change: left out it changes nothing, and null removes a value.
    static func change<Wrapped: Sendable>(
        _ name: String, _ format: WireFormat<Wrapped>, _ value: Wrapped??
    ) -> RequestArgument where Value == Wrapped?? {
        let nullable = WireFormat<Wrapped?>.nullable(format)
        let change = WireFormat<Wrapped??>(
            schema: nullable.schema, encode: { $0.map(nullable.encode) ?? .null },
            decode: { (reader) throws(MessageError) in .some(try nullable.decode(reader)) })
        return RequestArgument(name, change, value, absent: .some(nil), isOmitted: value == nil)
    }

    /// Declares an argument that may be left out, but not be null.
    static func defaulted(
        _ name: String, _ format: WireFormat<Value>, _ value: Value, _ absent: Value, isAlwaysWritten: Bool = false
    ) -> RequestArgument where Value: Equatable {
        RequestArgument(name, format, value, absent: absent, isOmitted: !isAlwaysWritten && value == absent)
    }
}

/// The schema of a successful reply's `ok`.
struct ResultFormat: Sendable {
    /// The name of its definition in the schema.
    let name: String
    let schema: WireFormat<Never>.Schema

    init(
        _ name: String, _ description: String? = nil, _ members: (name: String, schema: WireFormat<Never>.Schema)...,
        optional: Set<String> = []
    ) {
        self.name = name
        schema = { definitions in
            let properties = members.map { JSON.Member($0.name, $0.schema(&definitions)) }
            return .objectSchema(properties, description: description, optional: optional)
        }
    }

    private static let revisionMember = (name: "revision", schema: WireFormat<UInt64>.unsigned.schema)

    static let nothing = ResultFormat("okNothing", "Of ping, and of answers and requests of programs.")
    static let version = ResultFormat(
        "okVersion", nil, ("protocol", WireFormat.protocolVersion.schema), ("version", WireFormat.string.schema),
        ("pid", WireFormat<Int32>.integer.schema))
    static let state = ResultFormat("state") { definitions in
        .objectSchema(
            [.init("revision", WireFormat<UInt64>.unsigned.schema(&definitions))]
                + Topic.byDefault.map { .init($0.rawValue, $0.reference(&definitions)) })
    }
    static let revision = ResultFormat(
        "okRevision", "Of barrier, subscribe, and all changes without a result of their own.",
        revisionMember)
    static let selected = ResultFormat(
        "okSelected", "Of select, next, previous, open, tab_add and tab_window.",
        ("tab", WireFormat.string.schema), revisionMember,
        ("warning", WireFormat.string.described("The reason if no panel shows the tab.").schema), optional: ["warning"])
    static let tabs = ResultFormat(
        "okTabs", nil, ("tabs", { Topic.tabs.reference(&$0) }),
        ("selection", WireFormat.string.described("The ID of the selected tab.").schema))
    static let looks = ResultFormat(
        "okLooks", nil, ("looks", WireFormat.array(of: .string).schema),
        ("look", WireFormat.string.described("The name of the current look.").schema))
    static let look = ResultFormat(
        "okLook", nil, ("look", WireFormat.string.schema), revisionMember)
    static let reloaded = ResultFormat(
        "okReloaded", nil, ("changed", WireFormat.bool.schema), revisionMember)
    static let saved = ResultFormat(
        "okSaved", nil, ("file", WireFormat.string.schema), ("changed", WireFormat.bool.schema),
        revisionMember)
    static let windows = ResultFormat("okWindows", nil, ("windows", WireFormat.array(of: .foreignWindow).schema))
    static let accessibility = ResultFormat(
        "okAccessibility", nil, ("tree", WireFormat.accessibilityNode.schema))
    static let pressed = ResultFormat(
        "okPressed", nil, ("id", WireFormat.string.schema), ("label", WireFormat.string.schema),
        revisionMember)
    static let registered = ResultFormat("okRegistered", nil, ("program", WireFormat.program.schema))

    private init(_ name: String, schema: @escaping WireFormat<Never>.Schema) {
        self.name = name
        self.schema = schema
    }
}
