import CWayland
import Glibc

/// A `wl_proxy` before it is wrapped, with the connection's table. Without a proxy the wrapping object is inert.
@safe public struct ProxyHandle {
    let pointer: OpaquePointer?
    let table: ProxyTable
}

/// The client's end of one protocol object. The generated classes add the requests and the events.
///
/// The ``Display`` keeps every proxy until it is destroyed, so an `onEvent` handler works even if nothing else refers
/// to the proxy. A request on a destroyed proxy is an assertion failure in debug builds and ignored in release builds.
/// Destroying twice, or after the display was disconnected, is harmless.
open class Proxy: CustomStringConvertible {
    open class var interface: Interface {
        preconditionFailure("a generated class overrides its interface")
    }

    /// The object's id in the protocol; 0 for an object that was inert from the start.
    public let id: UInt32
    /// The bound version, or the version of the object's creator.
    public let version: UInt32
    /// True once the object was destroyed, and from the start if its creator was inert or memory ran out.
    public private(set) var isInert: Bool

    /// The `wl_proxy`; invalid while ``isInert``.
    let pointer: OpaquePointer
    private let table: ProxyTable
    var tableIndex = 0

    /// Wraps a `wl_proxy` and attaches the dispatcher.
    public required init(_ handle: ProxyHandle) {
        table = handle.table
        guard let proxy = handle.pointer else {
            pointer = table.display
            id = 0
            version = 0
            isInert = true
            return
        }
        pointer = proxy
        id = wl_proxy_get_id(proxy)
        // libwayland gives its own wl_display the version 0.
        version = max(wl_proxy_get_version(proxy), 1)
        isInert = false
        // libwayland owns the wl_display and handles its events.
        guard proxy != table.display else { return }
        table.insert(self)
        wl_proxy_add_dispatcher(proxy, dispatch, nil, Unmanaged.passUnretained(self).toOpaque())
    }

    public var description: String { "\(Self.interface.name)#\(id)" }

    /// The object that wraps a `wl_proxy`.
    static func existing(_ proxy: OpaquePointer) -> Proxy? {
        wl_proxy_get_user_data(proxy).map { Unmanaged<Proxy>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Decodes an event and calls the handler. Unknown opcodes are ignored.
    open func receive(_ opcode: UInt32, _ arguments: EventArguments) {}

    /// Removes the handler, which may hold a reference to the proxy.
    open func clearHandler() {}

    public final func send(
        _ opcode: UInt32, since: UInt32 = 1, count: Int = 0, _ fill: (inout RequestArguments) -> Void = { _ in }
    ) {
        guard canSend(opcode, since: since) else { return }
        marshal(opcode, count: count, fill)
    }

    /// Sends a request that destroys this object. If the bound version lacks it, only our end is destroyed.
    public final func sendDestructor(
        _ opcode: UInt32, since: UInt32 = 1, count: Int = 0, _ fill: (inout RequestArguments) -> Void = { _ in }
    ) {
        guard !isInert, version >= since else { return discard() }
        marshal(opcode, flags: UInt32(WL_MARSHAL_FLAG_DESTROY), count: count, fill)
        markInert()
    }

    /// Sends a request that creates an object, in `version` or in this proxy's version.
    public final func create<Object: Proxy>(
        _ type: Object.Type, _ opcode: UInt32, since: UInt32 = 1, version: UInt32? = nil, count: Int,
        _ fill: (inout RequestArguments) -> Void
    ) -> Object {
        guard canSend(opcode, since: since) else { return type.init(ProxyHandle(pointer: nil, table: table)) }
        let interface = type.interface.pointer
        let proxy = marshal(opcode, interface: interface, version: version, count: count, fill)
        return type.init(ProxyHandle(pointer: proxy, table: table))
    }

    /// Destroys our end of the object without a request.
    public final func discard() {
        guard !isInert else { return }
        wl_proxy_destroy(pointer)
        markInert()
    }

    private func markInert() {
        isInert = true
        table.remove(self)
        clearHandler()
    }

    private func canSend(_ opcode: UInt32, since: UInt32) -> Bool {
        assert(!isInert, "request \(opcode) on \(self), which is destroyed")
        assert(isInert || version >= since, "request \(opcode) of \(self) needs version \(since), bound is \(version)")
        return !isInert && version >= since
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
            defer { for copy in arguments.copies { free(copy) } }
            fill(&arguments)
            guard arguments.isValid else {
                if flags != 0 { wl_proxy_destroy(pointer) }
                return nil
            }
            return wl_proxy_marshal_array_flags(pointer, opcode, interface, version ?? self.version, flags, base)
        }
    }

    fileprivate func deliver(_ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>) {
        // The handler may destroy this proxy, and with it the table's reference.
        withExtendedLifetime(self) {
            receive(opcode, EventArguments(base: arguments, table: table))
        }
    }
}

private func dispatch(
    _: UnsafeRawPointer?, _ target: UnsafeMutableRawPointer?, _ opcode: UInt32, _: UnsafePointer<wl_message>?,
    _ arguments: UnsafeMutablePointer<wl_argument>?
) -> Int32 {
    guard let target, let arguments, let proxy = Proxy.existing(OpaquePointer(target)) else { return 0 }
    proxy.deliver(opcode, arguments)
    return 0
}
