// SPDX-License-Identifier: MIT

import CWayland
import Glibc

/// A connection to a compositor.
///
/// It is made to be watched by an event loop: before sleeping, dispatch what is queued until ``prepareRead()`` says
/// true, and ``flush()``; then either ``readEvents()`` if the descriptor is readable or ``cancelRead()``; then
/// ``dispatchPending()``. Releasing it disconnects, whoever still holds proxies.
public final class Display {
    private let pointer: OpaquePointer
    private let proxies: ProxyTable
    /// The connection as an object of the protocol. It is libwayland's own and not in the table.
    private let object: WlDisplay
    private var isConnected = true
    private var dispatchDepth = 0
    private var disconnectsAfterDispatch = false

    /// Connects to the compositor called `name`; nil means what `WAYLAND_SOCKET` and `WAYLAND_DISPLAY` say.
    ///
    /// - Throws: ``WaylandError/cannotConnect(errno:)``.
    public static func connect(to name: String? = nil) throws(WaylandError) -> Display {
        try Display(withCString(name) { wl_display_connect($0) })
    }

    /// Takes over a connected socket, and closes it even when it throws.
    ///
    /// - Throws: ``WaylandError/cannotConnect(errno:)``.
    public static func connect(descriptor: Int32) throws(WaylandError) -> Display {
        try Display(wl_display_connect_to_fd(descriptor))
    }

    private init(_ display: OpaquePointer?) throws(WaylandError) {
        guard let display else { throw .cannotConnect(errno: errno) }
        pointer = display
        proxies = ProxyTable(display: display)
        object = WlDisplay(display, in: proxies)
    }

    deinit {
        close()
    }

    /// The socket, for an event loop; -1 when disconnected.
    public var fileDescriptor: Int32 { isConnected ? wl_display_get_fd(pointer) : -1 }

    /// How many of the protocol's objects live at this end.
    public var proxyCount: Int { proxies.count }

    /// The list of globals; set `onEvent` before the next dispatch.
    public func registry() -> WlRegistry {
        isConnected ? object.getRegistry() : WlRegistry(nil, in: proxies)
    }

    /// A callback that fires when the compositor has handled all requests sent so far.
    public func sync() -> WlCallback {
        isConnected ? object.sync() : WlCallback(nil, in: proxies)
    }

    /// Blocks until the compositor has handled all requests, and dispatches what comes meanwhile. For starting up only.
    ///
    /// - Throws: ``WaylandError/protocolError(interface:code:object:)`` or ``WaylandError/connectionLost``.
    public func roundtrip() throws(WaylandError) {
        try dispatching { wl_display_roundtrip($0) }
    }

    /// Announces that the descriptor will be waited for. False: events are queued already, dispatch them first.
    public func prepareRead() -> Bool {
        isConnected && wl_display_prepare_read(pointer) == 0
    }

    /// Reads from the socket into the queue. Ends what ``prepareRead()`` began.
    ///
    /// - Throws: ``WaylandError/protocolError(interface:code:object:)`` or ``WaylandError/connectionLost``.
    public func readEvents() throws(WaylandError) {
        guard isConnected else { throw .connectionLost }
        if wl_display_read_events(pointer) < 0 { throw lastError }
    }

    /// Ends what ``prepareRead()`` began, without reading.
    public func cancelRead() {
        if isConnected { wl_display_cancel_read(pointer) }
    }

    /// Calls the handlers of all queued events.
    ///
    /// - Throws: ``WaylandError/protocolError(interface:code:object:)`` or ``WaylandError/connectionLost``.
    public func dispatchPending() throws(WaylandError) {
        try dispatching { wl_display_dispatch_pending($0) }
    }

    /// Sends what is buffered. False: the socket is full, call again when it is writable.
    ///
    /// - Throws: ``WaylandError/connectionLost``.
    public func flush() throws(WaylandError) -> Bool {
        guard isConnected else { throw .connectionLost }
        if wl_display_flush(pointer) >= 0 { return true }
        switch errno {
        case EAGAIN: return false
        // The compositor hung up. Why, is among what it sent before: reading will say it.
        case EPIPE: return true
        default: throw lastError
        }
    }

    /// Destroys all proxies and closes the socket; from within a handler, as soon as the handlers are through.
    public func disconnect() {
        if dispatchDepth > 0 {
            disconnectsAfterDispatch = true
        } else {
            close()
        }
    }

    private func dispatching(_ call: (OpaquePointer) -> Int32) throws(WaylandError) {
        guard isConnected else { throw .connectionLost }
        dispatchDepth += 1
        let result = call(pointer)
        dispatchDepth -= 1
        let error = result < 0 ? lastError : nil
        if disconnectsAfterDispatch, dispatchDepth == 0 { close() }
        if let error { throw error }
    }

    private func close() {
        guard isConnected else { return }
        isConnected = false
        proxies.discardAll()
        wl_display_disconnect(pointer)
    }

    private var lastError: WaylandError {
        guard wl_display_get_error(pointer) == EPROTO else { return .connectionLost }
        var interface: UnsafePointer<wl_interface>?
        var object: UInt32 = 0
        let code = wl_display_get_protocol_error(pointer, &interface, &object)
        let name = interface.flatMap { $0.pointee.name }.map { String(cString: $0) }
        return .protocolError(interface: name ?? "", code: code, object: object)
    }
}
