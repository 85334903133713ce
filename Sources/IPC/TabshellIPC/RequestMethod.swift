import ShellModel

/// The declaration of a verb: its message, its meaning and its result.
public struct RequestMethod: Sendable {
    /// The meaning in one sentence.
    public let summary: String
    let result: @Sendable () -> ResultFormat
    let format: MessageDeclaration<Request>

    public var name: String { format.name }

    static func command<each Value: Sendable>(
        _ name: String, _ summary: String, _ argument: repeat MessageArgument<each Value>,
        result: @escaping @autoclosure @Sendable () -> ResultFormat = .revision,
        make: @escaping @Sendable (repeat each Value) -> Command
    ) -> RequestMethod {
        RequestMethod(name, summary, repeat each argument, result: result()) { (value: repeat each Value) in
            .command(make(repeat each value))
        }
    }

    init<each Value: Sendable>(
        _ name: String, _ summary: String, _ argument: repeat MessageArgument<each Value>,
        result: @escaping @autoclosure @Sendable () -> ResultFormat = .revision,
        make: @escaping @Sendable (repeat each Value) -> Request
    ) {
        self.summary = summary
        self.result = result
        format = MessageDeclaration(name, repeat each argument, make: make)
    }

    func schema(_ definitions: inout SchemaDefinitions) -> JSON {
        let properties = format.properties(&definitions)
        let required = properties.map(\.name).filter { !format.optional.contains($0) }
        let members: [JSON.Member] = [
            .init("description", .string(summary)),
            .init("properties", .object([.init("verb", ["const": .string(name)])] + properties)),
        ]
        return .object(members + (required.isEmpty ? [] : [.init("required", .array(required.map { .string($0) }))]))
    }
}

/// The schema of a successful reply's `ok`.
struct ResultFormat: Sendable {
    /// The name of its definition in the schema.
    let name: String
    let schema: WireFormat<Never>.Schema

    init(
        _ name: String, _ description: String? = nil, _ members: (name: String, schema: WireFormat<Never>.Schema)...,
        optional: [String] = []
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
