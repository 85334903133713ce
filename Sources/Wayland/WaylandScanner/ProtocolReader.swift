// SPDX-License-Identifier: MIT

import Foundation

extension ProtocolDefinition {
    /// Reads one protocol file and checks everything that does not depend on other files.
    ///
    /// - Throws: the first error, with `file` and the line of the element.
    public init(xml: Data, file: String) throws(ScanError) {
        let root = try Element.parse(xml, file: file)
        guard root.name == "protocol" else {
            throw root.location.error("the document is a <\(root.name)>, expected a <protocol>")
        }
        name = try root.identifier()
        interfaces = []
        var names = UniqueNames()
        for child in root.children {
            switch child.name {
            case "interface":
                let interface = try InterfaceDefinition(child)
                try names.insert("interface", interface.name, child.location)
                interfaces.append(interface)
            case "copyright", "description": continue
            default: throw child.unexpected(in: root)
            }
        }
    }
}

extension InterfaceDefinition {
    fileprivate init(_ element: Element) throws(ScanError) {
        name = try element.identifier()
        version = try element.version("version")
        location = element.location
        requests = []
        events = []
        enums = []
        var names = UniqueNames()
        for child in element.children {
            switch child.name {
            case "request":
                let message = try Message(child, isRequest: true, interfaceVersion: version, after: requests.last)
                try names.insert("request", message.name, child.location)
                requests.append(message)
            case "event":
                let message = try Message(child, isRequest: false, interfaceVersion: version, after: events.last)
                try names.insert("event", message.name, child.location)
                events.append(message)
            case "enum":
                let definition = try EnumDefinition(child)
                try names.insert("enum", definition.name, child.location)
                enums.append(definition)
            case "description": continue
            default: throw child.unexpected(in: element)
            }
        }
    }
}

extension Message {
    fileprivate init(
        _ element: Element, isRequest: Bool, interfaceVersion: UInt32, after previous: Message?
    ) throws(ScanError) {
        name = try element.identifier()
        since = try element.version("since", default: 1)
        location = element.location
        guard since <= interfaceVersion else {
            throw location.error(
                "\(element.name) `\(name)` is since \(since), expected at most \(interfaceVersion) as its interface")
        }
        // Opcodes are indices, so messages of newer versions must follow older ones.
        if let previous, since < previous.since {
            throw location.error(
                "\(element.name) `\(name)` is since \(since), expected \(previous.since) or more as `\(previous.name)`")
        }
        switch element.attributes["type"] {
        case nil: isDestructor = false
        case "destructor": isDestructor = true
        case .some(let type):
            throw location.error("\(element.name) `\(name)` has type `\(type)`, expected `destructor` or none")
        }
        arguments = []
        var names = UniqueNames()
        for child in element.children {
            switch child.name {
            case "arg":
                let argument = try Argument(child)
                try names.insert("arg", argument.name, child.location)
                arguments.append(argument)
            case "description": continue
            default: throw child.unexpected(in: element)
            }
        }
        let created = arguments.filter { $0.kind == .newID }
        if isRequest, created.count > 1 {
            throw created[1].location.error("request `\(name)` creates two objects, expected one `new_id` at most")
        }
        if isRequest, isDestructor, let first = created.first {
            // wp_drm_lease_request.submit is such a request; no protocol in use has one.
            throw first.location.error("destructor `\(name)` creates an object, expected no `new_id` (not supported)")
        }
        if !isRequest, let untyped = created.first(where: { $0.interface == nil }) {
            throw untyped.location.error("event `\(name)` creates an object without an interface, expected `interface`")
        }
    }
}

extension Argument {
    fileprivate init(_ element: Element) throws(ScanError) {
        name = try element.identifier()
        location = element.location
        let type = try element.string("type")
        guard let kind = Kind(rawValue: type) else {
            let expected = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw location.error("arg `\(name)` has type `\(type)`, expected one of \(expected)")
        }
        self.kind = kind
        interface = element.attributes["interface"]
        isNullable = try element.boolean("allow-null")
        enumName = element.attributes["enum"]

        if interface != nil, kind != .object, kind != .newID {
            throw location.error("arg `\(name)` names an interface, expected that of `object` and `new_id` only")
        }
        if isNullable, kind != .object, kind != .string {
            throw location.error("arg `\(name)` allows null, expected that of `object` and `string` only")
        }
        if enumName != nil, kind != .int, kind != .uint {
            throw location.error("arg `\(name)` names an enum, expected that of `int` and `uint` only")
        }
    }
}

extension EnumDefinition {
    fileprivate init(_ element: Element) throws(ScanError) {
        name = try element.identifier()
        isBitfield = try element.boolean("bitfield")
        since = try element.version("since", default: 1)
        entries = []
        var names = UniqueNames()
        for child in element.children {
            switch child.name {
            case "entry":
                let entry = Entry(
                    name: try child.identifier(mayBeginWithDigit: true),
                    value: try child.number("value"),
                    since: try child.version("since", default: 1))
                try names.insert("entry", entry.name, child.location)
                entries.append(entry)
            case "description": continue
            default: throw child.unexpected(in: element)
            }
        }
        guard !entries.isEmpty else {
            throw element.location.error("enum `\(name)` is empty, expected an <entry>")
        }
    }
}

extension Element {
    fileprivate func unexpected(in parent: Element) -> ScanError {
        location.error("<\(name)> in <\(parent.name)>, expected no such element")
    }

    /// A 32-bit number, decimal or hexadecimal.
    fileprivate func number(_ attribute: String) throws(ScanError) -> UInt32 {
        let text = try string(attribute)
        let value = text.hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
        guard let value else {
            throw location.error("`\(attribute)` of <\(name)> is `\(text)`, expected a 32-bit number")
        }
        return value
    }
}

/// The names in one scope, which must be unique for each kind of element.
private struct UniqueNames {
    private var seen: [String: Int] = [:]

    mutating func insert(_ kind: String, _ name: String, _ location: Location) throws(ScanError) {
        if let line = seen.updateValue(location.line, forKey: "\(kind) \(name)") {
            throw location.error("\(kind) `\(name)` is defined twice (first on line \(line))")
        }
    }
}
