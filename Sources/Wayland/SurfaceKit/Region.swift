// SPDX-License-Identifier: MIT
import Geometry
import WaylandProtocols

/// The rounding of a region's edges to whole pixels.
enum RegionRounding {
    /// All pixels that a rectangle touches.
    case outer
    /// The nearest pixels, so that adjacent rectangles stay adjacent.
    case nearest
}

extension [Rect] {
    /// The rectangles of a region, without empty ones.
    func region(rounded rounding: RegionRounding) -> [PixelRect] {
        let (low, high): (FloatingPointRoundingRule, FloatingPointRoundingRule) =
            switch rounding {
            case .outer: (.down, .up)
            case .nearest: (.toNearestOrAwayFromZero, .toNearestOrAwayFromZero)
            }
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

    /// A length truncated to an integer and clamped to what a surface can have; 0 for NaN.
    init(pixels: Double) {
        let limit = Double(Self.maximumSide)
        self = pixels.isNaN ? 0 : Int32(Swift.min(Swift.max(pixels, -limit), limit))
    }
}
