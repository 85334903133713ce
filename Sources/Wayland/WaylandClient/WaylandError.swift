import Glibc

/// A failure of the connection to the compositor.
public enum WaylandError: Error, Equatable, CustomStringConvertible {
    /// No compositor answered; `errno` is libwayland's.
    case cannotConnect(errno: Int32)
    /// The compositor rejected a request and ended the connection. `interface` is empty if libwayland no longer knows
    /// the object. The message is the compositor's own.
    case protocolError(interface: String, code: UInt32, object: UInt32, message: String)
    /// The connection is lost, or was closed by ``Display/disconnect()``.
    case connectionLost

    public var description: String {
        switch self {
        case .cannotConnect(let errno):
            return "no Wayland compositor found (is WAYLAND_DISPLAY set?): \(String(cString: strerror(errno)))"
        case .protocolError(let interface, let code, let object, let message):
            return "the compositor reports error \(code) of \(interface)#\(object): \(message)"
        case .connectionLost: return "the connection to the compositor is lost"
        }
    }
}
