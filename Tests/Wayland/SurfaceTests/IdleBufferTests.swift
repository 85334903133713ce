import FakeCompositor
import Geometry
import StageTestSupport
import Testing

@testable import SurfaceKit

@Suite struct IdleBufferTests {
    private let content: Stripes
    private let local: LocalSession
    private let bar: Surface
    private let fake: FakeSurface

    init() throws {
        (local, bar, fake, content) = try LocalSession.showing(Stripes())
        try change()
    }

    @Test func buffersAreFreedOnceAfterTheLastFrame() throws {
        #expect(buffers == 2)
        let deadline = try #require(bar.idleTimer?.deadline)
        #expect(deadline >= bar.frameTime + Surface.idleTime - bar.refreshInterval * 2)
        let (commits, picture) = (fake.commits.count, fake.shown?.pixel(1, 1))
        try idle()
        #expect(buffers == 1)
        #expect(bar.idleTimer?.deadline == nil)
        #expect(fake.commits.count == commits)
        #expect(fake.shown?.pixel(1, 1) == picture)
    }

    @Test func firstFrameAfterRestDrawsWhatHasChanged() throws {
        try idle()
        let area = content.area
        try change([7])
        // One stripe in a buffer that did not exist.
        #expect(content.area - area == 428 * 10)
        for row in 0..<content.rows.count {
            #expect(fake.shown?.pixel(3, row * 10 + 3) == content.rows[row])
        }
    }

    @Test func frameWithoutAChangeFillsNoBuffer() throws {
        try idle()
        bar.invalidate()
        try local.rest()
        let unused = try #require(bar.pool?.acquire())
        #expect(unused !== bar.pool?.newest)
        #expect(!unused.isPopulated)
    }

    @Test func hiddenSurfaceHasNoTimeout() throws {
        bar.isHidden = true
        try local.rest()
        #expect(bar.idleTimer?.deadline == nil)
        // The placeholder.
        #expect(buffers == 1)
    }

    @Test func hiddenSurfaceKeepsBuffersForAsLong() throws {
        bar.keepsBuffer = true
        bar.isHidden = true
        try local.rest()
        #expect(bar.idleTimer?.deadline != nil)
        #expect(buffers == 3)
        try idle()
        // The newest one, and the placeholder.
        #expect(buffers == 2)
        #expect(bar.idleTimer?.deadline == nil)
        bar.isHidden = false
        bar.invalidate()
        try local.rest()
        #expect(buffers == 1)
    }

    @Test func keptPictureStays() throws {
        bar.keepPicture()
        let kept = try #require(bar.pool?.kept)
        try change()
        try change()
        try idle()
        #expect(bar.pool?.kept === kept)
        #expect(buffers == 2)
    }

    private var buffers: Int { local.client.objects("wl_buffer").count }

    /// Draws some stripes anew, one a frame; two frames need two buffers.
    private func change(_ rows: [Int] = [2, 5]) throws {
        for row in rows {
            content.row = row
            bar.invalidate()
            try local.rest()
        }
    }

    /// Waits for the timeout.
    private func idle() throws {
        bar.idleTimer?.arm(after: 0)
        try local.settle()
    }
}

/// Content of ten stripes, one of which changes with a frame.
private final class Stripes: SurfaceContent {
    var row: Int?
    private(set) var rows = [UInt32](repeating: 0xFF00_0000, count: 10)
    /// The area drawn so far, logical pixels.
    private(set) var area = 0.0

    func advance(to frame: Frame) -> [Rect] {
        guard let row else { return [] }
        rows[row] += 0x10
        self.row = nil
        return [Rect(x: 0, y: Double(row) * 10, width: frame.size.width, height: 10)]
    }

    func draw(on buffer: PixelBuffer, frame: Frame, area: [Rect]) {
        let pixels = buffer.pixels.bindMemory(to: UInt32.self, capacity: buffer.width * buffer.height)
        for rect in area {
            self.area += rect.width * rect.height
            for y in Int(rect.y)..<Int(rect.maxY) {
                for x in 0..<buffer.width { pixels[y * buffer.width + x] = rows[min(y / 10, 9)] }
            }
        }
    }
}
