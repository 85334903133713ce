import ShellModel

extension WireFormat<Look> {
    /// The name, and the values of `Look.keys`; the keys of a group are members of an object.
    static let look = WireFormat(schema: lookSchema, encode: { $0.json }, decode: Look.init)

    private static func lookSchema(_ definitions: inout SchemaDefinitions) -> JSON {
        var properties = [JSON.Member("name", ["type": "string"])]
        for (group, keys) in Look.keyGroups {
            let members = keys.map { JSON.Member($0.name, $0.field.schema(&definitions)) }
            guard let group else {
                properties += members
                continue
            }
            // Both palettes have the same schema.
            let isPalette = Appearance(rawValue: group) != nil
            let schema = JSON.objectSchema(members)
            properties.append(.init(group, isPalette ? definitions.reference(to: "palette") { _ in schema } : schema))
        }
        return .objectSchema(
            properties,
            description: "The keys and their bounds are those of the configuration. Lengths are in logical pixels.")
    }
}

extension Look {
    var json: JSON {
        let groups = Self.keyGroups.flatMap { group, keys in
            let members = keys.map { JSON.Member($0.name, $0.field.encode(self)) }
            return group.map { [JSON.Member($0, .object(members))] } ?? members
        }
        return .object([JSON.Member("name", .string(name))] + groups)
    }

    fileprivate init(_ reader: JSONObjectReader) throws(MessageError) {
        self.init()
        name = try reader.member("name", .string)
        for (group, keys) in Self.keyGroups {
            let members = if let group { try reader.member(group) } else { reader }
            for key in keys { try key.field.decode(try members.member(key.name), &self) }
        }
    }
}

extension LookKey {
    fileprivate var field: PartFormat<Look> {
        switch kind {
        case .number(let keyPath, let range): return PartFormat(keyPath, .number(in: range))
        case .integer(let keyPath, let range): return PartFormat(keyPath, .integer(in: range))
        case .flag(let keyPath): return PartFormat(keyPath, .bool)
        case .text(let keyPath): return PartFormat(keyPath, .string)
        case .texts(let keyPath): return PartFormat(keyPath, .array(of: .string))
        case .transition(let token): return PartFormat(\.motion[token], .transition)
        case .color(let appearance, let token): return PartFormat(\.[palette: appearance][token], .color)
        case .choice(let key):
            return PartFormat(
                schema: { _ in .enumSchema(key.cases) }, encode: { .string(key.get($0)) },
                decode: { (reader, look) throws(MessageError) in
                    try reader.choice(among: key.cases) { key.set(&look, $0) ? () : nil }
                })
        }
    }
}

extension WireFormat<RGBA> {
    fileprivate static let color = WireFormat(
        schema: {
            $0.reference(to: "colour") { _ in
                [
                    "description": "Opaque without the last two digits.", "type": "string",
                    "pattern": "^#[0-9A-F]{6}([0-9A-F]{2})?$",
                ]
            }
        },
        encode: { .string($0.text) },
        decode: { (reader) throws(MessageError) in
            let text = try reader.string()
            guard let color = RGBA(text: text) else {
                throw reader.error("is a colour like \"#302E44\", not \"\(text)\"")
            }
            return color
        })
}
