import CTestSupport
import Glibc
import TestSupport
import WaylandScanner

/// A small Wayland compositor without a display, controlled by a test, that records its clients' requests.
///
/// It runs only inside ``waitFor(_:seconds:_:)`` and the functions built on it, on the test's thread.
public final class FakeCompositor {
    /// The time at which frame callbacks are answered.
    public enum FramePace {
        /// On the test's request.
        case manual
        /// A number of milliseconds after the commit.
        case every(Int)
    }

    /// The globals in order: interface and version.
    public static let usualGlobals: [(name: String, version: UInt32)] = [
        ("wl_compositor", 4), ("wl_shm", 1), ("wl_seat", 5), ("zwlr_layer_shell_v1", 4), ("xdg_wm_base", 3),
        ("wp_viewporter", 1), ("wp_fractional_scale_manager_v1", 1), ("wp_presentation", 1),
        ("wp_cursor_shape_manager_v1", 1), ("wl_data_device_manager", 3),
    ]

    /// All clients, with disconnected ones.
    public private(set) var clients: [FakeClient] = []
    public internal(set) var outputs: [FakeOutput] = []
    /// The clients' protocol violations.
    public internal(set) var violations: [String] = []

    /// The number of regions that clients have created.
    public internal(set) var regionCount = 0
    /// The activation tokens requested by clients.
    public internal(set) var activations: [FakeActivation] = []
    public var onKeyboardInteractivity: (FakeSurface) -> Void = { _ in }

    /// The answer to clients that capture an output, and the names of the outputs that they have captured.
    public var capture = FakeCapture.refusal
    public internal(set) var captured: [String] = []
    public internal(set) var contexts: [FakeSecurityContext] = []

    /// True to put a surface that enters a layer above all others in it, false to put it below.
    public var stacksNewestAbove = true
    /// False to keep the place in the stack of a surface that changes its layer.
    public var restacks = true
    /// The keyboard interactivities that end a client: `on_demand` (2) on wlmaker 0.8, although it offers version 4.
    public var refusedKeyboards: Set<Int> = []
    /// True to show no surface again that is covered when it commits, a tiny one by the pointer's image.
    public var forgetsCoveredSurfaces = false
    /// True to answer no frame callbacks of surfaces behind opaque ones.
    public var skipsCoveredSurfaces = false
    /// The layer surfaces from the lowest to the highest of each layer.
    var stack: [FakeSurface] = []
    /// True to configure surfaces at once, and again whenever their size or a neighbour's zone changes.
    public var configures = true
    public var framePace = FramePace.every(4)
    /// The text of the clipboard, see ``copy(_:to:)``.
    var clipboard = ""
    /// True to release a buffer as soon as another replaces it.
    public var releasesBuffers = true
    /// False to leave all requests unread, so that the clients' sockets become full.
    public var isReading = true
    /// The initial preferred scale, in 1/120.
    public var fractionalScale: UInt32 = 120
    /// The seat's capabilities: pointer 1, keyboard 2, touch 4.
    public private(set) var capabilities: UInt32 = 5
    /// The capabilities of ext-background-effect: blur 1.
    public private(set) var backgroundEffects: UInt32 = 1
    public let outputVersion: UInt32

    /// The socket's absolute path, for `WAYLAND_DISPLAY`.
    public let socketPath: String
    /// A directory for the test's own files, deleted with the compositor.
    public let folder: TemporaryDirectory

    /// The globals: name, interface and version.
    public internal(set) var globals: [(global: UInt32, name: String, version: UInt32)] = []
    var nextGlobal: UInt32 = 1
    private var nextSerial: UInt32 = 100
    private var listener: Int32
    private let book: ProtocolRegistry

    /// The versions are other ones than the default, by interface; 0 removes a global, and a new interface adds one.
    public init(
        versions: [String: UInt32] = [:], outputs: [FakeOutput] = [FakeOutput("FAKE-1")]
    ) throws {
        book = try ProtocolRegistry.shared()
        outputVersion = versions["wl_output"] ?? 4
        folder = try TemporaryDirectory()
        socketPath = folder.appending("wayland-0")
        listener = cts_listen(socketPath)
        guard listener >= 0 else { throw SystemError("listening at \(socketPath)", errno: -listener) }
        chmod(socketPath, 0o777)
        for (name, version) in Self.usualGlobals {
            let version = versions[name] ?? version
            if version > 0 { addGlobal(name, version) }
        }
        for (name, version) in versions.sorted(by: { $0.key < $1.key }) where version > 0 && name != "wl_output" {
            if !Self.usualGlobals.contains(where: { $0.name == name }) { addGlobal(name, version) }
        }
        for output in outputs { add(output) }
    }

    deinit {
        disappear()
        // A surface keeps its client.
        for client in clients { client.surfaces = [] }
    }

    /// The socket of a daemon started with ``environment``.
    public var daemonSocket: String { folder.appending("daemon.sock") }

    /// The environment in which programs find this compositor, and have their files in its folder.
    public var environment: [String: String] {
        Environment.plain.merging([
            "WAYLAND_DISPLAY": socketPath, "XDG_RUNTIME_DIR": folder.path, "XDG_STATE_HOME": folder.path,
            "TABSHELL_SOCKET": daemonSocket,
        ]) { $1 }
    }

    /// Connects a client in this process, and returns its end of the socket, which the caller closes.
    public func connect() throws -> Int32 {
        var ends: [Int32] = [-1, -1]
        let result = cts_socketpair(&ends)
        guard result == 0 else { throw SystemError("socketpair", errno: -result) }
        clients.append(try FakeClient(descriptor: ends[0], book: book))
        return ends[1]
    }

    /// Closes everything, as if the compositor was killed.
    public func disappear() {
        // A client that loses the connection is not accepted again.
        if listener >= 0 { close(listener) }
        listener = -1
        unlink(socketPath)
        for client in clients { client.hangUp() }
    }

    public func serial() -> UInt32 {
        nextSerial += 1
        return nextSerial
    }

    /// Announces a further global.
    @discardableResult
    public func addGlobal(_ name: String, _ version: UInt32) -> UInt32 {
        let global = nextGlobal
        nextGlobal += 1
        globals.append((global, name, version))
        for registry in objects("wl_registry") {
            registry.send("global", .uint(global), .string(name), .uint(version))
        }
        return global
    }

    public func add(_ output: FakeOutput) {
        outputs.append(output)
        output.global = nextGlobal
        addGlobal("wl_output", outputVersion)
    }

    /// Removes an output. Its layer surfaces are closed before or after that, or not at all.
    public func remove(_ output: FakeOutput, closingSurfaces: Bool = true) {
        if closingSurfaces {
            for surface in surfaces where surface.layer?.output === output { surface.sendClosed() }
        }
        outputs.removeAll { $0 === output }
        removeGlobal(output.global)
    }

    /// Removes a global; its objects continue to work.
    public func removeGlobal(_ global: UInt32) {
        globals.removeAll { $0.global == global }
        for registry in objects("wl_registry") { registry.send("global_remove", .uint(global)) }
    }

    public func setBackgroundEffects(_ capabilities: UInt32) {
        backgroundEffects = capabilities
        for manager in objects("ext_background_effect_manager_v1") { manager.send("capabilities", .uint(capabilities)) }
    }

    /// Changes the seat's capabilities: pointer 1, keyboard 2, touch 4.
    public func setCapabilities(_ capabilities: UInt32) {
        self.capabilities = capabilities
        for seat in objects("wl_seat") { seat.send("capabilities", .uint(capabilities)) }
    }

    /// All clients' live objects of an interface.
    public func objects(_ kind: String) -> [FakeObject] { clients.flatMap { $0.objects(kind) } }

    public var surfaces: [FakeSurface] { clients.flatMap(\.surfaces).filter(\.isAlive) }

    public func surfaces(_ namespace: String) -> [FakeSurface] {
        surfaces.filter { $0.layer?.namespace == namespace }
    }

    /// Serves the clients until the closure returns a value. It throws for a malformed request.
    @discardableResult
    public func waitFor<Value>(
        _ what: @autoclosure () -> String, seconds: Double = Deadline.usual, _ value: () throws -> Value?
    ) throws -> Value {
        try TestSupport.waitFor(what(), seconds: seconds, pause: pause) {
            try serve()
            return try value()
        }
    }

    /// Serves the clients until a condition holds.
    public func waitUntil(
        _ what: @autoclosure () -> String, seconds: Double = Deadline.usual, _ condition: () throws -> Bool
    ) throws {
        try waitFor(what(), seconds: seconds) { try condition() ? () : nil }
    }

    /// Serves a client until it has handled all events, and has drawn the consequences.
    public func settle(_ client: FakeClient) throws {
        // The first pong precedes the frames of the same iteration, the second follows them.
        for _ in 0..<2 {
            let serial = serial()
            guard let base = client.objects("xdg_wm_base").first else { throw SystemError("no xdg_wm_base to ping") }
            base.send("ping", .uint(serial))
            try waitUntil("a pong of a client that is \(client.isConnected ? "connected" : "gone")") {
                client.pongs.contains(serial)
            }
        }
    }

    private func serve() throws {
        if listener >= 0 {
            while case let descriptor = cts_accept(listener), descriptor >= 0 {
                clients.append(try FakeClient(descriptor: descriptor, book: book))
            }
        }
        for client in clients where client.isConnected && isReading {
            try client.receive { try handle($0, of: client) }
        }
        let now = Monotonic.now
        for surface in surfaces where surface.frameDue.map({ $0 <= now }) ?? false && !isSkipped(surface) {
            surface.fireFrame()
        }
    }

    /// Waits for requests or for the next frame's time.
    private func pause(_ milliseconds: Int32) {
        let isDue = surfaces.contains { $0.frameDue != nil }
        var watched = clients.filter { $0.isConnected && isReading }
            .map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        if listener >= 0 { watched.append(pollfd(fd: listener, events: Int16(POLLIN), revents: 0)) }
        poll(&watched, nfds_t(watched.count), isDue ? 1 : milliseconds)
    }
}
