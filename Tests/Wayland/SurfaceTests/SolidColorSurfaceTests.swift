import FakeCompositor
import StageTestSupport
import SurfaceKit
import Testing

@Suite struct SolidColorSurfaceTests {
    private let local: LocalSession
    private let surface: SolidColorSurface
    private let fake: FakeSurface

    init() throws {
        let local = try LocalSession()
        self.local = local
        let output = try #require(local.connection.outputs.first)
        surface = try #require(
            SolidColorSurface(local.connection, output: output, namespace: "backdrop", color: 0xF6F5F3))
        fake = try local.waitFor("the surface") { local.compositor.surfaces("backdrop").first { $0.shown != nil } }
    }

    /// pixman, and so labwc, sway and cage without a GPU, interpolates with transparency at a buffer's edges.
    @Test func noEdgeOfTheBufferIsStretched() throws {
        let shown = try #require(fake.shown)
        let (source, size) = (try #require(shown.source), try #require(shown.bufferSize))
        #expect(source.x >= 1 && source.x + source.width <= Double(size.width) - 1)
        #expect(source.y >= 1 && source.y + source.height <= Double(size.height) - 1)
        #expect(shown.destination == PixelSize(428, 926) && shown.inputRegion == [])
        #expect(shown.pixels.count == size.width * size.height)
        #expect(shown.pixels.allSatisfy { $0 == 0xFFF6_F5F3 } && !shown.hasAlpha)
        surface.setColor(0, opacity: 0.5)
        try local.waitUntil("the shade") { fake.shown?.hasAlpha == true }
        surface.destroy()
        try local.settle()
        #expect(local.compositor.surfaces.isEmpty)
    }

    @Test func ownerLearnsThatItWasClosed() throws {
        var closures = 0
        surface.onClosed = { closures += 1 }
        fake.sendClosed()
        fake.sendClosed()
        try local.settle()
        #expect(closures == 1)
        #expect(!fake.isAlive)
        surface.destroy()
        try local.settle()
        #expect(closures == 1)
    }

    @Test(arguments: [(0, 0), (0, 926), (1, 1), (40_000, 3), (-1, -1)])
    func absurdSizesAreSurvived(width: Int, height: Int) throws {
        fake.configure(width, height, serial: local.compositor.serial())
        try local.settle()
        fake.configure(600, 500, serial: local.compositor.serial())
        try local.settle()
        #expect(fake.commits.last?.destination == PixelSize(600, 500))
        surface.destroy()
    }
}
