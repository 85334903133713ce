/// The client's identifier of a request, which the reply repeats.
public enum RequestID: Equatable, Sendable {
    case integer(Int64)
    case string(String)

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

public struct RequestMessage: Equatable, Sendable {
    /// Nil if the client needs no identifier; it is null in the reply.
    public var id: RequestID?
    public var request: Request

    public init(id: RequestID?, _ request: Request) {
        self.id = id
        self.request = request
    }

    /// The message as a client writes it.
    public var json: JSON {
        var members: [JSON.Member] = []
        if let id { members.append(.init("id", id.json)) }
        guard let method = request.method else { preconditionFailure("a request has no verb: \(request)") }
        members.append(.init("verb", .string(method.name)))
        return .object(members + method.format.arguments)
    }

    /// Decodes a request line. The error is the reply.
    public init(line bytes: ArraySlice<UInt8>) throws(RequestError) {
        func invalid(_ problem: String) -> RequestError {
            RequestError(id: nil, error: WireError(.invalidRequest, problem))
        }
        let line: RequestLine
        do throws(JSONError) {
            line = try RequestLine.parse(bytes)
        } catch {
            let message = "byte \(error.offset): \(error.message)"
            throw RequestError(id: nil, error: WireError(.parse, message, data: ["offset": JSON(error.offset)]))
        }
        guard case .object = line.arguments else {
            throw invalid("a request is an object, not \(line.arguments.typeName)")
        }
        id = line.id.flatMap(RequestID.init)
        if id == nil, let value = line.id, value != .null {
            throw invalid("\"id\" is a string or an integer, not \(value.typeName)")
        }
        do throws(WireError) {
            request = try Request(line.verb, line.arguments)
        } catch {
            throw RequestError(id: id, error: error)
        }
    }
}

/// The reason why a line is not a request, with the identifier of the reply if the line has one.
public struct RequestError: Error, Equatable, Sendable {
    public var id: RequestID?
    public var error: WireError
}
