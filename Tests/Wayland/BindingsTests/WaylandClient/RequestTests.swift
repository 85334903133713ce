import Glibc
import Testing

@testable import WaylandProtocols
@testable import WaylandClient

@Suite struct RequestTests {
    let server: FakeServer

    init() throws {
        server = try FakeServer()
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
