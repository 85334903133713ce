import CWayland
import Glibc

/// A list of interfaces in libwayland's own layout. libwayland keeps pointers into it while any proxy lives,
/// so it is built once per process and never freed. The names and signatures stay in the text that describes it.
@safe public struct InterfaceTable: Sendable {
    /// `nonisolated(unsafe)` because a pointer is never Sendable; the table is immutable once `init` returns.
    nonisolated(unsafe) let base: UnsafePointer<wl_interface>
    let count: Int

    /// A table of interfaces, with the counts of their requests and events, and of all arguments. The text has fields,
    /// each with a NUL at its end. An interface has a name, a version, the counts of its requests and events,
    /// and those messages in the order of their opcodes. A message has a name, a signature, and a field for each argument: for
    /// an object of a known interface, that interface's index.
    public init(count: Int, messageCount: Int, argumentCount: Int, _ text: StaticString) {
        // All interfaces are allocated before any is filled, because messages refer to interfaces in cycles.
        let table = UnsafeMutablePointer<wl_interface>.allocate(capacity: count)
        var nextMessage = UnsafeMutablePointer<wl_message>.allocate(capacity: messageCount)
        var nextType = UnsafeMutablePointer<UnsafePointer<wl_interface>?>.allocate(capacity: argumentCount)
        var nextField = UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)

        func field() -> UnsafePointer<CChar> {
            defer { nextField += strlen(nextField) + 1 }
            return nextField
        }
        func messages(_ count: Int32) -> UnsafePointer<wl_message> {
            let first = nextMessage
            for _ in 0..<count {
                let (name, signature, types) = (field(), field(), nextType)
                nextMessage.initialize(to: wl_message(name: name, signature: signature, types: types))
                nextMessage += 1
                for letter in UnsafeBufferPointer(start: signature, count: strlen(signature))
                where isalpha(Int32(letter)) != 0 {
                    let type = field()
                    nextType.initialize(to: type.pointee == 0 ? nil : UnsafePointer(table + Int(atoi(type))))
                    nextType += 1
                }
            }
            return UnsafePointer(first)
        }
        for index in 0..<count {
            let (name, version, requests, events) = (field(), atoi(field()), atoi(field()), atoi(field()))
            (table + index).initialize(
                to: wl_interface(
                    name: name, version: version, method_count: requests, methods: messages(requests),
                    event_count: events, events: messages(events)))
        }
        base = UnsafePointer(table)
        self.count = count
    }
}

/// The interface of a proxy class: its name and the newest generated version.
@safe public struct Interface: Sendable {
    /// The name in the protocol and in `WlRegistry.Event.global`, for example `wl_surface`.
    public let name: String
    /// The newest version that `WlRegistry.bind(_:name:version:)` requests.
    public let version: UInt32
    /// `nonisolated(unsafe)` because a pointer is never Sendable; the table it points into is immutable and immortal.
    nonisolated(unsafe) let pointer: UnsafePointer<wl_interface>

    public init(name: String, version: UInt32, index: Int, in table: InterfaceTable) {
        self.name = name
        self.version = version
        pointer = table.base + index
    }
}
