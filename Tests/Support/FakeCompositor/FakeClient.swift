import CTestSupport
import Glibc
import TestSupport
import WaylandScanner

/// A client of a ``FakeCompositor``.
public final class FakeClient {
    /// All of its surfaces in the order of creation, with destroyed ones.
    public internal(set) var surfaces: [FakeSurface] = []
    public internal(set) var pongs: [UInt32] = []
    /// The cursor shapes set by name (wp_cursor_shape_device_v1.shape), with the serials.
    public internal(set) var cursorShapes: [(serial: UInt32, shape: UInt32)] = []
    public internal(set) var cursorSurfaces: [FakeSurface?] = []
    /// True until it disconnects.
    public private(set) var isConnected = true

    let descriptor: Int32
    private let book: ProtocolRegistry
    private var objects: [UInt32: FakeObject] = [:]
    private var bytes: [UInt8] = []
    private var descriptors: [Int32] = []
    /// Memory for a part of the requests, and its descriptors.
    private static let part = 65536
    private var part = [UInt8](repeating: 0, count: FakeClient.part)
    private var received = [Int32](repeating: -1, count: Int(cts_most_descriptors))
    /// The ids of objects created by the compositor.
    private var nextID: UInt32 = 0xFF00_0000

    init(descriptor: Int32, book: ProtocolRegistry) throws {
        self.descriptor = descriptor
        self.book = book
        try add(1, book.interface("wl_display"), version: 1)
    }

    deinit { hangUp() }

    /// The number of live objects, by interface.
    public var objectCounts: [String: Int] { objects.values.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 } }

    /// Its live objects of an interface.
    public func objects(_ kind: String) -> [FakeObject] {
        objects.values.filter { $0.kind == kind }.sorted { $0.id < $1.id }
    }

    public func postError(of object: FakeObject, code: UInt32, _ message: String) {
        objects[1]?.send("error", .object(object.id), .uint(code), .string(message))
    }

    /// Closes the connection without an error.
    public func hangUp() {
        guard isConnected else { return }
        isConnected = false
        close(descriptor)
        for descriptor in descriptors { close(descriptor) }
        descriptors = []
        // They get nothing any more: the descriptor's number may soon be another client's.
        for object in objects.values { object.end() }
        objects = [:]
    }

    func write(_ id: UInt32, _ opcode: UInt16, _ words: [UInt32], attached: Int32 = -1) {
        let message = [id, UInt32(8 + words.count * 4) << 16 | UInt32(opcode)] + words
        message.withUnsafeBytes { _ = cts_send(descriptor, $0.baseAddress, $0.count, attached) }
    }

    /// Removes an object and informs the client that its id is free.
    func remove(_ object: FakeObject) {
        guard object.isAlive else { return }
        object.end()
        objects[object.id] = nil
        // Ids of the compositor's own range need no `delete_id`.
        if object.id < 0xFF00_0000 { objects[1]?.send("delete_id", .uint(object.id)) }
    }

    /// Handles pending requests.
    func receive(_ handle: (FakeRequest) throws -> Void) throws {
        var number: Int32 = 0
        while isConnected {
            let count = cts_receive(descriptor, &part, Self.part, &received, &number)
            if count == -Int(EAGAIN) { return }
            guard count > 0 else { return hangUp() }
            descriptors += received.prefix(Int(number))
            bytes += part.prefix(count)
            try handleWholeMessages(handle)
        }
    }

    private func handleWholeMessages(_ handle: (FakeRequest) throws -> Void) throws {
        var start = 0
        defer { bytes.removeFirst(start) }
        while bytes.count - start >= 8 {
            let header = bytes[start..<(start + 8)].withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
            let size = Int(header[1] >> 16)
            guard size >= 8, bytes.count - start >= size else { return }
            let body = bytes[(start + 8)..<(start + size)].withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
            start += size
            try handle(decode(header[0], Int(header[1] & 0xFFFF), body))
        }
    }

    private func decode(_ id: UInt32, _ opcode: Int, _ body: [UInt32]) throws -> FakeRequest {
        guard let object = objects[id] else { throw SystemError("a request to the unknown object \(id)") }
        guard object.interface.requests.indices.contains(opcode) else {
            throw SystemError("\(object.kind) has no request \(opcode)")
        }
        let message = object.interface.requests[opcode]
        guard message.since <= object.version else {
            throw SystemError("\(object.kind).\(message.name) in version \(object.version)")
        }
        var reader = WireReader(body[...]) { [unowned self] in descriptors.isEmpty ? -1 : descriptors.removeFirst() }
        var request = FakeRequest(object: object, name: message.name, values: reader.values(of: message))
        for (argument, value) in zip(message.arguments, request.values) {
            switch value {
            case .newObject(let id, let interface, let version):
                let name = interface ?? argument.interface ?? ""
                request.created = try add(id, book.interface(name), version: version ?? object.version)
                request.named.append(nil)
            case .object(let id):
                if id != 0, objects[id] == nil { throw SystemError("\(message.name) names the dead object \(id)") }
                request.named.append(objects[id])
            default:
                request.named.append(nil)
            }
        }
        return request
    }

    @discardableResult
    private func add(_ id: UInt32, _ interface: InterfaceDefinition, version: UInt32) throws -> FakeObject {
        if objects[id] != nil { throw SystemError("the number \(id) is taken") }
        let object = FakeObject(id: id, interface: interface, version: version, client: self)
        objects[id] = object
        return object
    }

    func makeObject(_ interface: String, version: UInt32) throws -> FakeObject {
        nextID += 1
        return try add(nextID - 1, book.interface(interface), version: version)
    }

    func isDestructor(_ request: FakeRequest) -> Bool {
        request.object.interface.requests.first { $0.name == request.name }?.isDestructor ?? false
    }
}
