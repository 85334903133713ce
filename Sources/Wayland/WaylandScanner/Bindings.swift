/// The interfaces of one output file, with all references checked, limited to the versions in use.
public struct Bindings: Sendable {
    /// In the order of the files. No message, enum or entry is newer than its interface's version here.
    public private(set) var interfaces: [InterfaceDefinition]

    /// Resolves the globals of the list, or everything in its newest version; throws the first unresolved reference.
    public init(_ protocols: [ProtocolDefinition], list: ProtocolList? = nil) throws(ScanError) {
        interfaces = protocols.flatMap(\.interfaces)
        var defined: [String: InterfaceDefinition] = [:]
        for interface in interfaces {
            if let other = defined.updateValue(interface, forKey: interface.name) {
                throw interface.location.error(
                    "interface `\(interface.name)` is already defined in \(other.location)")
            }
        }
        for interface in interfaces {
            for argument in (interface.requests + interface.events).flatMap(\.arguments) {
                try argument.check(in: interface, defined: defined, externals: list?.externals ?? [])
            }
        }
        guard let list else { return }

        let versions = try Self.supportedVersions(list, defined)
        interfaces = interfaces.compactMap { interface in
            versions[interface.name].map { interface.limited(to: $0) }
        }
    }

    /// The newest reachable version of each interface: an object has its creator's version.
    private static func supportedVersions(
        _ list: ProtocolList, _ defined: [String: InterfaceDefinition]
    ) throws(ScanError) -> [String: UInt32] {
        var versions: [String: UInt32] = [:]
        // The display always exists, and creates the registry.
        var pending: [(String, UInt32)] = [("wl_display", 1)]
        for global in list.globals {
            guard let interface = defined[global.name] else {
                throw global.location.error("no file defines the global `\(global.name)`")
            }
            guard global.version <= interface.version else {
                throw global.location.error(
                    """
                    version \(global.version) of `\(global.name)`, expected at most the \(interface.version) of \
                    \(interface.location)
                    """)
            }
            pending.append((global.name, global.version))
        }
        while let (name, requested) = pending.popLast() {
            guard let interface = defined[name] else { continue }
            let version = min(requested, interface.version)
            if let found = versions[name], found >= version { continue }
            versions[name] = version
            let limited = interface.limited(to: version)
            for argument in (limited.requests + limited.events).flatMap(\.arguments) where argument.kind == .newID {
                if let created = argument.interface { pending.append((created, version)) }
            }
        }
        return versions
    }

    func interface(_ name: String) -> InterfaceDefinition? {
        interfaces.first { $0.name == name }
    }

    /// The enum named by an argument's `enum` attribute, with its interface.
    func enumDefinition(
        _ argument: Argument, in interface: InterfaceDefinition
    ) -> (owner: InterfaceDefinition, definition: EnumDefinition)? {
        guard let (ownerName, name) = argument.enumPath(in: interface), let owner = self.interface(ownerName),
            let definition = owner.enums.first(where: { $0.name == name })
        else { return nil }
        return (owner, definition)
    }
}

extension InterfaceDefinition {
    func limited(to version: UInt32) -> InterfaceDefinition {
        var copy = self
        copy.version = version
        copy.requests.removeAll { $0.since > version }
        copy.events.removeAll { $0.since > version }
        copy.enums = enums.compactMap { definition in
            var definition = definition
            definition.entries.removeAll { $0.since > version }
            return definition.since > version || definition.entries.isEmpty ? nil : definition
        }
        return copy
    }
}

extension Argument {
    func enumPath(in interface: InterfaceDefinition) -> (owner: String, name: String)? {
        guard let enumName else { return nil }
        let parts = enumName.split(separator: ".", maxSplits: 1).map(String.init)
        return parts.count == 2 ? (parts[0], parts[1]) : (interface.name, enumName)
    }

    fileprivate func check(
        in owner: InterfaceDefinition, defined: [String: InterfaceDefinition], externals: Set<String>
    ) throws(ScanError) {
        if let interface, defined[interface] == nil {
            guard externals.contains(interface) else {
                throw location.error(
                    "arg `\(name)` is a `\(interface)`, expected an interface of these files or an external one")
            }
            guard kind == .object else {
                throw location.error("arg `\(name)` creates an external `\(interface)`, expected one of these files")
            }
        }
        if let (ownerName, enumName) = enumPath(in: owner), !externals.contains(ownerName),
            defined[ownerName]?.enums.contains(where: { $0.name == enumName }) != true
        {
            throw location.error(
                "arg `\(name)` takes values of `\(ownerName).\(enumName)`, expected an enum that exists")
        }
    }
}
