import TestSupport
import WaylandScanner

/// The compositor's end of one protocol object.
public final class FakeObject {
    public let id: UInt32
    public let version: UInt32
    let interface: InterfaceDefinition
    /// The value behind it: a surface, a buffer, an output.
    var content: AnyObject?
    public private(set) var isAlive = true
    private weak var client: FakeClient?

    init(id: UInt32, interface: InterfaceDefinition, version: UInt32, client: FakeClient) {
        self.id = id
        self.interface = interface
        self.version = version
        self.client = client
    }

    /// Ends its life. Surfaces and buffers, which own their objects, are released with the last other reference to them.
    func end() {
        isAlive = false
        content = nil
    }

    public var kind: String { interface.name }

    /// Creates an object that an event announces.
    func makeObject(_ interface: String) throws -> FakeObject {
        guard let client else { throw SystemError("the client of \(kind) has gone") }
        return try client.makeObject(interface, version: version)
    }

    /// Sends an event, unless the bound version lacks it.
    public func send(_ event: String, _ values: WireValue...) { send(event, values) }

    func send(_ event: String, _ values: [WireValue]) {
        guard isAlive, let opcode = interface.events.firstIndex(where: { $0.name == event }) else { return }
        guard interface.events[opcode].since <= version else { return }
        let attached = values.lazy.compactMap { if case .descriptor(let number) = $0 { number } else { nil } }.first
        client?.write(id, UInt16(opcode), values.flatMap(\.words), attached: attached ?? -1)
    }
}

/// A request of a client.
public struct FakeRequest {
    public let object: FakeObject
    public let name: String
    public let values: [WireValue]
    public internal(set) var created: FakeObject?
    /// The objects among its arguments, in order.
    public internal(set) var named: [FakeObject?] = []

    func int(_ index: Int) -> Int {
        switch values[index] {
        case .int(let value): Int(value)
        case .uint(let value): Int(value)
        default: 0
        }
    }

    func uint(_ index: Int) -> UInt32 { UInt32(truncatingIfNeeded: int(index)) }

    func fixed(_ index: Int) -> Double {
        if case .fixed(let value) = values[index] { value } else { 0 }
    }

    func string(_ index: Int) -> String {
        guard case .string(let text?) = values[index] else { return "" }
        return text
    }

    func content<Content: AnyObject>(_ index: Int, _: Content.Type = Content.self) -> Content? {
        named.indices.contains(index) ? named[index]?.content as? Content : nil
    }
}
