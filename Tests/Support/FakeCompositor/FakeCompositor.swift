// SPDX-License-Identifier: MIT

import CTestSupport
import Glibc
import TestSupport
import WaylandScanner

/// A small Wayland compositor that shows nothing, does what a test says, and remembers what its clients did.
///
/// It runs only inside ``waitFor(_:seconds:_:)`` and its relatives, on the thread of the test.
public final class FakeCompositor {
    /// When frame callbacks are answered.
    public enum FramePace {
        /// When the test says so.
        case manual
        /// So many milliseconds after the commit.
        case every(Int)
    }

    /// What it offers: a global's interface and version, in this order.
    public static let usualGlobals: [(name: String, version: UInt32)] = [
        ("wl_compositor", 4), ("wl_shm", 1), ("wl_seat", 5), ("zwlr_layer_shell_v1", 4), ("xdg_wm_base", 3),
        ("wp_viewporter", 1), ("wp_fractional_scale_manager_v1", 1), ("wp_presentation", 1),
        ("wp_cursor_shape_manager_v1", 1), ("wp_single_pixel_buffer_manager_v1", 1),
    ]

    /// Whoever connected, those who have gone too.
    public private(set) var clients: [FakeClient] = []
    public internal(set) var outputs: [FakeOutput] = []
    /// What clients did that the protocols forbid.
    public internal(set) var violations: [String] = []

    /// The tokens that clients have asked for.
    public internal(set) var activations: [FakeActivation] = []

    /// Whether a surface without a size is told one at once, and another one when it or its neighbours' zones change.
    public var configures = true
    public var framePace = FramePace.every(4)
    /// Whether a buffer is given back as soon as another one has taken its place.
    public var releasesBuffers = true
    /// What fractional-scale says at first, in 120ths.
    public var fractionalScale: UInt32 = 120
    /// What the seat has: pointer 1, keyboard 2, touch 4.
    public private(set) var capabilities: UInt32 = 5
    /// What ext-background-effect says that it can do: blur 1.
    public private(set) var backgroundEffects: UInt32 = 1
    public let outputVersion: UInt32

    /// The absolute path for `WAYLAND_DISPLAY`.
    public let socketPath: String
    /// A folder for the test's own files, which goes away with the compositor.
    public let folder: TemporaryDirectory

    var globals: [(global: UInt32, name: String, version: UInt32)] = []
    var nextGlobal: UInt32 = 1
    private var nextSerial: UInt32 = 100
    private var listener: Int32
    private let book: ProtocolBook

    /// - Parameters:
    ///   - versions: for some of the globals another version than the usual one; 0 leaves the global out; what is not
    ///     usual is offered too.
    ///   - outputs: the screens that are there at first.
    public init(
        versions: [String: UInt32] = [:], outputs: [FakeOutput] = [FakeOutput("FAKE-1")]
    ) throws {
        book = try ProtocolBook.shared()
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

    deinit { disappear() }

    /// Connects a client in this process.
    ///
    /// - Returns: the client's end, which is the caller's to close.
    public func connect() throws -> Int32 {
        var ends: [Int32] = [-1, -1]
        let result = cts_socketpair(&ends)
        guard result == 0 else { throw SystemError("socketpair", errno: -result) }
        clients.append(try FakeClient(descriptor: ends[0], book: book))
        return ends[1]
    }

    /// Ends as a compositor does that is killed.
    public func disappear() {
        for client in clients { client.hangUp() }
        if listener >= 0 { close(listener) }
        listener = -1
        unlink(socketPath)
    }

    /// The next serial.
    public func serial() -> UInt32 {
        nextSerial += 1
        return nextSerial
    }

    /// Offers one more interface.
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

    /// Plugs a screen in.
    public func add(_ output: FakeOutput) {
        outputs.append(output)
        output.global = nextGlobal
        addGlobal("wl_output", outputVersion)
    }

    /// Unplugs a screen; the layer surfaces on it are `closed`, before or after the screen goes, or not at all.
    public func remove(_ output: FakeOutput, closingSurfaces: Bool = true) {
        if closingSurfaces {
            for surface in surfaces where surface.layer?.output === output { surface.sendClosed() }
        }
        outputs.removeAll { $0 === output }
        removeGlobal(output.global)
    }

    /// Offers an interface no more; what was made of it goes on.
    public func removeGlobal(_ global: UInt32) {
        globals.removeAll { $0.global == global }
        for registry in objects("wl_registry") { registry.send("global_remove", .uint(global)) }
    }

    /// Changes what the compositor can do behind surfaces: blur 1.
    public func setBackgroundEffects(_ capabilities: UInt32) {
        backgroundEffects = capabilities
        for manager in objects("ext_background_effect_manager_v1") { manager.send("capabilities", .uint(capabilities)) }
    }

    /// Changes what the seat has: pointer 1, keyboard 2, touch 4.
    public func setCapabilities(_ capabilities: UInt32) {
        self.capabilities = capabilities
        for seat in objects("wl_seat") { seat.send("capabilities", .uint(capabilities)) }
    }

    /// All clients' living objects of an interface.
    public func objects(_ kind: String) -> [FakeObject] { clients.flatMap { $0.objects(kind) } }

    /// All clients' living surfaces.
    public var surfaces: [FakeSurface] { clients.flatMap(\.surfaces).filter(\.isAlive) }

    /// The living layer surfaces of a namespace.
    public func surfaces(_ namespace: String) -> [FakeSurface] {
        surfaces.filter { $0.layer?.namespace == namespace }
    }

    /// Serves the clients until the closure has a value.
    ///
    /// - Throws: ``TestSupport/WaitTimeout``; what a client did that cannot be understood.
    @discardableResult
    public func waitFor<Value>(
        _ what: @autoclosure () -> String, seconds: Double = Deadline.usual, _ value: () throws -> Value?
    ) throws -> Value {
        let deadline = Deadline(seconds: seconds)
        while true {
            let isLate = deadline.hasPassed
            try serve()
            if let value = try value() { return value }
            if isLate { throw WaitTimeout(what: what(), seconds: seconds) }
            pause(min(deadline.remaining, 5))
        }
    }

    /// Serves the clients until the condition holds.
    public func waitUntil(
        _ what: @autoclosure () -> String, seconds: Double = Deadline.usual, _ condition: () throws -> Bool
    ) throws {
        try waitFor(what(), seconds: seconds) { try condition() ? () : nil }
    }

    /// Serves a client until it has handled all that was sent to it, and has drawn what follows from that.
    public func settle(_ client: FakeClient) throws {
        // The first answer comes before what the same round draws, the second one after it.
        for _ in 0..<2 {
            let serial = serial()
            guard let base = client.objects("xdg_wm_base").first else { throw SystemError("no xdg_wm_base to ping") }
            base.send("ping", .uint(serial))
            try waitUntil("a pong") { client.pongs.contains(serial) }
        }
    }

    private func serve() throws {
        if listener >= 0 {
            while case let descriptor = cts_accept(listener), descriptor >= 0 {
                clients.append(try FakeClient(descriptor: descriptor, book: book))
            }
        }
        for client in clients where client.isConnected {
            try client.receive { try handle($0, of: client) }
        }
        let now = Monotonic.now
        for surface in surfaces where surface.frameDue.map({ $0 <= now }) ?? false { surface.fireFrame() }
    }

    /// Until something comes, or a frame is due.
    private func pause(_ milliseconds: Int32) {
        let isDue = surfaces.contains { $0.frameDue != nil }
        var watched = clients.filter(\.isConnected).map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        if listener >= 0 { watched.append(pollfd(fd: listener, events: Int16(POLLIN), revents: 0)) }
        poll(&watched, nfds_t(watched.count), isDue ? 1 : milliseconds)
    }
}
