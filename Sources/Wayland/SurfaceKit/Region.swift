// SPDX-License-Identifier: MIT
import Geometry
import Wayland

/// How edges between pixels become whole ones.
enum RegionRounding {
    /// All that a rectangle touches.
    case outwards
    /// Only what it covers.
    case inwards
    /// The nearest ones, so that rectangles that touch one another go on doing so.
    case nearest
}

extension WlCompositor {
    /// A region of logical pixels, which its maker destroys.
    func region(_ rects: [Rect], _ rounding: RegionRounding) -> WlRegion {
        let region = createRegion()
        for rect in rects {
            let (low, high): (FloatingPointRoundingRule, FloatingPointRoundingRule) =
                switch rounding {
                case .outwards: (.down, .up)
                case .inwards: (.up, .down)
                case .nearest: (.toNearestOrAwayFromZero, .toNearestOrAwayFromZero)
                }
            let (left, right) = (Int32(pixels: rect.x.rounded(low)), Int32(pixels: rect.maxX.rounded(high)))
            let (top, bottom) = (Int32(pixels: rect.y.rounded(low)), Int32(pixels: rect.maxY.rounded(high)))
            guard right > left, bottom > top else { continue }
            region.add(x: left, y: top, width: right - left, height: bottom - top)
        }
        return region
    }
}

extension Int32 {
    /// The most that a side of a surface can have.
    static let longestSide: Int32 = 32_767

    /// A length within what a surface can have, the fraction cut off; 0 for what is no number.
    init(pixels: Double) {
        let limit = Double(Self.longestSide)
        self = pixels.isNaN ? 0 : Int32(Swift.min(Swift.max(pixels, -limit), limit))
    }
}
