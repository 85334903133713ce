// SPDX-License-Identifier: MIT

import CWayland

/// The client's end of one protocol object. The generated classes add the requests and the events.
///
/// The ``Display`` keeps every proxy until it is destroyed, so an `onEvent` handler works though nobody holds it.
/// A request on a destroyed proxy is an assertion failure in debug builds and ignored in release builds; to destroy
/// twice, or after the display was disconnected, is harmless.
public class Proxy: CustomStringConvertible {
    /// What this class speaks.
    public class var interface: Interface {
        preconditionFailure("a generated class says what it speaks")
    }

    /// The `wl_proxy`, to be used only while ``isAlive``.
    public let pointer: OpaquePointer
    /// The object's number in the protocol; 0 for an object that was born dead.
    public let id: UInt32
    /// The version it was bound with, or that of the object it was made from.
    public let version: UInt32
    /// False from the request (or event) that destroys it, and after ``Display/disconnect()``.
    public private(set) var isAlive: Bool

    private let table: ProxyTable
    /// Where the table keeps it.
    var tableIndex = 0

    /// Wraps a proxy of libwayland's and attaches the dispatcher. Without one (there was no memory for it, or its maker
    /// was dead) the object is born dead.
    required init(_ proxy: OpaquePointer?, in table: ProxyTable) {
        self.table = table
        guard let proxy else {
            pointer = table.display
            id = 0
            version = 0
            isAlive = false
            return
        }
        pointer = proxy
        id = wl_proxy_get_id(proxy)
        // libwayland gives its own wl_display the version 0.
        version = max(wl_proxy_get_version(proxy), 1)
        isAlive = true
        // The display's own object belongs to libwayland, which handles its events.
        guard proxy != table.display else { return }
        table.insert(self)
        wl_proxy_add_dispatcher(proxy, dispatch, nil, Unmanaged.passUnretained(self).toOpaque())
    }

    public var description: String { "\(Self.interface.name)#\(id)" }

    /// The object that wraps a proxy of libwayland's.
    static func existing(_ proxy: OpaquePointer) -> Proxy? {
        wl_proxy_get_user_data(proxy).map { Unmanaged<Proxy>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Turns an event into Swift and calls the handler. Opcodes that it does not know it ignores.
    func receive(_ opcode: UInt32, _ arguments: EventArguments) {}

    /// Forgets the handler, which may well hold the proxy itself.
    func clearHandler() {}

    /// Sends a request.
    func send(
        _ opcode: UInt32, since: UInt32 = 1, count: Int = 0, _ fill: (inout RequestArguments) -> Void = { _ in }
    ) {
        guard canSend(opcode, since: since) else { return }
        marshal(opcode, count: count, fill)
    }

    /// Sends a request that ends this proxy. Where the bound version lacks it, the proxy ends on our side only.
    func sendDestructor(
        _ opcode: UInt32, since: UInt32 = 1, count: Int = 0, _ fill: (inout RequestArguments) -> Void = { _ in }
    ) {
        guard isAlive, version >= since else { return discard() }
        marshal(opcode, flags: UInt32(WL_MARSHAL_FLAG_DESTROY), count: count, fill)
        retire()
    }

    /// Sends a request that makes an object; in `version`, or in this proxy's.
    func create<Object: Proxy>(
        _ type: Object.Type, _ opcode: UInt32, since: UInt32 = 1, version: UInt32? = nil, count: Int,
        _ fill: (inout RequestArguments) -> Void
    ) -> Object {
        guard canSend(opcode, since: since) else { return type.init(nil, in: table) }
        let interface = type.interface.pointer
        let proxy = marshal(opcode, interface: interface, version: version, count: count, fill)
        return type.init(proxy, in: table)
    }

    /// Ends the proxy on our side only.
    func discard() {
        guard isAlive else { return }
        wl_proxy_destroy(pointer)
        retire()
    }

    private func retire() {
        isAlive = false
        table.remove(self)
        clearHandler()
    }

    private func canSend(_ opcode: UInt32, since: UInt32) -> Bool {
        assert(isAlive, "request \(opcode) on \(self), which was destroyed")
        assert(!isAlive || version >= since, "request \(opcode) of \(self) needs version \(since), bound is \(version)")
        return isAlive && version >= since
    }

    @discardableResult
    private func marshal(
        _ opcode: UInt32, interface: UnsafePointer<wl_interface>? = nil, version: UInt32? = nil, flags: UInt32 = 0,
        count: Int, _ fill: (inout RequestArguments) -> Void
    ) -> OpaquePointer? {
        // One more than needed, so that the buffer has an address even for a request without arguments.
        withUnsafeTemporaryAllocation(of: wl_argument.self, capacity: count + 1) { buffer in
            guard let base = buffer.baseAddress else { return nil }
            var arguments = RequestArguments(buffer, base: base)
            fill(&arguments)
            guard arguments.isValid else {
                if flags != 0 { wl_proxy_destroy(pointer) }
                return nil
            }
            return wl_proxy_marshal_array_flags(pointer, opcode, interface, version ?? self.version, flags, base)
        }
    }
}

/// The one door through which libwayland delivers events.
private func dispatch(
    _: UnsafeRawPointer?, _ target: UnsafeMutableRawPointer?, _ opcode: UInt32, _: UnsafePointer<wl_message>?,
    _ arguments: UnsafeMutablePointer<wl_argument>?
) -> Int32 {
    guard let target, let arguments, let proxy = Proxy.existing(OpaquePointer(target)) else { return 0 }
    proxy.deliver(opcode, arguments)
    return 0
}

extension Proxy {
    fileprivate func deliver(_ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>) {
        // The handler may destroy this proxy, and with it the table's reference.
        withExtendedLifetime(self) {
            receive(opcode, EventArguments(base: arguments, table: table))
        }
    }
}
