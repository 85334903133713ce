// SPDX-License-Identifier: MIT

extension ProtocolDefinition {
    /// Reads one protocol file and checks everything that does not depend on other files.
    ///
    /// - Throws: the first error, with `file` and the line of the element.
    public init(xml: some Sequence<UInt8>, file: String) throws(ScanError) {
        let root = try Element.parse(Array(xml), file: file)
        guard root.name == "protocol" else {
            throw root.location.error("the document is a <\(root.name)>, expected a <protocol>")
        }
        name = try root.identifier()
        interfaces = []
        try root.readChildren(ignoring: ["copyright", "description"]) { (child) throws(ScanError) -> String? in
            guard child.name == "interface" else { return nil }
            let interface = try InterfaceDefinition(child)
            interfaces.append(interface)
            return interface.name
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
        try element.readChildren { (child) throws(ScanError) -> String? in
            switch child.name {
            case "request":
                requests.append(try Message(child, isRequest: true, interfaceVersion: version, after: requests.last))
                return requests.last?.name
            case "event":
                events.append(try Message(child, isRequest: false, interfaceVersion: version, after: events.last))
                return events.last?.name
            case "enum":
                enums.append(try EnumDefinition(child))
                return enums.last?.name
            default: return nil
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
        try element.readChildren { (child) throws(ScanError) -> String? in
            guard child.name == "arg" else { return nil }
            let argument = try Argument(child)
            arguments.append(argument)
            return argument.name
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
        try element.readChildren { (child) throws(ScanError) -> String? in
            guard child.name == "entry" else { return nil }
            let name = try child.identifier(mayBeginWithDigit: true)
            let since = try child.version("since", default: 1)
            entries.append(Entry(name: name, value: try child.number("value"), since: since))
            return name
        }
        guard !entries.isEmpty else {
            throw element.location.error("enum `\(name)` is empty, expected an <entry>")
        }
    }
}

extension Element {
    /// Passes each child to `read`, which returns its name, or nil for an unexpected element. Names must be unique for
    /// each kind of element.
    fileprivate func readChildren(
        ignoring ignored: Set<String> = ["description"], _ read: (Element) throws(ScanError) -> String?
    ) throws(ScanError) {
        var seen: [String: Int] = [:]
        for child in children where !ignored.contains(child.name) {
            guard let name = try read(child) else {
                throw child.location.error("<\(child.name)> in <\(self.name)>, expected no such element")
            }
            if let line = seen.updateValue(child.location.line, forKey: "\(child.name) \(name)") {
                throw child.location.error("\(child.name) `\(name)` is defined twice (first on line \(line))")
            }
        }
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
