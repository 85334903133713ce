import Glibc
import Testing

@testable import WaylandProtocols
@testable import WaylandClient

@Suite struct ConnectionTests {
    let server: FakeServer
    var display: Display { server.display }

    init() throws {
        server = try FakeServer()
    }

    @Test func bindsAtMostThePinnedVersion() throws {
        let registry = display.registry()
        #expect(try server.requests() == [.init(object: 1, opcode: 1, words: [registry.id])])

        var seat: WlSeat?
        registry.onEvent = { event in
            guard case .global(let name, "wl_seat", let version) = event else { return }
            seat = registry.bind(WlSeat.self, name: name, version: version)
        }
        try server.send(registry.id, 0, [7] + wire("wl_seat") + [9])
        let bound = try #require(seat)
        #expect(bound.version == 8)
        let words = [7] + wire("wl_seat") + [8, bound.id]
        #expect(try server.requests() == [.init(object: registry.id, opcode: 0, words: words)])
    }

    @Test func bindsTheAdvertisedVersionIfThatIsLower() throws {
        #expect(try server.bind(WlCompositor.self, version: 3).version == 3)
    }

    @Test func callbackFiresOnce() throws {
        var fired: [UInt32] = []
        // Only the display refers to the callback.
        display.sync().onEvent = { if case .done(let data) = $0 { fired.append(data) } }
        let id = try #require(try server.requests().first?.words.first)
        try server.queue(id, 0, [42])
        try server.send(1, 1, [id])
        #expect(fired == [42])
        #expect(display.sync().id == id)
    }

    @Test func proxyMayBeDestroyedByItsHandler() throws {
        let seat = try server.bind(WlSeat.self, version: 5)
        var calls = 0
        weak var released: WlPointer?
        do {
            let pointer = seat.getPointer()
            released = pointer
            pointer.onEvent = { _ in
                calls += 1
                pointer.release()
            }
        }
        let id = try #require(released).id
        // The second event is already queued when the first one's handler destroys the proxy.
        try server.queue(id, 5)
        try server.send(id, 5)
        #expect(calls == 1)
        #expect(released == nil)
        #expect(try server.requests().last == .init(object: id, opcode: 1, words: []))
    }

    @Test func destroyingTwiceIsHarmless() throws {
        let surface = try server.bind(WlCompositor.self, version: 4).createSurface()
        let other = try server.bind(WlCompositor.self, version: 4)
        surface.destroy()
        surface.destroy()
        #expect(surface.isInert)
        #expect(try server.requests().last == .init(object: surface.id, opcode: 0, words: []))
        display.disconnect()
        #expect(other.isInert)
        other.destroy()
    }

    @Test func unsupportedDestructorIsNotSent() throws {
        let seat = try server.bind(WlSeat.self, version: 4)
        seat.destroy()
        #expect(seat.isInert)
        #expect(try server.requests() == [])
    }

    @Test func protocolErrorNamesTheObject() throws {
        let surface = try server.bind(WlCompositor.self, version: 4).createSurface()
        try server.queue(1, 0, [surface.id, 3] + wire("test"))
        let expected = WaylandError.protocolError(interface: "wl_surface", code: 3, object: surface.id, message: "test")
        #expect(throws: expected) { try server.dispatch() }
    }

    @Test func hangUpLosesTheConnection() throws {
        server.hangUp()
        #expect(throws: WaylandError.connectionLost) { try server.dispatch() }
    }

    @Test func disconnectClosesTheSocket() throws {
        display.disconnect()
        #expect(server.seesHangUp())
        #expect(display.fileDescriptor == -1)
        #expect(!display.prepareRead())
        #expect(throws: WaylandError.connectionLost) { try display.dispatchPending() }
        #expect(throws: WaylandError.connectionLost) { _ = try display.flush() }
    }

    @Test func disconnectInAHandlerIsDeferred() throws {
        let registry = display.registry()
        var seen = 0
        registry.onEvent = { [display] _ in
            seen += 1
            display.disconnect()
        }
        try server.queue(registry.id, 1, [1])
        try server.send(registry.id, 1, [2])
        #expect(seen == 2)
        #expect(registry.isInert)
        #expect(server.seesHangUp())
    }

    @Test func fullSocketIsReported() throws {
        let registry = display.registry()
        var count: UInt32 = 0
        var isFull = false
        while !isFull, count < 1_000_000 {
            _ = registry.bind(WlShm.self, name: count, version: 1)
            count += 1
            isFull = try !display.flush()
        }
        try #require(isFull)
        var names: [UInt32] = []
        while case let requests = try server.requests(), !requests.isEmpty {
            names += requests.filter { $0.object == registry.id && $0.opcode == 0 }.map { $0.words[0] }
        }
        #expect(names == Array(0..<count))
    }

    @Test func missingCompositorIsAnError() {
        #expect(throws: WaylandError.cannotConnect(errno: ENOENT)) {
            _ = try Display.connect(to: "/nonexistent/wayland-0")
        }
    }
}
