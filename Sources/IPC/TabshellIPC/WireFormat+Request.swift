import ShellModel

// The formats of arguments that events lack.

extension WireFormat<[Topic]> {
    /// A list of topics; duplicates are ignored. One unknown topic refuses the whole list.
    static let topics = WireFormat(
        schema: { definitions in
            let topic = definitions.reference(to: "topic") { _ in .enumSchema(Topic.allCases.map(\.rawValue)) }
            return ["type": "array", "items": topic]
        },
        encode: { .array($0.map { .string($0.rawValue) }) },
        decode: { (reader) throws(MessageError) in
            guard case .array = reader.json else { throw reader.mismatch("an array of strings") }
            var topics: [Topic] = []
            for element in try reader.array() {
                let name = try element.string(maximumBytes: Limits.maximumNameBytes)
                guard let topic = Topic(name: name) else {
                    var error = MessageError("unknown topic \"\(name)\"")
                    error.code = .unknownTopic
                    error.data = ["topics": .array(Topic.allCases.map { .string($0.rawValue) })]
                    throw error
                }
                if !topics.contains(topic) { topics.append(topic) }
            }
            return topics
        })
}

extension WireFormat<[String]> {
    /// Path components between slashes; empty is the root.
    static let route = route(isRootAllowed: true).described("Components between slashes; empty is the root.")
        .named("route")

    /// At least one path component.
    static let relativeRoute = {
        let decode = route(isRootAllowed: false)
        return WireFormat(
            schema: { definitions in
                guard case .object(let members) = route.schema(&definitions) else { return true }
                return .object(members + [.init("minLength", 1)])
            }, encode: decode.encode, decode: decode.decode)
    }()

    private static func route(isRootAllowed: Bool) -> WireFormat {
        let (count, bytes) = (ShellState.maximumPathComponents, ShellState.maximumComponentBytes)
        return WireFormat(
            schema: { _ in
                let component = #"[^/\u0000-\u001f\u007f-\u009f]{1,\#(bytes)}"#
                return [
                    "type": "string", "pattern": .string("^(\(component)(/\(component)){0,\(count - 1)})?$"),
                ]
            },
            encode: { .string($0.joined(separator: "/")) },
            decode: { (reader) throws(MessageError) in
                let text = try reader.string()
                if text.isEmpty, isRootAllowed { return [] }
                let components = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                    .map { String(Substring($0)) }
                guard !components.contains(where: \.isEmpty) else {
                    throw reader.error("is words between slashes, like \"day/today\", not \"\(text)\"")
                }
                guard !text.unicodeScalars.contains(where: \.isControl) else {
                    throw reader.error("has no control characters")
                }
                guard ShellState.isValid(path: components) else {
                    throw reader.error("has at most \(count) words of \(bytes) bytes")
                }
                return components
            })
    }
}

extension WireFormat<UInt64> {
    /// The duration of a change, ns.
    static let duration = integer(in: 1...ShellState.maximumDuration)
}

extension WireFormat<String> {
    /// The text of a message, without line breaks: it is broken into the lines that the screen has room for.
    static let messageText = text(maximumBytes: ShownMessage.maximumBytes)
    /// The name of a followed link, which hooks get in a variable of their environment.
    static let linkName = text(maximumBytes: Limits.maximumNameBytes)

    /// A text with at least one character, without control characters.
    private static func text(maximumBytes: Int) -> WireFormat {
        WireFormat(
            schema: { _ in
                [
                    "type": "string", "maxLength": JSON(maximumBytes), "pattern": #"^[^\u0000-\u001f\u007f-\u009f]+$"#,
                ]
            },
            encode: { .string($0) },
            decode: { (reader) throws(MessageError) in
                let text = try reader.string(maximumBytes: maximumBytes)
                guard !text.isEmpty else { throw reader.error("is not empty") }
                guard !text.unicodeScalars.contains(where: \.isControl) else {
                    throw reader.error("has no control characters")
                }
                return text
            })
    }
}

extension WireFormat<ActivationToken> {
    static let activationToken = WireFormat(
        schema: { _ in
            [
                "type": "string", "minLength": 1, "maxLength": JSON(ActivationToken.maximumBytes),
                "pattern": #"^[^\u0000-\u001f\u007f-\u009f]+$"#,
            ]
        },
        encode: { .string($0.text) },
        decode: { (reader) throws(MessageError) in
            guard let token = ActivationToken(try reader.string()) else {
                throw reader.error("is 1 to \(ActivationToken.maximumBytes) bytes without control characters")
            }
            return token
        }
    )
    .described(
        "A token with which the window of a started program may come to the front. At most \(ActivationToken.maximumBytes) bytes in UTF-8."
    )
    .named("activationToken")
}

extension WireFormat<TabPosition> {
    /// A place among the tabs; left out for the last.
    static let tabPosition = WireFormat(
        schema: { definitions in
            let tab = WireFormat<TabID>.identifier().schema(&definitions)
            let number: JSON = ["type": "integer", "minimum": 1]
            return .memberSchema("oneOf", ["at": number, "before": tab, "after": tab, "replace": tab])
        },
        encode: { position in
            switch position {
            case .at(let number): ["at": JSON(number)]
            case .before(let tab): ["before": .string(tab.rawValue)]
            case .after(let tab): ["after": .string(tab.rawValue)]
            case .replacing(let tab): ["replace": .string(tab.rawValue)]
            case .last: [:]
            }
        },
        decode: { (reader) throws(MessageError) in
            guard case .object(let members) = reader.json, members.count == 1 else {
                throw reader.error("is an object with one of \"at\", \"before\", \"after\" and \"replace\"")
            }
            if let number = reader.optional("at") {
                return .at(try number.checked(try number.integer(), in: 1...Int.max))
            }
            let identifier = WireFormat<TabID>.identifier()
            if let tab = reader.optional("before") { return .before(try identifier.decode(tab)) }
            if let tab = reader.optional("after") { return .after(try identifier.decode(tab)) }
            if let tab = reader.optional("replace") { return .replacing(try identifier.decode(tab)) }
            throw reader.error("is an object with one of \"at\", \"before\", \"after\" and \"replace\"")
        }
    )
    .described("Counted from 1, or beside another tab.").named("tabPosition")
}
