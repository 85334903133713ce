// SPDX-License-Identifier: MIT
import CWayland

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
