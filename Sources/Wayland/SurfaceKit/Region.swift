import Geometry
import WaylandProtocols

extension [Rect] {
    /// The rectangles in whole pixels, without empty ones: outwards all touched pixels; else adjacent ones stay adjacent.
    func region(outwards: Bool) -> [PixelRect] {
        let low: FloatingPointRoundingRule = outwards ? .down : .toNearestOrAwayFromZero
        let high: FloatingPointRoundingRule = outwards ? .up : .toNearestOrAwayFromZero
        return compactMap { rect in
            let (left, right) = (Int32(pixels: rect.x.rounded(low)), Int32(pixels: rect.maxX.rounded(high)))
            let (top, bottom) = (Int32(pixels: rect.y.rounded(low)), Int32(pixels: rect.maxY.rounded(high)))
            guard right > left, bottom > top else { return nil }
            return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
        }
    }
}

extension WlCompositor {
    func withRegion(_ rects: [PixelRect], _ body: (WlRegion) -> Void) {
        let region = createRegion()
        defer { region.destroy() }
        for rect in rects { region.add(x: rect.x, y: rect.y, width: rect.width, height: rect.height) }
        body(region)
    }
}

extension Int32 {
    /// The longest side of a surface, logical pixels.
    static let maximumSide: Int32 = 32_767

    /// A length truncated to an integer and clamped to a surface's range; 0 for NaN.
    init(pixels: Double) {
        let limit = Double(Self.maximumSide)
        self = pixels.isNaN ? 0 : Int32(Swift.min(Swift.max(pixels, -limit), limit))
    }
}
