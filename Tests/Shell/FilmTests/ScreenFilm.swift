import FakeCompositor

/// The pictures that a compositor makes of the pages, beside old · (1 − a) + new · a.
struct ScreenFilm {
    /// A pixel that no page has: the area behind them must stay invisible.
    private static let ground: [Double] = [255, 0, 255]

    let pages: [PageFilm]
    /// The pages' background, 0xRRGGBB.
    let background: UInt32
    /// The largest difference of a channel so far, of 255.
    private(set) var largestError = 0.0

    init(_ pages: [PageFilm], background: UInt32) {
        self.pages = pages
        self.background = background
    }

    /// Composes the surfaces at a time from the lowest to the highest, and compares the picture.
    mutating func compare(_ stacked: [FakeSurface], at time: UInt64) {
        let surfaces = stacked.filter { surface in pages.contains { $0.surface === surface } }
        let frames = surfaces.compactMap(\.picture).filter { $0.size.width > 1 }
        guard let size = frames.first?.size else { return largestError = 255 }
        let parts = pages.map { page in
            (page, share: page.transition.share(at: time), shift: page.shift(at: time, width: size.width))
        }
        for y in stride(from: 0, to: size.height, by: 11) {
            for x in stride(from: y % 13, to: size.width, by: 13) {
                var seen = Self.ground
                for frame in frames { Self.blend(frame.pixel(x, y), over: &seen) }
                var expected = [0.0, 0, 0]
                for (page, share, shift) in parts {
                    let color = Self.channels(page.pixel(x - shift, y, background: background))
                    for index in 0..<3 { expected[index] += share * color[index] }
                }
                for index in 0..<3 { largestError = max(largestError, abs(seen[index] - expected[index])) }
            }
        }
    }

    private static func blend(_ pixel: UInt32, over picture: inout [Double]) {
        let (rest, color) = (1 - Double(pixel >> 24) / 255, channels(pixel))
        for index in 0..<3 { picture[index] = color[index] + rest * picture[index] }
    }

    private static func channels(_ pixel: UInt32) -> [Double] {
        [16, 8, 0].map { Double(pixel >> $0 & 0xFF) }
    }
}
