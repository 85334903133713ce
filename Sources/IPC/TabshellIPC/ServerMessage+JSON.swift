// SPDX-License-Identifier: MIT
import ShellModel

/// Why a line is not a message of a server of this protocol.
public struct MessageError: Error, Equatable, Sendable {
    /// What is wrong, with the path of the value where there is one.
    public var message: String

    public init(message: String) {
        self.message = message
    }
}

extension ServerMessage {
    /// The message as the server writes it.
    public var json: JSON {
        switch self {
        case .hello(let hello):
            return [
                "event": "hello", "protocol": .string(hello.protocolVersion), "version": .string(hello.version),
                "pid": JSON(hello.pid), "features": .array(hello.features.map { .string($0) }),
            ]
        case .reply(let id, .success(let value)):
            return ["id": id?.json ?? .null, "ok": value]
        case .reply(let id, .failure(let error)):
            return ["id": id?.json ?? .null, "error": error.json]
        case .event(let event):
            return event.json
        case .ready(let revision):
            return ["event": "ready", "revision": JSON(revision)]
        case .resync(let revision):
            return ["event": "resync", "revision": JSON(revision)]
        case .unknown(let name):
            return ["event": .string(name)]
        }
    }

    /// Reads a line of the server. Members that are not known are ignored.
    ///
    /// - Throws: ``MessageError`` that says what is missing or wrong.
    public init(line: [UInt8]) throws(MessageError) {
        let json: JSON
        do throws(JSONError) {
            json = try JSONParser.parse(line)
        } catch {
            throw MessageError(message: "byte \(error.offset): \(error.message)")
        }
        try self.init(json)
    }

    init(_ json: JSON) throws(MessageError) {
        guard json["event"] != nil else {
            self = try Self.reply(json)
            return
        }
        let reader = JSONObjectReader(json)
        let name = try reader.string("event")
        switch name {
        case "hello":
            self = .hello(
                Hello(
                    protocolVersion: try reader.string("protocol"), version: try reader.string("version"),
                    pid: try reader.integer("pid"),
                    features: try reader.array("features").map { element throws(MessageError) in
                        try element.string()
                    }))
        case "ready": self = .ready(revision: try reader.integer("revision"))
        case "resync": self = .resync(revision: try reader.integer("revision"))
        default:
            guard let topic = Topic(rawValue: name) else {
                self = .unknown(name)
                return
            }
            self = .event(
                StateEvent(
                    revision: try reader.integer("revision"),
                    value: try StateEvent.Value(topic, try reader.member(name))))
        }
    }

    private static func reply(_ json: JSON) throws(MessageError) -> ServerMessage {
        let id = json["id"].flatMap(RequestID.init)
        if let value = json["ok"] { return .reply(id: id, .success(value)) }
        guard json["error"] != nil else {
            throw MessageError(message: "the line is neither an event nor a reply")
        }
        let error = try JSONObjectReader(json).member("error")
        return .reply(
            id: id,
            .failure(
                WireError(
                    code: try error.string("code"), message: try error.string("message"), data: error.json["data"])))
    }
}

extension WireError {
    var json: JSON {
        var members = [JSON.Member("code", .string(code)), JSON.Member("message", .string(message))]
        if let data { members.append(.init("data", data)) }
        return .object(members)
    }
}
