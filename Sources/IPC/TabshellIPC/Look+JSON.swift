// SPDX-License-Identifier: MIT
import ShellModel

extension Look {
    /// The name, and the values of ``keys``, those of a group in an object of the group's name.
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
        name = try reader.string("name")
        var groups: [String: JSONObjectReader] = [:]
        for key in Self.keys {
            let (group, name) = key.groupAndName
            guard let group else {
                try key.read(try reader.member(name), into: &self)
                continue
            }
            let members: JSONObjectReader
            if let known = groups[group] { members = known } else { members = try reader.member(group) }
            groups[group] = members
            try key.read(try members.member(name), into: &self)
        }
    }
}

extension LookKey {
    fileprivate var groupAndName: (group: String?, name: String) {
        guard let dot = path.firstIndex(of: ".") else { return (nil, path) }
        return (String(path[..<dot]), String(path[path.index(after: dot)...]))
    }

    fileprivate func json(of look: Look) -> JSON {
        switch kind {
        case .number(let place, _): .number(look[keyPath: place])
        case .integer(let place, _): JSON(look[keyPath: place])
        case .flag(let place): .bool(look[keyPath: place])
        case .text(let place): .string(look[keyPath: place])
        case .texts(let place): .array(look[keyPath: place].map { .string($0) })
        case .choice(let choice): .string(choice.get(look))
        case .transition(let token): look.motion[token].json
        case .color(let appearance, let token): .string(look.palette(appearance)[token].text)
        }
    }

    fileprivate func read(_ reader: JSONObjectReader, into look: inout Look) throws(MessageError) {
        let name = reader.path.dropLast()
        switch kind {
        case .number(let place, let range):
            let value = try reader.number()
            guard range.contains(value) else {
                throw MessageError(message: "\(name) is \(value), expected \(range.lowerBound) to \(range.upperBound)")
            }
            look[keyPath: place] = value
        case .integer(let place, let range):
            let value: Int = try reader.integer()
            guard range.contains(value) else {
                throw MessageError(message: "\(name) is \(value), expected \(range.lowerBound) to \(range.upperBound)")
            }
            look[keyPath: place] = value
        case .flag(let place): look[keyPath: place] = try reader.bool()
        case .text(let place): look[keyPath: place] = try reader.string()
        case .texts(let place): look[keyPath: place] = try reader.strings()
        case .choice(let choice):
            let word = try reader.string()
            guard choice.set(&look, word) else {
                throw MessageError(
                    message: "\(name) is \"\(word)\", expected one of: \(choice.words.joined(separator: ", "))")
            }
        case .transition(let token): look.motion[token] = try Transition(reader)
        case .color(let appearance, let token):
            let text = try reader.string()
            guard let color = RGBA(text: text) else {
                throw MessageError(message: "\(name) is \"\(text)\", expected a colour like \"#302E44\"")
            }
            switch appearance {
            case .light: look.light[token] = color
            case .dark: look.dark[token] = color
            }
        }
    }
}
