public struct ProtocolDefinition: Sendable {
    public var interfaces: [InterfaceDefinition]
}

/// An `<interface>` with its requests, events and enums.
public struct InterfaceDefinition: Sendable {
    public var name: String
    public var version: UInt32
    public var requests: [Message]
    public var events: [Message]
    public var enums: [EnumDefinition]
    public var location: Location
}

/// A `<request>` or an `<event>`; its index in the list is its opcode.
public struct Message: Sendable {
    public var name: String
    public var since: UInt32
    public var isDestructor: Bool
    public var arguments: [Argument]

    /// The signature in libwayland's notation: the version if it is not 1, then a letter per argument.
    public var signature: String {
        (since > 1 ? String(since) : "") + arguments.map(\.signature).joined()
    }
}

/// An `<arg>`.
public struct Argument: Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        case int, uint, fixed, string, object, array, fd
        case newID = "new_id"
    }

    public var name: String
    public var kind: Kind
    /// The interface of an object or of a new object. A new object without one may have any (`wl_registry.bind`).
    public var interface: String?
    public var isNullable: Bool
    /// The enum of an `int` or `uint`, as in the file: `name` or `interface.name`.
    public var enumName: String?
    public var location: Location

    public var signature: String {
        let optional = isNullable ? "?" : ""
        switch kind {
        case .int: return "i"
        case .uint: return "u"
        case .fixed: return "f"
        case .string: return optional + "s"
        case .object: return optional + "o"
        case .newID: return interface == nil ? "sun" : "n"
        case .array: return "a"
        case .fd: return "h"
        }
    }
}

public struct EnumDefinition: Sendable {
    public struct Entry: Sendable {
        public var name: String
        public var value: UInt32
        public var since: UInt32
    }

    public var name: String
    public var isBitfield: Bool
    public var since: UInt32
    public var entries: [Entry]
}
