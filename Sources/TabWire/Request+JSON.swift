// SPDX-License-Identifier: MIT
import TabModel

extension RequestID {
    var json: JSON {
        switch self {
        case .integer(let value): .integer(value)
        case .string(let value): .string(value)
        }
    }

    init?(_ json: JSON) {
        switch json {
        case .integer(let value): self = .integer(value)
        case .string(let value): self = .string(value)
        default: return nil
        }
    }
}

extension Request {
    /// The request as a client writes it.
    public var json: JSON {
        var members: [JSON.Member] = []
        if let id { members.append(.init("id", id.json)) }
        members.append(.init("verb", .string(verb.name)))
        switch verb {
        case .ping, .version, .state, .barrier, .next, .previous: break
        case .subscribe(let topics): members.append(.init("topics", .array(topics.map { .string($0.rawValue) })))
        case .select(let tab): members.append(.init("tab", .string(tab.rawValue)))
        case .register(let program): members.append(.init("program", .string(program.name)))
        }
        return .object(members)
    }

    /// Reads a request line.
    ///
    /// - Throws: ``RequestError`` that can be sent as the reply.
    public init(line: [UInt8]) throws(RequestError) {
        let json: JSON
        do throws(JSONError) {
            json = try JSONParser.parse(line)
        } catch {
            throw RequestError(
                id: nil,
                error: WireError(
                    .parse, "byte \(error.offset): \(error.message)", data: ["offset": JSON(error.offset)]))
        }
        guard case .object = json else {
            throw RequestError(
                id: nil, error: WireError(.invalidRequest, "a request is an object, not \(json.typeName)"))
        }
        id = json["id"].flatMap(RequestID.init)
        if let given = json["id"], id == nil, given != .null {
            throw RequestError(
                id: nil,
                error: WireError(.invalidRequest, "\"id\" is a string or an integer, not \(given.typeName)"))
        }
        do throws(WireError) {
            verb = try Verb(json)
        } catch {
            throw RequestError(id: id, error: error)
        }
    }
}

extension Verb {
    init(_ json: JSON) throws(WireError) {
        guard let verb = json["verb"] else {
            throw WireError(.invalidRequest, "the request has no \"verb\"")
        }
        guard case .string(let name) = verb else {
            throw WireError(.invalidRequest, "\"verb\" is a string, not \(verb.typeName)")
        }
        switch name {
        case "ping": self = .ping
        case "version": self = .version
        case "state": self = .state
        case "barrier": self = .barrier
        case "next": self = .next
        case "previous": self = .previous
        case "subscribe": self = .subscribe(try Self.topics(json["topics"]))
        case "select": self = .select(TabID(rawValue: try json.requiredString("tab", for: name)))
        case "register":
            let text = try json.requiredString("program", for: name)
            guard let program = Program(name: text) else {
                throw WireError(
                    .invalidArgument, "register: \"program\" is \"panel\" or \"page:TAB\", not \"\(text)\"")
            }
            self = .register(program)
        default:
            throw WireError(
                .unknownVerb, "there is no verb \"\(name)\"", data: ["verbs": .array(Self.names.map { .string($0) })])
        }
    }

    /// All-or-nothing: one unknown topic refuses the whole subscription.
    private static func topics(_ json: JSON?) throws(WireError) -> [Topic] {
        guard let json else { return Topic.allCases }
        guard case .array(let elements) = json else {
            throw WireError(
                .invalidArgument, "subscribe: \"topics\" is an array of strings, not \(json.typeName)")
        }
        var topics: [Topic] = []
        for element in elements {
            guard case .string(let name) = element else {
                throw WireError(.invalidArgument, "subscribe: a topic is a string, not \(element.typeName)")
            }
            guard let topic = Topic(rawValue: name) else {
                throw WireError(
                    .unknownTopic, "subscribe: there is no topic \"\(name)\"",
                    data: ["topics": .array(Topic.allCases.map { .string($0.rawValue) })])
            }
            if !topics.contains(topic) { topics.append(topic) }
        }
        return topics
    }
}

extension JSON {
    func requiredString(_ name: String, for verb: String) throws(WireError) -> String {
        guard let value = self[name] else {
            throw WireError(.invalidArgument, "\(verb): \"\(name)\" is missing")
        }
        guard case .string(let text) = value else {
            throw WireError(.invalidArgument, "\(verb): \"\(name)\" is a string, not \(value.typeName)")
        }
        return text
    }
}
