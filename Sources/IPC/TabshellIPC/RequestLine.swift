/// The members of a request line. Names and verb are compared as bytes: making strings of them would take most of the time.
struct RequestLine {
    enum Verb {
        /// Its place in ``Request/methods``.
        case known(Int)
        /// The value in place of the name of a verb.
        case other(JSON)
    }

    var id: JSON?
    var verb: Verb?
    /// The other members. If the line is not an object, its value.
    var arguments: JSON

    static func parse(_ line: ArraySlice<UInt8>) throws(JSONError) -> RequestLine {
        var parser = JSONParser()
        let bytes = line.span
        guard parser.isObject(bytes) else { return RequestLine(arguments: try JSONParser.parse(line)) }
        var id: JSON?
        var verb: Verb?
        var members = JSONMembers()
        var isFirst = true
        try parser.enter(0)
        while let name = try parser.name(isFirst: isFirst, in: bytes) {
            isFirst = false
            if name.equals("id", in: bytes) {
                guard id == nil else { throw parser.isTwice(name, "id") }
                id = try parser.memberValue(in: bytes, depth: 0)
            } else if name.equals("verb", in: bytes) {
                guard verb == nil else { throw parser.isTwice(name, "verb") }
                verb = try parser.verb(in: bytes)
            } else {
                try parser.append(name, to: &members, in: bytes, depth: 0)
            }
        }
        try parser.end(in: bytes)
        return RequestLine(id: id, verb: verb, arguments: .object(members.list))
    }
}

extension JSONParser {
    fileprivate mutating func verb(in bytes: Span<UInt8>) throws(JSONError) -> RequestLine.Verb {
        try colon(in: bytes)
        let start = self
        if peek(bytes) == UInt8(ascii: "\"") {
            let name = try characters(in: bytes)
            if let place = Request.place(ofVerb: bytes.extracting(name.range)) { return .known(place) }
            self = start
        }
        let value = try value(in: bytes, depth: 1)
        if case .string(let name) = value, let place = Request.place(ofVerb: name.utf8.span) { return .known(place) }
        return .other(value)
    }
}

extension Request {
    /// The names of the verbs of each length, one after another, and their places in ``methods``.
    private static let verbs: [(names: [UInt8], places: [Int])] = {
        let names = methods.map { Array($0.name.utf8) }
        return (0...(names.map(\.count).max() ?? 0)).map { length in
            let places = names.indices.filter { names[$0].count == length }
            return (places.flatMap { names[$0] }, places)
        }
    }()

    /// Returns the place in ``methods`` of a verb; nil for any other text.
    static func place(ofVerb name: Span<UInt8>) -> Int? {
        guard name.count < verbs.count else { return nil }
        for number in verbs[name.count].places.indices {
            var index = 0
            while index < name.count, name[index] == verbs[name.count].names[number * name.count + index] { index += 1 }
            if index == name.count { return verbs[name.count].places[number] }
        }
        return nil
    }
}
