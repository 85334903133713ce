import Glibc
import Testing

@testable import WaylandProtocols
@testable import WaylandClient

@Suite struct RequestTests {
    let server: FakeServer

    init() throws {
        server = try FakeServer()
    }

    @Test func encodesEveryKindOfArgument() throws {
        let compositor = try server.bind(WlCompositor.self, version: 4)
        let shell = try server.bind(ZwlrLayerShellV1.self, version: 4)
        let surface = compositor.createSurface()
        let layer = shell.getLayerSurface(surface: surface, output: nil, layer: .top, namespace: "bar")
        layer.setAnchor(anchor: [.bottom, .left, .right])
        layer.setMargin(top: -1, right: 2, bottom: -3, left: 4)
        surface.attach(buffer: nil, x: 0, y: 0)
        surface.setBufferTransform(transform: ._90)
        #expect(
            try server.requests() == [
                .init(object: compositor.id, opcode: 0, words: [surface.id]),
                .init(object: shell.id, opcode: 0, words: [layer.id, surface.id, 0, 2] + wire("bar")),
                .init(object: layer.id, opcode: 1, words: [14]),
                .init(object: layer.id, opcode: 3, words: [UInt32(bitPattern: -1), 2, UInt32(bitPattern: -3), 4]),
                .init(object: surface.id, opcode: 1, words: [0, 0, 0]),
                .init(object: surface.id, opcode: 7, words: [1]),
            ])
    }

    @Test func encodesFixedPoint() throws {
        let viewport = try server.bind(WpViewporter.self, version: 1)
            .getViewport(surface: try server.bind(WlCompositor.self, version: 4).createSurface())
        _ = try server.requests()
        viewport.setSource(x: 0.5, y: -1, width: 1.25, height: 3)
        #expect(try server.requests().map(\.words) == [[128, UInt32(bitPattern: -256), 320, 768]])
    }

    @Test func descriptorIsDuplicated() throws {
        let pipe = try Pipe()
        let shm = try server.bind(WlShm.self, version: 1)
        let pool = shm.createPool(fd: pipe.writeEnd, size: 4096)
        #expect(try server.requests() == [.init(object: shm.id, opcode: 0, words: [pool.id, 4096])])
        var byte: UInt8 = 1
        #expect(write(try #require(server.received.first), &byte, 1) == 1)
        #expect(write(pipe.writeEnd, &byte, 1) == 1)
    }

    @Test func requestsDeclareTheirVersions() {
        #expect(WlSurface.damageBufferSince == 4)
        #expect(ZwlrLayerSurfaceV1.setExclusiveEdgeSince == 5)
        #expect(WlOutput.Event.nameSince == 4)
        #expect(WlSurface.interface.name == "wl_surface")
        #expect(WlSurface.interface.version == 4)
    }
}

@Suite struct FixedTests {
    @Test(arguments: [Int32.min, -257, -256, -255, -1, 0, 1, 255, 256, 257, .max])
    func everyFixedNumberIsExact(_ fixed: Int32) {
        #expect(Fixed.fixed(Fixed.double(fixed)) == fixed)
    }

    @Test func roundsToNearestAndClamps() {
        #expect(Fixed.fixed(1.0 / 3) == 85)
        #expect(Fixed.fixed(1.5 / 256) == 2)
        #expect(Fixed.fixed(-0.4 / 256) == 0)
        #expect(Fixed.fixed(1e12) == .max)
        #expect(Fixed.fixed(-.infinity) == .min)
        #expect(Fixed.fixed(.nan) == 0)
    }
}
