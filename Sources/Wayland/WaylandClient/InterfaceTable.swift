// SPDX-License-Identifier: MIT
import CWayland
import Glibc

/// A request or event. `types` has one element an argument: for an object of a known interface, that interface's index
/// in the list of descriptions.
public typealias MessageDescription = (name: String, signature: String, types: [Int?])

/// An interface: its requests and events in the order of their opcodes.
public typealias InterfaceDescription = (
    name: String, version: Int32, requests: [MessageDescription], events: [MessageDescription]
)

/// A list of interfaces in libwayland's own layout.
///
/// libwayland keeps pointers into the table for as long as any proxy lives, so it is built once per process and never
/// freed.
@safe public struct InterfaceTable: Sendable {
    /// `nonisolated(unsafe)` because a pointer is never Sendable; the table is immutable once `init` returns.
    nonisolated(unsafe) let base: UnsafePointer<wl_interface>

    public init(_ descriptions: [InterfaceDescription]) {
        // All interfaces are allocated before any is filled, because messages refer to interfaces in cycles.
        let table = UnsafeMutablePointer<wl_interface>.allocate(capacity: descriptions.count)
        table.initialize(repeating: wl_interface(), count: descriptions.count)
        for (index, description) in descriptions.enumerated() {
            table[index] = wl_interface(
                name: strdup(description.name),
                version: description.version,
                method_count: Int32(description.requests.count),
                methods: Self.messages(description.requests, table),
                event_count: Int32(description.events.count),
                events: Self.messages(description.events, table))
        }
        base = UnsafePointer(table)
    }

    private static func messages(
        _ descriptions: [MessageDescription], _ table: UnsafeMutablePointer<wl_interface>
    ) -> UnsafePointer<wl_message> {
        let messages = UnsafeMutablePointer<wl_message>.allocate(capacity: descriptions.count)
        for (index, description) in descriptions.enumerated() {
            let types = UnsafeMutablePointer<UnsafePointer<wl_interface>?>.allocate(capacity: description.types.count)
            for (position, type) in description.types.enumerated() {
                (types + position).initialize(to: type.map { UnsafePointer(table + $0) })
            }
            (messages + index).initialize(
                to: wl_message(
                    name: strdup(description.name), signature: strdup(description.signature), types: types))
        }
        return UnsafePointer(messages)
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
