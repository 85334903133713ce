import CWayland
import Glibc
import Synchronization

/// A connection to a compositor (`wl_display`), driven by an event loop.
///
/// Before sleeping, dispatch queued events until ``prepareRead()`` returns true, and ``flush()``; then call
/// ``readEvents()`` if the descriptor is readable, else ``cancelRead()``; then ``dispatchPending()``. Releasing the
/// display disconnects.
public final class Display {
    /// True until the display disconnects.
    package private(set) var isConnected = true
    private let pointer: OpaquePointer
    let proxies: ProxyTable
    private var dispatchDepth = 0
    private var disconnectsAfterDispatch = false

    /// Connects to the compositor called `name`, or to the one that `WAYLAND_SOCKET` or `WAYLAND_DISPLAY` names.
    public static func connect(to name: String? = nil) throws(WaylandError) -> Display {
        try Display(wl_display_connect(name))
    }

    /// Connects through a connected socket. The display owns the socket, and closes it even when this throws.
    public static func connect(descriptor: Int32) throws(WaylandError) -> Display {
        try Display(wl_display_connect_to_fd(descriptor))
    }

    private init(_ display: OpaquePointer?) throws(WaylandError) {
        _ = Self.keepsLog
        guard let display else { throw .cannotConnect(errno: errno) }
        pointer = display
        proxies = ProxyTable(display: display)
    }

    deinit {
        close()
    }

    /// The socket, for an event loop; -1 when disconnected.
    public var fileDescriptor: Int32 { isConnected ? wl_display_get_fd(pointer) : -1 }

    /// The number of live proxies, without the `wl_display` itself.
    public var proxyCount: Int { proxies.count }

    /// Wraps the `wl_display` itself, which libwayland owns; inert once disconnected.
    package func displayObject<Object: Proxy>(_ type: Object.Type) -> Object {
        type.init(ProxyHandle(pointer: isConnected ? pointer : nil, table: proxies))
    }

    /// Makes an inert object, the result of a request that cannot be sent.
    package func inertObject<Object: Proxy>(_ type: Object.Type) -> Object {
        type.init(ProxyHandle(pointer: nil, table: proxies))
    }

    /// Blocks until the compositor has handled all requests, and dispatches events meanwhile. For startup only.
    public func roundtrip() throws(WaylandError) {
        try dispatching { wl_display_roundtrip($0) }
    }

    /// Announces the intention to read. False if events are queued already: dispatch them first.
    public func prepareRead() -> Bool {
        isConnected && wl_display_prepare_read(pointer) == 0
    }

    /// Reads from the socket into the queue, which ends the intention that ``prepareRead()`` announced.
    public func readEvents() throws(WaylandError) {
        guard isConnected else { throw .connectionLost }
        if wl_display_read_events(pointer) < 0 { throw lastError }
    }

    /// Ends the intention that ``prepareRead()`` announced, without reading.
    public func cancelRead() {
        if isConnected { wl_display_cancel_read(pointer) }
    }

    /// Calls the handlers of all queued events.
    public func dispatchPending() throws(WaylandError) {
        try dispatching { wl_display_dispatch_pending($0) }
    }

    /// Sends buffered requests. False if the socket is full: flush again when it is writable.
    public func flush() throws(WaylandError) -> Bool {
        guard isConnected else { throw .connectionLost }
        if wl_display_flush(pointer) >= 0 { return true }
        switch errno {
        case EAGAIN: return false
        // The compositor hung up. Its last events may hold the reason, and reading will report it.
        case EPIPE: return true
        default: throw lastError
        }
    }

    /// Destroys all proxies and closes the socket; within a handler, after the current dispatch.
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
        // libwayland passes the message only to its log.
        let parts = Self.lastLogLine.withLock { $0 }.split(separator: ":", maxSplits: 2)
        let message = parts.count == 3 && parts[1] == " error \(code)" ? parts[2].dropFirst() : ""
        return .protocolError(interface: name ?? "", code: code, object: object, message: String(message))
    }

    private static let lastLogLine = Mutex("")

    /// Writes what libwayland logs to standard error, as libwayland does, and keeps the last line.
    private static let keepsLog: Void = cwayland_set_log { text, length in
        write(STDERR_FILENO, text, length)
        let line = UnsafeRawBufferPointer(start: text, count: length).prefix { $0 != 10 }
        lastLogLine.withLock { $0 = String(decoding: line, as: UTF8.self) }
    }
}
