import FakeCompositor
import Geometry
import StageTestSupport
import TestSupport
import Testing

@testable import SurfaceKit

@Suite struct CompositorTransformTests {
    private static func filling<Content: SurfaceContent>(
        _ content: Content = PlainContent(), versions: [String: UInt32] = [:], scale: UInt32 = 120,
        margin: Double = 428
    ) throws -> (LocalSession, Surface, FakeSurface, Content) {
        let local = try LocalSession(versions: versions) { $0.fractionalScale = scale }
        let (surface, fake) = try local.surface(.filling(namespace: "page", layer: .bottom), content)
        surface.leadingMargin = margin
        try local.rest()
        return (local, surface, fake, content)
    }

    /// The source never has fractions of pixels, which would be interpolated. Without alpha-modifier another view of the same
    /// memory is attached, since another source may not be shown. From right to left, the margin is at the other side of the
    /// content, which leaves to the left.
    @Test(
        arguments: [120, 150, 180, 213, 240] as [UInt32], [(true, false), (true, true), (false, false), (false, true)])
    func contentIsMovedWithoutBeingDrawn(scale: UInt32, way: (hasModifier: Bool, isRightToLeft: Bool)) throws {
        let (local, surface, fake, content) = try Self.filling(
            versions: way.hasModifier ? ["wp_alpha_modifier_v1": 1] : [:], scale: scale)
        surface.isRightToLeft = way.isRightToLeft
        let width = Int((428 * Double(scale) / 120).rounded())
        let frames = content.sizes.count
        for distance in [0, 0.4, 1, 13.37, 427.9, 428, 500, 1, 0] {
            surface.setTransform(opacity: 1, distance: distance)
            surface.invalidate()
            try local.rest()
            let shown = try #require(fake.shown)
            let shift = min(Int((distance * Double(scale) / 120).rounded()), width)
            let start = way.isRightToLeft ? shift : width - shift
            if way.hasModifier {
                let source = try #require(fake.commits.last?.source)
                #expect((source.x, source.y, source.width) == (Double(start), 0, Double(width)))
                #expect(shown.bufferSize?.width == 2 * width && fake.picture?.size.width == width)
            } else {
                #expect(shown.bufferOffset == 4 * start && shown.bufferSize?.width == width && shown.source == nil)
            }
            #expect(shown.destination == PixelSize(428, 926))
            #expect(way != (false, false) || shown.pixels.allSatisfy { $0 == content.color })
        }
        #expect(content.sizes.count == frames)
        guard !way.hasModifier else { return }
        // A change of the content is drawn once the compositor holds no view of the memory.
        content.color = 0xFF60_4020
        surface.setTransform(opacity: 1, distance: 7)
        surface.invalidate()
        try local.rest()
        #expect(fake.shown?.pixels.allSatisfy { $0 == content.color } == true)
        #expect(content.sizes.count == frames + 1)
    }

    /// To touch a page of fresh memory takes longer than to draw on it.
    @Test func newBufferOfARedrawnSurfaceIsNotCopied() throws {
        let (local, surface, fake, content) = try Self.filling(FadingContent())
        surface.keepPicture()
        content.drawsMargin = false
        surface.invalidate()
        try local.rest()
        #expect(fake.shown?.pixels.allSatisfy { $0 == content.color } == true)
        let buffer = try #require(surface.pool?.newest)
        #expect(buffer !== surface.pool?.kept && buffer.width == 856)
        let row = buffer.pixels.bindMemory(to: UInt32.self, capacity: buffer.width)
        #expect((0..<428).allSatisfy { row[$0] == 0 })
    }

    @Test func compositorFadesTheSurface() throws {
        let (local, surface, fake, content) = try Self.filling(versions: ["wp_alpha_modifier_v1": 1], margin: 0)
        #expect(surface.canFade)
        #expect(fake.picture?.size == fake.shown?.bufferSize)
        let (frames, commits) = (content.sizes.count, fake.commits.count)
        for opacity in [0.5, 0, 1, 1] {
            surface.setTransform(opacity: opacity, distance: 0)
            surface.invalidate()
            try local.rest()
            #expect(abs((fake.commits.last?.opacity ?? -1) - opacity) < 1e-9)
        }
        // Unchanged state is not committed.
        #expect(fake.commits.count == commits + 3)
        #expect(content.sizes.count == frames)
        surface.destroy()
        try local.settle()
    }

    /// The placeholder of a hidden surface is smaller than the shown part of the buffer.
    @Test func hiddenSurfaceShowsAllOfItsPlaceholder() throws {
        let (local, surface, fake, _) = try Self.filling(versions: ["wp_alpha_modifier_v1": 1])
        surface.setTransform(opacity: 1, distance: 100)
        surface.isHidden = true
        try local.rest()
        #expect(fake.commits.last?.source == nil)
        #expect(fake.shown?.bufferSize == PixelSize(1, 1))
        surface.isHidden = false
        try local.rest()
        #expect(fake.commits.last?.source?.x == 328)
    }

    @Test func compositorsWithoutTheProtocolsAreAskedForNothing() throws {
        let (local, surface, fake, _) = try Self.filling(versions: ["wp_viewporter": 0])
        #expect(!surface.canFade)
        surface.setTransform(opacity: 0.5, distance: 100)
        surface.invalidate()
        try local.rest()
        #expect(fake.shown?.bufferSize == PixelSize(428, 926))
        #expect(fake.shown?.bufferOffset == 4 * 328)
    }
}

/// Content of one colour that changes with each frame, with or without drawing beyond the leading edge.
private final class FadingContent: SurfaceContent {
    var drawsMargin = true
    private(set) var color: UInt32 = 0xFF10_1010

    func advance(to frame: Frame) -> [Rect] {
        color += 1
        return [Rect(x: 0, y: 0, width: frame.size.width, height: frame.size.height)]
    }

    func draw(on buffer: PixelBuffer, frame: Frame, area: [Rect]) {
        let pixels = buffer.pixels.bindMemory(to: UInt32.self, capacity: buffer.width * buffer.height)
        let first = drawsMargin ? 0 : buffer.width - Int(frame.size.width)
        for y in 0..<buffer.height {
            for x in first..<buffer.width { pixels[y * buffer.width + x] = color }
        }
    }
}
