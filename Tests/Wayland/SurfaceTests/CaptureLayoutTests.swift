import Testing
import WaylandProtocols

@testable import SurfaceKit

/// Pictures in the buffers of a compositor, as values.
@Suite struct CaptureLayoutTests {
    /// A picture of 3 × 2 pixels: 1 2 3 above 4 5 6.
    private static let upright = CapturedPicture(
        width: 3, height: 2, pixels: (1...6).map { 0xFF00_0000 | $0 })

    private func layout(_ width: Int, _ height: Int, _ transform: WlOutput.Transform = .normal) -> CaptureLayout {
        CaptureLayout(format: .xrgb8888, width: width, height: height, stride: width * 4, transform: transform)
    }

    /// wl_output.transform gives the rows of the buffer: turned anticlockwise, after a flip.
    @Test(
        arguments: [
            (.normal, 3, [1, 2, 3, 4, 5, 6]), (._90, 2, [3, 6, 2, 5, 1, 4]), (._180, 3, [6, 5, 4, 3, 2, 1]),
            (._270, 2, [4, 1, 5, 2, 6, 3]), (.flipped, 3, [3, 2, 1, 6, 5, 4]), (.flipped90, 2, [1, 4, 2, 5, 3, 6]),
            (.flipped180, 3, [4, 5, 6, 1, 2, 3]), (.flipped270, 2, [6, 3, 5, 2, 4, 1]),
        ] as [(WlOutput.Transform, Int, [UInt32])])
    func pictureIsUpright(transform: WlOutput.Transform, width: Int, words: [UInt32]) {
        var layout = layout(width, 6 / width, transform)
        #expect(layout.picture(of: words) == Self.upright)
        // The same from the bottom to the top.
        layout.isInverted = true
        let rows = stride(from: 0, to: 6, by: width).map { words[$0..<$0 + width] }
        #expect(layout.picture(of: rows.reversed().flatMap(\.self)) == Self.upright)
    }

    @Test(
        arguments: [
            (.argb8888, 0xFF11_2233), (.xrgb8888, 0xFF11_2233), (.abgr8888, 0xFF33_2211), (.xbgr8888, 0xFF33_2211),
            (.xrgb2101010, nil), (.rgb888, nil),
        ] as [(WlShm.Format, UInt32?)])
    func coloursAreThoseOfTheFormat(format: WlShm.Format, pixel: UInt32?) {
        let layout = CaptureLayout(format: format, width: 1, height: 1, stride: 4)
        #expect(layout.isSupported == (pixel != nil))
        #expect(layout.picture(of: [0x8011_2233])?.pixels == pixel.map { [$0] })
    }

    @Test func gapsBetweenRowsAreLeftOut() {
        var layout = layout(3, 2)
        layout.stride = 20
        #expect(layout.picture(of: [1, 2, 3, 9, 9, 4, 5, 6, 9, 9]) == Self.upright)
        // Missing words.
        #expect(layout.picture(of: [1, 2, 3, 9, 9, 4, 5, 6, 9]) == nil)
    }

    @Test(arguments: [(0, 1, 4), (1, 0, 4), (-1, 1, 4), (2, 1, 4), (2, 1, 10), (60_000, 60_000, 240_000)])
    func impossibleSizesAreRefused(width: Int, height: Int, stride: Int) {
        let layout = CaptureLayout(format: .xrgb8888, width: width, height: height, stride: stride)
        #expect(!layout.isSupported && layout.picture(of: [1, 2]) == nil)
    }
}
