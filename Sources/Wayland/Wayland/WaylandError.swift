// SPDX-License-Identifier: MIT

import Glibc

public enum WaylandError: Error, Equatable, CustomStringConvertible {
    /// There is no compositor where it was looked for; `errno` is libwayland's.
    case cannotConnect(errno: Int32)
    /// The compositor refused something that we did and ended the connection. `interface` is empty if libwayland no
    /// longer knows the object. The compositor's own words went to stderr, by libwayland.
    case protocolError(interface: String, code: UInt32, object: UInt32)
    /// The connection is gone, or was closed by ``Display/disconnect()``.
    case connectionLost

    public var description: String {
        switch self {
        case .cannotConnect(let errno):
            return "cannot connect to a Wayland compositor: \(String(cString: strerror(errno)))"
        case .protocolError(let interface, let code, let object):
            return "the compositor reports error \(code) of \(interface)#\(object)"
        case .connectionLost: return "the connection to the Wayland compositor is lost"
        }
    }
}
