import Geometry
import Glibc

extension Scene {
    /// An item of the display list.
    public enum Item: Equatable, Sendable {
        /// The shadow of a bar at an edge of the screen in `rect`, which is beside the bar; `offset` is the distance
        /// from there to the line that casts it, towards the screen's edge.
        case shadow(rect: Rect, at: Edge, offset: Double, sigma: Double, color: Color)
        case roundedShadow(of: Rect, radius: Double, ShadowShape, Color)
        case fill(Rect, Color)
        /// A line aligned to buffer pixels, at least one of them thick.
        case line(Rect, Color)
        /// A rounded rectangle with a vertical gradient, aligned to buffer pixels.
        case rounded(Rect, radius: Double, top: Color, bottom: Color)
        case ellipse(Rect, Color)
        /// A rectangle whose shorter sides are half circles.
        case capsule(Rect, Color)
        /// A capsule blurred by half its lesser side.
        case glow(Rect, Color)
        /// A line of a width along the inner side of a rounded rectangle's edge.
        case ring(Rect, radius: Double, width: Double, Color)
        /// A disc with a gradient from one corner of its rectangle to the opposite one.
        case disc(Rect, CircleGradient, opacity: Double)
        /// An icon in a colour; of one that keeps its own colours, only the opacity counts.
        case icon(IconReference, Rect, Color)
        case text(TextRun, in: Rect, anchor: TextAnchor, Color)
        indirect case transformed(Item, Transform)
    }

    public struct ShadowShape: Hashable, Sendable {
        /// The Gaussian's standard deviation.
        public var sigma: Double
        /// Downwards is positive.
        public var offsetY: Double
        /// True if the shadow is left out under the shape itself, for translucent shapes.
        public var isHollow = false
    }

    /// The gradient of a disc.
    public struct CircleGradient: Hashable, Sendable {
        public var first: Color
        public var last: Color
        /// True if `first` is at the bottom left corner instead of the top left one.
        public var isBottomToTop: Bool
    }

    /// A scaling and rotation around a point, followed by a translation.
    public struct Transform: Equatable, Sendable {
        public var center = Point.zero
        public var scale = 1.0
        /// Radians, clockwise.
        public var rotation = 0.0
        public var offset = Point.zero

        /// True if the transform changes nothing.
        public var isIdentity: Bool { scale == 1 && rotation == 0 && offset == .zero }
    }
}

extension Scene.Item {
    /// The item with a transform; the item itself for the identity.
    public func transformed(_ transform: Scene.Transform) -> Scene.Item {
        transform.isIdentity ? self : .transformed(self, transform)
    }

    /// The bounding box of the drawing.
    public var bounds: Rect {
        switch self {
        case .shadow(let rect, _, _, _, _), .fill(let rect, _), .line(let rect, _), .rounded(let rect, _, _, _),
            .ellipse(let rect, _), .capsule(let rect, _), .ring(let rect, _, _, _), .disc(let rect, _, _),
            .icon(_, let rect, _):
            rect
        case .roundedShadow(let rect, _, let shape, _):
            // The extent is a whole number of buffer pixels: up to one more.
            rect.offset(y: shape.offsetY).inset(by: -Double(GaussianShadow(sigma: shape.sigma).extent) - 1)
        case .glow(let rect, _):
            rect.inset(by: -Double(GaussianShadow(sigma: Self.glowSigma(rect)).extent) - 1)
        case .text(let run, let box, _, _):
            Self.inkBounds(of: run, in: box)
        case .transformed(let item, let transform):
            transform.bounds(of: item.bounds)
        }
    }

    /// True if the item draws nothing.
    public var isInvisible: Bool {
        switch self {
        case .shadow(_, _, _, _, let color), .roundedShadow(_, _, _, let color), .fill(_, let color),
            .line(_, let color), .ellipse(_, let color), .capsule(_, let color), .glow(_, let color),
            .ring(_, _, _, let color), .icon(_, _, let color):
            color.alpha <= 0
        case .text(let run, _, _, let color):
            color.alpha <= 0 || run.string.isEmpty
        case .rounded(_, _, let top, let bottom):
            top.alpha <= 0 && bottom.alpha <= 0
        case .disc(_, let paint, let opacity):
            opacity <= 0 || (paint.first.alpha <= 0 && paint.last.alpha <= 0)
        case .transformed(let item, let transform):
            transform.scale == 0 || item.isInvisible
        }
    }

    /// The standard deviation of the blur of a glow.
    static func glowSigma(_ rect: Rect) -> Double { min(rect.width, rect.height) / 2 }

    /// A bound of a text's ink: accents, descenders and slanted letters extend beyond the box. All beyond this is cut off.
    private static func inkBounds(of run: TextRun, in box: Rect) -> Rect {
        let baseline = box.center.y + run.capHeight / 2
        return Rect(
            x: box.x - 0.5 * run.size, y: baseline - 1.25 * run.size, width: box.width + run.size,
            height: 1.75 * run.size)
    }
}

extension Scene.Transform {
    /// The bounding box of a transformed rectangle and a pixel more, since resampling bleeds into neighbouring pixels.
    func bounds(of rect: Rect) -> Rect {
        guard !rect.isEmpty else { return rect }
        let (sine, cosine) = (sin(rotation) * scale, cos(rotation) * scale)
        let corners = [(rect.x, rect.y), (rect.maxX, rect.y), (rect.x, rect.maxY), (rect.maxX, rect.maxY)].map { x, y in
            let (dx, dy) = (x - center.x, y - center.y)
            return Point(x: center.x + cosine * dx - sine * dy, y: center.y + sine * dx + cosine * dy)
        }
        let (xs, ys) = (corners.map(\.x).sorted(), corners.map(\.y).sorted())
        return Rect(x: xs[0], y: ys[0], width: xs[3] - xs[0], height: ys[3] - ys[0])
            .offset(x: offset.x, y: offset.y).inset(by: -1)
    }
}
