// SPDX-License-Identifier: MIT

import CWayland

/// What a proxy class speaks: the interface's name and the newest version of it that was generated.
public struct Interface: Sendable {
    /// As in the protocol and in `WlRegistry.Event.global`, for example `wl_surface`.
    public let name: String
    /// The pinned version; ``WlRegistry/bind(_:name:version:)`` never asks for more.
    public let version: UInt32
    let index: Int

    /// The table that libwayland reads. It never moves and is never freed.
    var pointer: UnsafePointer<wl_interface> { InterfaceTable.base + index }

    var cName: UnsafePointer<CChar> { pointer.pointee.name }
}
