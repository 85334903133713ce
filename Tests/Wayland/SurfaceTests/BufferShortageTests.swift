import FakeCompositor
import Geometry
import Glibc
import StageTestSupport
import Testing
import TestSupport

@testable import SurfaceKit

/// A buffer needs a descriptor and memory. Without them for a moment, a surface shows the right picture a moment later.
@Suite(.serialized) struct BufferShortageTests {
    @Test func surfaceIsDrawnOnceThereAreDescriptors() throws {
        let (local, page, fake, _) = try LocalSession.showing(isHidden: true)
        let frames = fake.frameCount
        try withoutDescriptors {
            page.isHidden = false
            // Nothing else invalidates it.
            try local.settle()
            #expect(fake.frameCount == frames)
        }
        try local.waitUntil("the frame") { fake.frameCount > frames }
        #expect(fake.shown?.bufferSize == PixelSize(428, 100))
    }

    @Test func surfaceIsHiddenOnceThereAreDescriptors() throws {
        let (local, page, fake, _) = try LocalSession.showing()
        try withoutDescriptors {
            page.isHidden = true
            try local.settle()
            #expect(fake.shown?.bufferSize == PixelSize(428, 100))
        }
        try local.waitUntil("the placeholder") { fake.shown?.bufferSize == PixelSize(1, 1) }
    }

    /// Runs without a descriptor left for this process.
    private func withoutDescriptors(_ body: () throws -> Void) throws {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(kind, &limit) == 0 else { throw SystemError("getrlimit", errno: errno) }
        let lowest = dup(0)
        close(lowest)
        var low = rlimit(rlim_cur: rlim_t(lowest), rlim_max: limit.rlim_max)
        guard lowest > 0, setrlimit(kind, &low) == 0 else { throw SystemError("setrlimit", errno: errno) }
        defer { setrlimit(kind, &limit) }
        try body()
    }
}

/// A compositor that stops reading, as when stopped or busy. libwayland before 1.23 gives up a connection with
/// more than 4 KiB of unsent requests.
@Suite(.serialized) struct FullSocketTests {
    @Test func surfacesWaitUntilTheCompositorReads() throws {
        let (local, bar, fake, content) = try LocalSession.showing()
        let (page, other) = try local.surface(.filling(namespace: "page", layer: .bottom), PlainContent())
        try local.rest()
        var writability: [Bool] = []
        local.connection.onWritabilityChange = { writability.append($0) }
        local.compositor.isReading = false
        var round = 0
        try local.waitUntil("a full socket") {
            round += 1
            bar.setInputRegion([Rect(x: Double(round % 400), y: 0, width: 20, height: 20)])
            return writability == [false]
        }
        let frames = (fake.frameCount, other.frameCount)
        for color in 0..<3000 as Range<UInt32> {
            content.color = 0xFF00_0000 | color
            bar.invalidate()
            page.invalidate()
            bar.setGeometry(height: Double(100 + color % 50))
            try local.iterate()
        }
        bar.setGeometry(height: 120)
        #expect(writability == [false])
        local.compositor.isReading = true
        try local.rest()
        #expect(writability == [false, true])
        let newest: UInt32 = 0xFF00_0000 | 2999
        #expect(fake.shown?.pixel(0, 0) == newest)
        #expect(fake.shown?.destination == PixelSize(428, 120))
        // One frame of the newest state, and the configured size's.
        #expect(fake.frameCount - frames.0 <= 2 && other.frameCount - frames.1 <= 2)
    }

    /// The daemon continues publishing meanwhile.
    @Test(arguments: ["tabshell-panel", "tabshell-sample"])
    func programsOutliveAStoppedCompositor(name: String) throws {
        let stage = try Stage(name)
        let surface = try stage.compositor.waitFor("a frame") {
            stage.compositor.surfaces.first { ($0.shown?.bufferSize?.width ?? 0) > 100 }
        }
        try stage.rest(surface)
        stage.compositor.isReading = false
        for round in 0..<1500 {
            let tab = ["home", "flash", "growth"][round % 3]
            try stage.socket.request("select", ["tab": tab])
            try stage.socket.request("badge", ["tab": tab, "badge": ["count": round]])
        }
        try stage.checkRunning()
        try stage.socket.request("select", ["tab": "home"])
        stage.compositor.isReading = true
        try stage.rest(surface)
        #expect((surface.shown?.bufferSize?.width ?? 0) > 100)
    }
}
