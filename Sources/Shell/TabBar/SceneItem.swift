// SPDX-License-Identifier: MIT
import Geometry
import Glibc

extension Scene {
    /// One thing that is drawn.
    public enum Item: Equatable, Sendable {
        /// The shadow of a straight edge, cast over `rect`: `edge` is the y of the edge that casts it.
        case shadow(rect: Rect, edge: Double, sigma: Double, color: Color)
        /// The shadow of a rectangle with round corners, or of a disc. A hollow one is left out under the shape itself,
        /// for shapes that one can look through.
        case roundedShadow(of: Rect, radius: Double, ShadowShape, Color)
        case fill(Rect, Color)
        /// A line whose edges lie between buffer pixels, at least one of them thick.
        case line(Rect, Color)
        /// A rectangle with round corners that blends from its upper edge's colour to its lower edge's; its edges lie
        /// between buffer pixels.
        case rounded(Rect, radius: Double, top: Color, bottom: Color)
        case ellipse(Rect, Color)
        /// A rectangle whose shorter sides are half circles.
        case capsule(Rect, Color)
        /// A disc that blends from one corner of its rectangle to the opposite one.
        case disc(Rect, CircleGradient, opacity: Double)
        /// An icon, by its name, poured in a colour.
        case icon(String, Rect, Color)
        case text(TextRun, in: Rect, anchor: TextAnchor, Color)
        indirect case transformed(Item, Transform)
    }

    /// How the shadow of a shape falls.
    public struct ShadowShape: Hashable, Sendable {
        /// The Gaussian's standard deviation.
        public var sigma: Double
        /// Downwards is positive.
        public var offsetY: Double
        /// Whether nothing of it is under the shape.
        public var isHollow: Bool

        public init(sigma: Double, offsetY: Double, isHollow: Bool = false) {
            self.sigma = sigma
            self.offsetY = offsetY
            self.isHollow = isHollow
        }
    }

    /// The colours of a disc.
    public struct CircleGradient: Hashable, Sendable {
        public var first: Color
        public var last: Color
        /// Whether `first` is at the bottom leading corner, and not at the top leading one.
        public var rises: Bool

        public init(first: Color, last: Color, rises: Bool) {
            self.first = first
            self.last = last
            self.rises = rises
        }
    }

    /// Something is drawn larger or smaller, and turned, around a point; after that it is moved.
    public struct Transform: Equatable, Sendable {
        public var center: Point
        public var scale: Double
        /// Radians, clockwise.
        public var rotation: Double
        public var offset: Point

        public init(center: Point = .zero, scale: Double = 1, rotation: Double = 0, offset: Point = .zero) {
            self.center = center
            self.scale = scale
            self.rotation = rotation
            self.offset = offset
        }

        /// Whether it leaves everything as it is.
        public var isIdentity: Bool { scale == 1 && rotation == 0 && offset == .zero }
    }
}

extension Scene.Item {
    /// The item, drawn otherwise; one that is only left as it is stays the same item.
    public func transformed(_ transform: Scene.Transform) -> Scene.Item {
        transform.isIdentity ? self : .transformed(self, transform)
    }

    /// Where it is drawn.
    public var bounds: Rect {
        switch self {
        case .shadow(let rect, _, _, _), .fill(let rect, _), .line(let rect, _), .rounded(let rect, _, _, _),
            .ellipse(let rect, _), .capsule(let rect, _), .disc(let rect, _, _), .icon(_, let rect, _):
            rect
        case .roundedShadow(let rect, _, let shape, _):
            // The blur is cut off at a whole buffer pixel.
            rect.offset(y: shape.offsetY).inset(by: -(2.8 * shape.sigma).rounded(.up) - 1)
        case .text(let run, let box, _, _):
            Self.ink(of: run, in: box)
        case .transformed(let item, let transform):
            transform.bounds(of: item.bounds)
        }
    }

    /// Whether nothing of it can be seen.
    public var isInvisible: Bool {
        switch self {
        case .shadow(_, _, _, let color), .roundedShadow(_, _, _, let color), .fill(_, let color),
            .line(_, let color), .ellipse(_, let color), .capsule(_, let color), .icon(_, _, let color):
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

    /// Room for every letter: accents stand above the capitals, some letters hang below the line, and slanted ones
    /// lean out at the ends. What a font draws beyond this is cut off.
    private static func ink(of run: TextRun, in box: Rect) -> Rect {
        let baseline = box.center.y + run.capHeight / 2
        return Rect(
            x: box.x - 0.5 * run.size, y: baseline - 1.25 * run.size, width: box.width + run.size,
            height: 1.75 * run.size)
    }
}

extension Scene.Transform {
    /// The smallest upright rectangle around another one that was transformed, and a pixel more: what is resampled
    /// bleeds into its neighbours.
    func bounds(of rect: Rect) -> Rect {
        guard !rect.isEmpty else { return rect }
        let (sine, cosine) = (sin(rotation) * scale, cos(rotation) * scale)
        let corners = [(rect.x, rect.y), (rect.maxX, rect.y), (rect.x, rect.maxY), (rect.maxX, rect.maxY)].map { x, y in
            let (dx, dy) = (x - center.x, y - center.y)
            return Point(x: center.x + cosine * dx - sine * dy, y: center.y + sine * dx + cosine * dy)
        }
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
        return Rect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
            .offset(x: offset.x, y: offset.y).inset(by: -1)
    }
}
