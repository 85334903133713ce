// SPDX-License-Identifier: MIT
import Geometry
import ShellModel

/// Everything that a bar, or the menu over it, shows at one moment, from the lowest thing to the highest, and where it
/// can be touched. Coordinates are logical pixels of the surface.
public struct Scene: Equatable, Sendable {
    public var items: [Item]
    /// In the order of the tabs, or of the menu's actions from the nearest to the farthest.
    public var hotspots: [HitRegion]

    public init(items: [Item], hotspots: [HitRegion]) {
        self.items = items
        self.hotspots = hotspots
    }

    /// What a touch at a point is meant for, or nil. Round places lie above the others.
    public func hotspot(at point: Point) -> HitRegion? {
        hotspots.first { $0.isRound && $0.contains(point) } ?? hotspots.first { $0.contains(point) }
    }

    /// The masks that are needed to draw it at a scale (buffer pixels for a logical pixel).
    public func needs(scale: Double) -> SceneAssets {
        var needs = SceneAssets()
        for item in items where !item.isInvisible { item.add(to: &needs, scale) }
        return needs
    }

    /// Where two scenes look different.
    public func damage(since earlier: Scene) -> [Rect] {
        guard items.count == earlier.items.count else { return difference(from: earlier) }
        return zip(items, earlier.items).flatMap { new, old -> [Rect] in
            if new == old || (new.isInvisible && old.isInvisible) { return [] }
            return Self.joined(new.bounds, old.bounds)
        }
    }

    /// The same for scenes of which one has more things: all that only one of them has. What both have stands in the
    /// same order in both, so nothing else can look different.
    private func difference(from earlier: Scene) -> [Rect] {
        let (new, old) = (items.filter { !$0.isInvisible }, earlier.items.filter { !$0.isInvisible })
        return new.difference(from: old).map { change in
            switch change {
            case .insert(_, let item, _), .remove(_, let item, _): item.bounds
            }
        }.reduce(into: []) { rects, rect in
            if let index = rects.firstIndex(where: { $0.intersection(rect) != nil }) {
                rects[index] = rects[index].union(rect)
            } else {
                rects.append(rect)
            }
        }
    }

    private static func joined(_ first: Rect, _ second: Rect) -> [Rect] {
        first.intersection(second) != nil ? [first.union(second)] : [second, first]
    }
}

extension Scene.Item {
    fileprivate func add(to needs: inout SceneAssets, _ scale: Double) {
        switch self {
        case .icon(let name, let rect, _): needs.add(.init(name: name, side: BarPainter.side(rect.width, scale)))
        case .text(let run, _, _, _): needs.add(run)
        case .transformed(let item, _): item.add(to: &needs, scale)
        case .shadow, .roundedShadow, .fill, .line, .rounded, .ellipse, .capsule, .disc: break
        }
    }
}
