// SPDX-License-Identifier: MIT
import ShellModel

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
        members.append(.init("verb", .string(verb.name.rawValue)))
        members.append(contentsOf: verb.arguments)
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
    fileprivate var arguments: [JSON.Member] {
        switch self {
        case .ping, .version, .state, .barrier, .next, .previous, .tabs, .looks, .reload: []
        case .subscribe(let topics): [.init("topics", .array(topics.map { .string($0.rawValue) }))]
        case .select(let tab, let activation):
            [.init("tab", .string(tab.rawValue))] + (activation.map { [.init("activation", .string($0.text))] } ?? [])
        case .badge(let tab, let badge): [.init("tab", .string(tab.rawValue)), .init("badge", badge?.json ?? .null)]
        case .push(let tab, let route): Self.named(tab) + [.init("route", .string(route.joined(separator: "/")))]
        case .open(let tab, let route):
            [.init("tab", .string(tab.rawValue)), .init("route", .string(route.joined(separator: "/")))]
        case .pop(let tab), .root(let tab): Self.named(tab)
        case .action(let action): [.init("action", .string(action.rawValue))]
        case .sheet(let tab), .menu(let tab): [.init("tab", tab.map { .string($0.rawValue) } ?? .null)]
        case .bar(let minimized): [.init("minimized", .bool(minimized))]
        case .scroll(let tab, let direction):
            [.init("tab", .string(tab.rawValue)), .init("direction", .string(direction.rawValue))]
        case .window(let tab, let window, let over, let isWatched):
            [.init("tab", .string(tab.rawValue)), .init("window", window?.json ?? .null)]
                + (over.map { [.init("over", .string($0.rawValue))] } ?? [])
                + (isWatched ? [] : [.init("watched", false)])
        case .appearance(let appearance): [.init("appearance", .string(appearance.rawValue))]
        case .scene(let name): [.init("scene", .string(name))]
        case .look(let name): [.init("look", .string(name))]
        case .register(let program): [.init("program", .string(program.name))]
        }
    }

    private static func named(_ tab: TabID?) -> [JSON.Member] {
        tab.map { [.init("tab", .string($0.rawValue))] } ?? []
    }

    init(_ json: JSON) throws(WireError) {
        guard let verb = json["verb"] else {
            throw WireError(.invalidRequest, "the request has no \"verb\"")
        }
        guard case .string(let word) = verb else {
            throw WireError(.invalidRequest, "\"verb\" is a string, not \(verb.typeName)")
        }
        guard let name = Name(rawValue: word) else {
            throw WireError(
                .unknownVerb, "there is no verb \"\(word)\"",
                data: ["verbs": .array(Name.allCases.map { .string($0.rawValue) })])
        }
        let arguments = RequestArguments(verb: name, json: json)
        switch name {
        case .ping: self = .ping
        case .version: self = .version
        case .state: self = .state
        case .barrier: self = .barrier
        case .next: self = .next
        case .previous: self = .previous
        case .tabs: self = .tabs
        case .looks: self = .looks
        case .reload: self = .reload
        case .subscribe: self = .subscribe(try Self.topics(json["topics"]))
        case .select: self = .select(try arguments.tab(), activation: try arguments.activation())
        case .badge: self = .badge(try arguments.tab(), try arguments.badge())
        case .push: self = .push(try arguments.optionalTab(), try arguments.route())
        case .pop: self = .pop(try arguments.optionalTab())
        case .root: self = .root(try arguments.optionalTab())
        case .open: self = .open(try arguments.tab(), try arguments.route(mayBeEmpty: true))
        case .action: self = .action(ActionID(rawValue: try arguments.string("action")))
        case .sheet: self = .sheet(try arguments.nullableTab())
        case .menu: self = .menu(try arguments.nullableTab())
        case .bar: self = .bar(minimized: try arguments.bool("minimized"))
        case .scroll: self = .scroll(try arguments.tab(), try arguments.choice("direction"))
        case .window:
            self = .window(
                try arguments.tab(), try arguments.window(), over: try arguments.optionalTab("over"),
                isWatched: json["watched"] == nil ? true : try arguments.bool("watched"))
        case .appearance: self = .appearance(try arguments.choice("appearance"))
        case .scene: self = .scene(try arguments.string("scene"))
        case .look: self = .look(try arguments.string("look"))
        case .register: self = .register(try arguments.program())
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
