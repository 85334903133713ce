extension ProtocolDefinition {
    /// Reads a protocol file; throws the first error, with its line. Only what the source needs is checked: wayland-scanner
    /// checks each protocol before its publication.
    public init(xml: some Sequence<UInt8>, file: String) throws(ScanError) {
        let root = try Element.parse(Array(xml), file: file)
        guard root.name == "protocol" else {
            throw root.location.error("the document is a <\(root.name)>, expected a <protocol>")
        }
        interfaces = try root.map("interface", InterfaceDefinition.init)
    }
}

extension InterfaceDefinition {
    fileprivate init(_ element: Element) throws(ScanError) {
        name = try element.string("name")
        version = try element.number("version")
        location = element.location
        requests = try element.map("request", Message.init)
        events = try element.map("event", Message.init)
        enums = try element.map("enum", EnumDefinition.init)
    }
}

extension Message {
    fileprivate init(_ element: Element) throws(ScanError) {
        name = try element.string("name")
        since = try element.number("since", default: 1)
        isDestructor = element.attributes["type"] == "destructor"
        arguments = try element.map("arg", Argument.init)
        // wp_drm_lease_request.submit is such a request; no protocol in use has one.
        if isDestructor, element.name == "request", arguments.contains(where: { $0.kind == .newID }) {
            throw element.location.error("destructor `\(name)` creates an object, expected no `new_id` (not supported)")
        }
    }
}

extension Argument {
    fileprivate init(_ element: Element) throws(ScanError) {
        name = try element.string("name")
        location = element.location
        let type = try element.string("type")
        guard let kind = Kind(rawValue: type) else {
            throw location.error("arg `\(name)` has type `\(type)`, expected another one")
        }
        self.kind = kind
        interface = element.attributes["interface"]
        isNullable = element.attributes["allow-null"] == "true"
        enumName = element.attributes["enum"]
    }
}

extension EnumDefinition {
    fileprivate init(_ element: Element) throws(ScanError) {
        name = try element.string("name")
        isBitfield = element.attributes["bitfield"] == "true"
        since = try element.number("since", default: 1)
        entries = try element.map("entry") { (entry) throws(ScanError) in
            Entry(
                name: try entry.string("name"), value: try entry.number("value"),
                since: try entry.number("since", default: 1))
        }
    }
}

extension Element {
    /// The children of one kind.
    fileprivate func map<Child>(
        _ name: String, _ read: (Element) throws(ScanError) -> Child
    ) throws(ScanError) -> [Child] {
        var result: [Child] = []
        for child in children where child.name == name { result.append(try read(child)) }
        return result
    }

    /// A 32-bit number, decimal or hexadecimal.
    fileprivate func number(_ attribute: String, default fallback: UInt32? = nil) throws(ScanError) -> UInt32 {
        if let fallback, attributes[attribute] == nil { return fallback }
        let text = try string(attribute)
        let value = text.hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
        guard let value else {
            throw location.error("`\(attribute)` of <\(name)> is `\(text)`, expected a 32-bit number")
        }
        return value
    }
}
