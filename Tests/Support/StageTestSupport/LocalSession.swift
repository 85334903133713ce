import EventLoop
import FakeCompositor
import Foundation
import Geometry
import Gestures
import SurfaceKit
import TestSupport
import Testing
import WaylandProtocols
import WaylandClient

/// A connection of this process to a fake compositor. Both run by turns on the test's thread.
public final class LocalSession {
    public let compositor: FakeCompositor
    public let loop: EventLoop
    public let connection: WaylandConnection
    private let tick: EventLoop.Timer
    /// The reason for which the connection was lost.
    private var reason: String?

    /// - Parameter prepare: configures the compositor before the client connects.
    public init(
        versions: [String: UInt32] = [:], outputs: [FakeOutput] = [FakeOutput("FAKE-1")],
        prepare: (FakeCompositor) -> Void = { _ in }
    ) throws {
        compositor = try FakeCompositor(versions: versions, outputs: outputs)
        prepare(compositor)
        loop = try EventLoop()
        tick = loop.timer {}
        let descriptor = try compositor.connect()
        let server = Server(compositor)
        connection = try server.serving { [loop] in
            try WaylandConnection(on: loop) { () throws(WaylandError) in try Display.connect(descriptor: descriptor) }
        }
        connection.onDisconnect = { [unowned self] in reason = "\($0)" }
        try waitUntil("the globals") { !client.objects("xdg_wm_base").isEmpty }
        try settle()
    }

    /// A session with a surface at rest, whose content takes its input. It has the placement's role or another one.
    public static func showing<Content: SurfaceContent>(
        _ content: Content = PlainContent(), as placement: LayerPlacement = .bar(), role: Role? = nil,
        isHidden: Bool = false, versions: [String: UInt32] = [:], outputs: [FakeOutput] = [FakeOutput("FAKE-1")],
        prepare: (FakeCompositor) -> Void = { _ in }
    ) throws -> (LocalSession, Surface, FakeSurface, Content) {
        let local = try LocalSession(versions: versions, outputs: outputs, prepare: prepare)
        let (surface, fake) = try local.surface(role ?? .layer(placement), content, isHidden: isHidden)
        surface.input = content as? any SurfaceInput
        try local.rest()
        return (local, surface, fake, content)
    }

    /// A session with a bar in a motion, whose frame callbacks are not answered.
    public static func moving() throws -> (LocalSession, Surface, FakeSurface, PlainContent) {
        let local = try LocalSession { $0.framePace = .manual }
        let content = PlainContent()
        content.moves = true
        let (bar, fake) = try local.surface(.bar(), content)
        try local.waitUntil("an animation") { fake.frameCount == 1 }
        return (local, bar, fake, content)
    }

    /// The protocol is violated in no test.
    deinit {
        #expect(compositor.violations == [])
        connection.close()
    }

    public var client: FakeClient { compositor.clients[0] }
    public var fakes: [FakeSurface] { client.surfaces.filter(\.isAlive) }

    /// Creates a surface and waits for its role.
    public func surface(
        _ placement: LayerPlacement, _ content: any SurfaceContent, isHidden: Bool = false
    ) throws -> (Surface, FakeSurface) {
        try surface(.layer(placement), content, isHidden: isHidden)
    }

    public func surface(
        _ role: Role, _ content: any SurfaceContent, isHidden: Bool = false
    ) throws -> (Surface, FakeSurface) {
        let count = client.surfaces.count
        let surface = try Surface(
            connection, role: role, output: connection.outputs.first, content: content, isHidden: isHidden)
        surface.invalidate()
        return (
            surface,
            try waitFor("the surface") {
                client.surfaces.dropFirst(count).first { !$0.commits.isEmpty }
            }
        )
    }

    /// Runs both ends until the closure returns a value.
    @discardableResult
    public func waitFor<Value>(_ what: String, _ value: () throws -> Value?) throws -> Value {
        try compositor.waitFor(what) {
            try iterate()
            return try value()
        }
    }

    public func waitUntil(_ what: String, _ condition: () throws -> Bool) throws {
        try waitFor(what) { try condition() ? () : nil }
    }

    /// Runs both ends until each has handled everything that the other has sent, with all its consequences.
    public func settle() throws {
        for _ in 0..<3 {
            let serial = compositor.serial()
            client.objects("xdg_wm_base").first?.send("ping", .uint(serial))
            try waitUntil("a pong") { client.pongs.contains(serial) }
        }
    }

    /// Runs both ends for a time, ns.
    public func pass(_ duration: UInt64) throws {
        let end = Monotonic.now + duration
        try waitUntil("the time to pass") { Monotonic.now > end }
    }

    /// Runs both ends until no frame callback is pending, and the last one has led to nothing more.
    public func rest() throws {
        var before: [Int]?
        while before != fakes.map(\.commits.count) || fakes.contains(where: { !$0.callbacks.isEmpty }) {
            before = fakes.map(\.commits.count)
            try settle()
        }
    }

    /// Runs one iteration of the client, without sleeping.
    public func iterate() throws {
        if let reason { throw SystemError("the session was lost: \(reason)") }
        tick.arm(after: 0)
        try loop.runOnce()
    }
}

/// Serves a blocking client from another thread.
private final class Server: @unchecked Sendable {
    private let compositor: FakeCompositor
    private let lock = NSLock()
    private var isDone = false

    init(_ compositor: FakeCompositor) { self.compositor = compositor }

    func serving<Value>(_ body: () throws -> Value) throws -> Value {
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [self] in
            try? compositor.waitUntil("the client") { lock.withLock { isDone } }
            ended.signal()
        }
        defer {
            lock.withLock { isDone = true }
            ended.wait()
        }
        return try body()
    }
}

/// Content of one colour that follows the test's script and records its calls.
public final class PlainContent: SurfaceContent, SurfaceInput {
    /// Premultiplied ARGB; a change is damage.
    public var color: UInt32 = 0xFF20_4060
    public var moves = false
    public private(set) var sizes: [Size] = []
    public private(set) var events: [InputEvent] = []
    public var onEvent: (InputEvent) -> Void = { _ in }
    private var drawn: UInt32?

    public init() {}

    public func advance(to frame: Frame) -> [Rect] {
        guard color != drawn || moves else { return [] }
        return [Rect(x: 0, y: 0, width: frame.size.width, height: frame.size.height)]
    }

    public func draw(on buffer: PixelBuffer, frame: Frame, area: [Rect]) {
        drawn = color
        sizes.append(frame.size)
        buffer.pixels.bindMemory(to: UInt32.self, capacity: buffer.width * buffer.height)
            .update(repeating: color, count: buffer.width * buffer.height)
    }

    public func isAnimating(at time: UInt64) -> Bool { moves }

    public func finishAnimations() { moves = false }

    public func handle(_ event: InputEvent, from source: InputSource) {
        events.append(event)
        onEvent(event)
    }
}

extension LayerPlacement {
    /// A bar along the bottom edge.
    public static func bar(height: Double = 100, zone: Double = 80) -> LayerPlacement {
        LayerPlacement(namespace: "bar", layer: .top, height: height, exclusiveZone: zone)
    }
}
