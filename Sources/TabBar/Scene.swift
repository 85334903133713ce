// SPDX-License-Identifier: MIT
import Geometry
import TabModel

/// Everything that a bar shows at one moment, from the lowest thing to the highest, and where it can be touched.
/// Coordinates are logical pixels of the surface, which is higher than the bar by what its shadow needs.
public struct Scene: Equatable, Sendable {
    public var items: [Item]
    public var hotspots: [Hotspot]

    public init(items: [Item], hotspots: [Hotspot]) {
        self.items = items
        self.hotspots = hotspots
    }

    /// One thing that is drawn.
    public enum Item: Equatable, Sendable {
        /// The shadow of a straight edge, cast over `rect`: `edge` is the y of the edge that casts it.
        case shadow(rect: Rect, edge: Double, sigma: Double, color: Color)
        case fill(Rect, Color)
        case ellipse(Rect, Color)
        /// An icon, by its name, poured in a colour.
        case icon(String, Rect, Color)

        /// Where it is drawn.
        public var bounds: Rect {
            switch self {
            case .shadow(let rect, _, _, _), .fill(let rect, _), .ellipse(let rect, _), .icon(_, let rect, _): rect
            }
        }

        /// Whether nothing of it can be seen.
        public var isInvisible: Bool {
            switch self {
            case .shadow(_, _, _, let color), .fill(_, let color), .ellipse(_, let color), .icon(_, _, let color):
                color.alpha == 0
            }
        }
    }

    /// A place that can be touched, and what a screen reader says of it.
    public struct Hotspot: Equatable, Sendable {
        public var rect: Rect
        public var tab: TabID
        public var spokenLabel: String
        public var spokenHint: String
        public var isSelected: Bool
    }

    /// The tab at a point, or nil.
    public func tab(at point: Point) -> TabID? {
        hotspots.first { $0.rect.contains(point) }?.tab
    }

    /// Where two scenes look different.
    public func damage(since earlier: Scene) -> [Rect] {
        guard items.count == earlier.items.count else {
            return [(items + earlier.items).reduce(Rect.zero) { $0.union($1.bounds) }]
        }
        return zip(items, earlier.items).flatMap { new, old -> [Rect] in
            if new == old || (new.isInvisible && old.isInvisible) { return [] }
            let isNear = new.bounds.intersection(old.bounds) != nil
            return isNear ? [new.bounds.union(old.bounds)] : [old.bounds, new.bounds]
        }
    }
}
