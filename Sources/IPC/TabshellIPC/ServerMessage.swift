import ShellModel

/// The server's first line on each connection.
public struct Hello: Equatable, Sendable {
    /// `major.minor`.
    public var protocolVersion: String
    public var version: String
    public var pid: Int32
    /// The verbs of the server.
    public var features: [String]

    public init(protocolVersion: String, version: String, pid: Int32, features: [String]) {
        self.protocolVersion = protocolVersion
        self.version = version
        self.pid = pid
        self.features = features
    }

    /// Decodes the members. Not by the ``WireFormat``, and before the ``ServerMessage/formats``: making their metadata takes
    /// a third of a command's time.
    fileprivate init(_ reader: JSONObjectReader) throws(MessageError) {
        protocolVersion = try reader.member("protocol").string()
        version = try reader.optional("version")?.string() ?? ""
        pid = try reader.optional("pid")?.integer() ?? 0
        features =
            try reader.optional("features")?.elements { element throws(MessageError) in try element.string() } ?? []
    }

    /// The reason why a client cannot use the server; nil if both speak the same version of the protocol.
    public var incompatibility: String? {
        guard ProtocolVersion(protocolVersion) != .current else { return nil }
        return """
            the daemon (version \(version)) speaks protocol \(protocolVersion), this program \
            \(ProtocolVersion.current): install both from the same version, and restart the daemon
            """
    }
}

public enum ServerMessage: Equatable, Sendable {
    case hello(Hello)
    case reply(id: RequestID?, Result<JSON, WireError>)
    case event(StateEvent)
    /// The end of a change: apply the events since the previous one together.
    case commit(revision: UInt64)
    /// The end of a snapshot.
    case ready(revision: UInt64)
    /// Events were dropped because the client read too slowly; a new snapshot follows.
    case resync(revision: UInt64)
    /// A request for a ``Request/pong(_:)`` with the same number, to a program registered for pings.
    case ping(serial: UInt64)
    /// A request for a ``Request/foreign(_:_:)`` with the same number, to the panel.
    case foreign(serial: UInt64)
    /// A request for a ``Request/describe(_:_:)`` with the same number, and for more after changes of a watched tree.
    case describe(serial: UInt64, isWatched: Bool)
    /// A request to press a node of the program's last description, and for a ``Request/pressed(_:problem:)``.
    case press(serial: UInt64, id: String)
    case edit(serial: UInt64, id: String, AccessibilityEdit)
    /// A text to speak about the page in front, to the panel.
    case announce(String, SpeechUrgency)
    /// Haptic feedback about the page in front, to the panel.
    case haptic(HapticKind)
    /// An event of a later server, to be ignored.
    case unknown(String)

    /// Appends the message as a line of the socket. The most frequent ones are written without a JSON object.
    public func write(to output: inout [UInt8]) {
        switch self {
        case .reply(let id, let result): Self.write(reply: result, to: id, in: &output)
        case .event(let event):
            let name = JSON.string(event.topic.rawValue)
            output.append(#"{"event":"#)
            name.write(to: &output)
            output.append(#","revision":"#)
            JSON(event.revision).write(to: &output)
            output.append(",")
            name.write(to: &output)
            output.append(":")
            event.valueJSON.write(to: &output)
            output.append("}\n")
        case .commit(let revision):
            output.append(#"{"event":"commit","revision":"#)
            JSON(revision).write(to: &output)
            output.append("}\n")
        case .hello(let hello):
            guard case .object(let members) = WireFormat.hello.encode(hello) else { return }
            Self.write("hello", members, to: &output)
        case .unknown(let name): Self.write(name, [], to: &output)
        default: if let format { Self.write(format.name, format.arguments, to: &output) }
        }
    }

    /// The declaration of an event that is neither the first line nor about a topic.
    private var format: MessageDeclaration<ServerMessage>? {
        switch self {
        case .hello, .reply, .event, .unknown: nil
        case .commit(let revision): .init("commit", .revision(revision)) { .commit(revision: $0) }
        case .ready(let revision): .init("ready", .revision(revision)) { .ready(revision: $0) }
        case .resync(let revision): .init("resync", .revision(revision)) { .resync(revision: $0) }
        case .ping(let serial): .init("ping", .serial(serial)) { .ping(serial: $0) }
        case .foreign(let serial): .init("foreign", .serial(serial)) { .foreign(serial: $0) }
        case .describe(let serial, let isWatched):
            .init("describe", .serial(serial), .required("watch", .bool, isWatched)) {
                .describe(serial: $0, isWatched: $1)
            }
        case .press(let serial, let id):
            .init("press", .serial(serial), .required("id", .string, id)) { .press(serial: $0, id: $1) }
        case .edit(let serial, let id, let edit):
            .init("edit", .serial(serial), .required("id", .string, id), .required("edit", .edit, edit)) {
                .edit(serial: $0, id: $1, $2)
            }
        case .announce(let text, let urgency):
            .init("announce", .required("text", .string, text), .required("urgency", .choice, urgency)) {
                .announce($0, $1)
            }
        case .haptic(let kind): .init("haptic", .required("kind", .choice, kind)) { .haptic($0) }
        }
    }

    static let formats = [
        ServerMessage.commit(revision: 0), .ready(revision: 0), .resync(revision: 0), .ping(serial: 0),
        .foreign(serial: 0), .describe(serial: 0, isWatched: false), .press(serial: 0, id: ""),
        .edit(serial: 0, id: "", AccessibilityEdit(start: 0, end: 0)), .announce("", .polite), .haptic(.light),
    ].compactMap(\.format)

    public static func write(reply result: Result<JSON, WireError>, to id: RequestID?, in output: inout [UInt8]) {
        output.append(#"{"id":"#)
        (id?.json ?? .null).write(to: &output)
        switch result {
        case .success(let value):
            output.append(#","ok":"#)
            value.write(to: &output)
        case .failure(let error):
            output.append(#","error":"#)
            error.json.write(to: &output)
        }
        output.append("}\n")
    }

    private static func write(_ event: String, _ members: [JSON.Member], to output: inout [UInt8]) {
        JSON.object([.init("event", .string(event))] + members).write(to: &output)
        output.append(0x0A)
    }

    public var line: [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(128)
        write(to: &output)
        return output
    }

    /// Decodes a line of the server. Unknown members are ignored.
    public init(line: ArraySlice<UInt8>) throws(MessageError) {
        let json: JSON
        do throws(JSONError) {
            json = try JSONParser.parse(line)
        } catch {
            throw MessageError("byte \(error.offset): \(error.message)")
        }
        try self.init(json: json)
    }

    public init(json: JSON) throws(MessageError) {
        guard json["event"] != nil else {
            self = try Self.reply(json)
            return
        }
        let reader = JSONObjectReader(json)
        let name = try reader.member("event").string()
        if let topic = Topic(name: name) {
            let revision: UInt64 = try reader.member("revision").integer()
            var state = ShellState()
            try topic.format.decode(try reader.member(name), &state)
            self = .event(StateEvent(revision: revision, topic, of: state))
        } else if name == "hello" {
            self = .hello(try Hello(reader))
        } else {
            self = try Self.formats.first { $0.name == name }?.decode(reader) ?? .unknown(name)
        }
    }

    private static func reply(_ json: JSON) throws(MessageError) -> ServerMessage {
        let id = json["id"].flatMap(RequestID.init)
        if let value = json["ok"] { return .reply(id: id, .success(value)) }
        guard json["error"] != nil else { throw MessageError("the line is neither an event nor a reply") }
        let error = try JSONObjectReader(json).member("error")
        return .reply(
            id: id,
            .failure(
                WireError(
                    code: try error.member("code").string(), message: try error.member("message").string(),
                    data: error.json["data"])))
    }
}

extension WireFormat<Hello> {
    /// The members of a hello beside `event`.
    static let hello = WireFormat.object(
        .init("protocol", \.protocolVersion, .protocolVersion), .init("version", \.version, .string),
        .init("pid", \.pid, .integer), .init("features", \.features, .array(of: .string))
    ) { Hello(protocolVersion: $0, version: $1, pid: $2, features: $3) }
}

extension WireFormat<String> {
    static let protocolVersion = WireFormat(
        schema: { _ in ["type": "string", "pattern": #"^[0-9]+\.[0-9]+$"#] }, encode: { .string($0) },
        decode: { (reader) throws(MessageError) in try reader.string() })
}
