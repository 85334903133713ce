// SPDX-License-Identifier: MIT
import ShellModel

/// The declaration of a verb: its name on the wire, its arguments and its result. Decoding, encoding and the JSON schema
/// are derived from it.
public final class RequestMethod: Sendable {
    public let name: String
    /// The meaning in one sentence.
    public let summary: String
    /// Returns the schema of a successful reply.
    let result: @Sendable () -> ResultFormat
    /// Returns the schema of the request.
    let schema: @Sendable (inout SchemaDefinitions) -> JSON
    /// Returns the arguments of a request of this verb; nil for a request of another verb.
    let arguments: @Sendable (Request) -> [JSON.Member]?
    let decode: @Sendable (JSONObjectReader) throws(MessageError) -> Request

    /// Declares a verb without arguments.
    convenience init(
        _ name: String, _ summary: String, _ request: Request,
        result: @escaping @autoclosure @Sendable () -> ResultFormat = .revision
    ) {
        self.init(name, summary, result: result(), make: { request }, match: { $0 == request ? () : nil })
    }

    /// Declares a verb that is a command.
    static func command<each Value: Sendable>(
        _ name: String, _ summary: String, _ argument: repeat RequestArgument<each Value>,
        result: @escaping @autoclosure @Sendable () -> ResultFormat = .revision,
        make: @escaping @Sendable (repeat each Value) -> Command,
        match: @escaping @Sendable (Command) -> (repeat each Value)?
    ) -> RequestMethod {
        RequestMethod(
            name, summary, repeat each argument, result: result(),
            make: { (value: repeat each Value) in .command(make(repeat each value)) },
            match: { if case .command(let command) = $0 { match(command) } else { nil } })
    }

    /// - Parameters:
    ///   - make: makes the request from the arguments.
    ///   - match: returns the arguments of a request; nil for a request of another verb.
    init<each Value: Sendable>(
        _ name: String, _ summary: String, _ argument: repeat RequestArgument<each Value>,
        result: @escaping @autoclosure @Sendable () -> ResultFormat = .revision,
        make: @escaping @Sendable (repeat each Value) -> Request,
        match: @escaping @Sendable (Request) -> (repeat each Value)?
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
        arguments = { request in
            guard let values = match(request) else { return nil }
            var members: [JSON.Member] = []
            for (argument, value) in repeat (each list, each values) {
                guard !argument.isOmitted(value) else { continue }
                members.append(.init(argument.name, argument.format.encode(value)))
            }
            return members
        }
        decode = { (reader) throws(MessageError) -> Request in
            try make(repeat (each list).decode(from: reader))
        }
    }
}

/// The declaration of an argument of a verb.
final class RequestArgument<Value: Sendable>: Sendable {
    let name: String
    let format: WireFormat<Value>
    /// Returns true if the value is expressed by leaving the argument out.
    let isOmitted: @Sendable (Value) -> Bool
    private let read: @Sendable (JSONObjectReader) throws(MessageError) -> Value

    private init(
        _ name: String, _ format: WireFormat<Value>, absent: Value?, isOmitted: @escaping @Sendable (Value) -> Bool
    ) {
        self.name = name
        let format = format.absent(absent)
        self.format = format
        self.isOmitted = isOmitted
        read = { (reader) throws(MessageError) in try reader.member(name, format) }
    }

    /// Decodes the argument. A function of its own, because Swift 6.3 crashes when it optimizes a pack of member calls.
    func decode(from reader: JSONObjectReader) throws(MessageError) -> Value { try read(reader) }

    /// Declares a required argument.
    static func required(_ name: String, _ format: WireFormat<Value>) -> RequestArgument {
        RequestArgument(name, format, absent: nil) { _ in false }
    }

    /// Declares an argument that may be null or left out.
    static func optional<Wrapped: Sendable>(_ name: String, _ format: WireFormat<Wrapped>) -> RequestArgument
    where Value == Wrapped? {
        RequestArgument(name, .nullable(format), absent: .some(nil)) { $0 == nil }
    }

    /// Declares an argument for a change: left out it changes nothing, and null removes a value.
    static func change<Wrapped: Sendable>(_ name: String, _ format: WireFormat<Wrapped>) -> RequestArgument
    where Value == Wrapped?? {
        let nullable = WireFormat<Wrapped?>.nullable(format)
        let change = WireFormat<Wrapped??>(
            schema: nullable.schema, encode: { $0.map(nullable.encode) ?? .null },
            decode: { (reader) throws(MessageError) in .some(try nullable.decode(reader)) })
        return RequestArgument(name, change, absent: .some(nil)) { $0 == nil }
    }

    /// Declares an argument that may be left out, but not be null.
    static func defaulted(
        _ name: String, _ format: WireFormat<Value>, _ absent: Value, isAlwaysWritten: Bool = false
    ) -> RequestArgument where Value: Equatable {
        RequestArgument(name, format, absent: absent) { !isAlwaysWritten && $0 == absent }
    }
}

/// The schema of a successful reply's `ok`.
struct ResultFormat: Sendable {
    /// The name of its definition in the schema.
    let name: String
    let schema: WireFormat<Never>.Schema

    /// - Parameter optional: the names of the members that may be absent.
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

    static let nothing = ResultFormat("okNothing", "Of ping, and of answers and wishes of programs.")
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
        ("revision", WireFormat<UInt64>.unsigned.schema))
    static let selected = ResultFormat(
        "okSelected", "Of select, next, previous, open and tab_add.", ("tab", WireFormat.string.schema),
        ("revision", WireFormat<UInt64>.unsigned.schema),
        ("warning", WireFormat.string.described("The reason if no panel shows the tab.").schema), optional: ["warning"])
    static let tabs = ResultFormat(
        "okTabs", nil, ("tabs", { Topic.tabs.reference(&$0) }),
        ("selection", WireFormat.string.described("The ID of the selected tab.").schema))
    static let looks = ResultFormat(
        "okLooks", nil, ("looks", WireFormat.array(of: .string).schema),
        ("look", WireFormat.string.described("The name of the current look.").schema))
    static let look = ResultFormat(
        "okLook", nil, ("look", WireFormat.string.schema), ("revision", WireFormat<UInt64>.unsigned.schema))
    static let reloaded = ResultFormat(
        "okReloaded", nil, ("changed", WireFormat.bool.schema), ("revision", WireFormat<UInt64>.unsigned.schema))
    static let saved = ResultFormat(
        "okSaved", nil, ("file", WireFormat.string.schema), ("changed", WireFormat.bool.schema),
        ("revision", WireFormat<UInt64>.unsigned.schema))
    static let windows = ResultFormat("okWindows", nil, ("windows", WireFormat.array(of: .foreignWindow).schema))
    static let accessibility = ResultFormat(
        "okAccessibility", nil, ("tree", WireFormat.accessibilityNode.schema))
    static let pressed = ResultFormat(
        "okPressed", nil, ("id", WireFormat.string.schema), ("label", WireFormat.string.schema),
        ("revision", WireFormat<UInt64>.unsigned.schema))
    static let registered = ResultFormat("okRegistered", nil, ("program", WireFormat.program.schema))

    private init(_ name: String, schema: @escaping WireFormat<Never>.Schema) {
        self.name = name
        self.schema = schema
    }
}
