// SPDX-License-Identifier: MIT
import Geometry
import Wayland

/// The rounding of a region's edges to whole pixels.
enum RegionRounding {
    /// All pixels that a rectangle touches.
    case outer
    /// The pixels that a rectangle covers completely.
    case inner
    /// The nearest pixels, so that adjacent rectangles stay adjacent.
    case nearest
}

extension WlCompositor {
    /// Lends a region of rectangles in logical pixels.
    func withRegion(_ rects: [Rect], _ rounding: RegionRounding, _ body: (WlRegion) -> Void) {
        let region = createRegion()
        defer { region.destroy() }
        for rect in rects {
            let (low, high): (FloatingPointRoundingRule, FloatingPointRoundingRule) =
                switch rounding {
                case .outer: (.down, .up)
                case .inner: (.up, .down)
                case .nearest: (.toNearestOrAwayFromZero, .toNearestOrAwayFromZero)
                }
            let (left, right) = (Int32(pixels: rect.x.rounded(low)), Int32(pixels: rect.maxX.rounded(high)))
            let (top, bottom) = (Int32(pixels: rect.y.rounded(low)), Int32(pixels: rect.maxY.rounded(high)))
            guard right > left, bottom > top else { continue }
            region.add(x: left, y: top, width: right - left, height: bottom - top)
        }
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
