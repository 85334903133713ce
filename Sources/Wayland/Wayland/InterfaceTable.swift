// SPDX-License-Identifier: MIT

import CWayland
import Glibc

/// A request or event as libwayland describes it; `types` has one entry an argument, an index into
/// ``InterfaceDescription/all`` where the argument is an object of a known interface.
struct MessageDescription {
    let name: String
    let signature: String
    let types: [Int?]

    init(_ name: String, _ signature: String, _ types: [Int?]) {
        self.name = name
        self.signature = signature
        self.types = types
    }
}

struct InterfaceDescription {
    let name: String
    let version: Int32
    let requests: [MessageDescription]
    let events: [MessageDescription]
}

/// The generated interfaces in libwayland's own layout.
///
/// libwayland keeps pointers into this for as long as any proxy lives, so it is built once a process and leaked.
enum InterfaceTable {
    /// The first `wl_interface`. `nonisolated(unsafe)` since a pointer is never Sendable: what it points at is written
    /// before this initialiser returns and read-only from then on.
    nonisolated(unsafe) static let base = build(InterfaceDescription.all)

    /// Allocates all interfaces before it fills any, because messages point at interfaces in circles.
    private static func build(_ descriptions: [InterfaceDescription]) -> UnsafePointer<wl_interface> {
        let table = UnsafeMutablePointer<wl_interface>.allocate(capacity: descriptions.count)
        table.initialize(repeating: wl_interface(), count: descriptions.count)
        for (index, description) in descriptions.enumerated() {
            table[index] = wl_interface(
                name: strdup(description.name),
                version: description.version,
                method_count: Int32(description.requests.count),
                methods: messages(description.requests, table),
                event_count: Int32(description.events.count),
                events: messages(description.events, table))
        }
        return UnsafePointer(table)
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
