// SPDX-License-Identifier: MIT
import ShellModel

extension Look {
    /// The name, and the values of ``ShellModel/Look/keys``; the keys of a group are members of an object.
    public var json: JSON {
        var members = [JSON.Member("name", .string(name))]
        var groups: [String: Int] = [:]
        for key in Self.keys {
            let value = key.json(of: self)
            let (group, name) = key.groupAndName
            guard let group else {
                members.append(JSON.Member(name, value))
                continue
            }
            if let index = groups[group], case .object(let others) = members[index].value {
                members[index] = JSON.Member(group, .object(others + [JSON.Member(name, value)]))
            } else {
                groups[group] = members.count
                members.append(JSON.Member(group, .object([JSON.Member(name, value)])))
            }
        }
        return .object(members)
    }

    init(_ reader: JSONObjectReader) throws(MessageError) {
        self.init()
        name = try reader.member("name").string()
        var groups: [String: JSONObjectReader] = [:]
        for key in Self.keys {
            let (group, name) = key.groupAndName
            guard let group else {
                try key.decode(try reader.member(name), into: &self)
                continue
            }
            let members: JSONObjectReader
            if let known = groups[group] { members = known } else { members = try reader.member(group) }
            groups[group] = members
            try key.decode(try members.member(name), into: &self)
        }
    }
}

extension WireFormat<Look> {
    static let look = WireFormat(schema: lookSchema, encode: { $0.json }, decode: Look.init)

    private static func lookSchema(_ definitions: inout SchemaDefinitions) -> JSON {
        var properties = [JSON.Member("name", ["type": "string"])]
        var groups: [String: [JSON.Member]] = [:]
        for key in Look.keys {
            let (group, name) = key.groupAndName
            let member = JSON.Member(name, key.schema(&definitions))
            guard let group else {
                properties.append(member)
                continue
            }
            if groups[group] == nil { properties.append(.init(group, true)) }
            groups[group, default: []].append(member)
        }
        for (index, property) in properties.enumerated() {
            guard let members = groups[property.name] else { continue }
            // Both palettes have the same schema.
            let isPalette = Appearance(rawValue: property.name) != nil
            properties[index].value =
                isPalette
                ? definitions.reference(to: "palette") { _ in .objectSchema(members) } : .objectSchema(members)
        }
        return .objectSchema(
            properties,
            description:
                "The keys and their bounds are those of the configuration. Lengths are in logical pixels.")
    }
}

extension LookKey {
    fileprivate var groupAndName: (group: String?, name: String) {
        guard let dot = path.firstIndex(of: ".") else { return (nil, path) }
        return (String(path[..<dot]), String(path[path.index(after: dot)...]))
    }

    fileprivate func schema(_ definitions: inout SchemaDefinitions) -> JSON {
        switch kind {
        case .number(_, let range):
            ["type": "number", "minimum": .bound(range.lowerBound), "maximum": .bound(range.upperBound)]
        case .integer(_, let range):
            ["type": "integer", "minimum": JSON(range.lowerBound), "maximum": JSON(range.upperBound)]
        case .flag: WireFormat.bool.schema(&definitions)
        case .text: WireFormat.string.schema(&definitions)
        case .texts: WireFormat.array(of: .string).schema(&definitions)
        case .choice(let key): .enumSchema(key.cases)
        case .transition: WireFormat.transition.schema(&definitions)
        case .color:
            definitions.reference(to: "colour") { _ in
                [
                    "description": "Opaque without the last two digits.", "type": "string",
                    "pattern": "^#[0-9A-F]{6}([0-9A-F]{2})?$",
                ]
            }
        }
    }

    fileprivate func json(of look: Look) -> JSON {
        switch kind {
        case .number(let keyPath, _): .number(look[keyPath: keyPath])
        case .integer(let keyPath, _): JSON(look[keyPath: keyPath])
        case .flag(let keyPath): .bool(look[keyPath: keyPath])
        case .text(let keyPath): .string(look[keyPath: keyPath])
        case .texts(let keyPath): .array(look[keyPath: keyPath].map { .string($0) })
        case .choice(let key): .string(key.get(look))
        case .transition(let token): WireFormat.transition.encode(look.motion[token])
        case .color(let appearance, let token): .string(look.palette(appearance)[token].text)
        }
    }

    fileprivate func decode(_ reader: JSONObjectReader, into look: inout Look) throws(MessageError) {
        switch kind {
        case .number(let keyPath, let range):
            let value = try reader.number()
            try reader.check(value, in: range)
            look[keyPath: keyPath] = value
        case .integer(let keyPath, let range):
            let value: Int = try reader.integer()
            try reader.check(value, in: range)
            look[keyPath: keyPath] = value
        case .flag(let keyPath): look[keyPath: keyPath] = try reader.bool()
        case .text(let keyPath): look[keyPath: keyPath] = try reader.string()
        case .texts(let keyPath): look[keyPath: keyPath] = try WireFormat.array(of: .string).decode(reader)
        case .choice(let key):
            let text = try reader.string()
            guard key.set(&look, text) else {
                let cases = key.cases.map { "\"\($0)\"" }.joined(separator: " or ")
                throw reader.error("is \(cases), not \"\(text)\"")
            }
        case .transition(let token): look.motion[token] = try WireFormat.transition.decode(reader)
        case .color(let appearance, let token):
            let text = try reader.string()
            guard let color = RGBA(text: text) else {
                throw reader.error("is a colour like \"#302E44\", not \"\(text)\"")
            }
            switch appearance {
            case .light: look.light[token] = color
            case .dark: look.dark[token] = color
            }
        }
    }
}

extension JSON {
    /// A bound as an integer if it is one.
    fileprivate static func bound(_ value: Double) -> JSON {
        Int64(exactly: value).map { .integer($0) } ?? .number(value)
    }
}
