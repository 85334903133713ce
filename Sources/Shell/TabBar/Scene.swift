import Geometry
import RasterProtocol

/// The content of a bar, or of the menu over it, at one moment: a display list from the lowest item to the highest, and
/// the parts that are pressed. Coordinates are logical pixels of the surface.
public struct Scene: Equatable, Sendable {
    public var items: [Item]
    /// The parts in the order of the tabs, or of the menu's actions from the nearest to the farthest.
    public var parts: [BarPart]

    public static let empty = Scene(items: [])

    public init(items: [Item], parts: [BarPart] = []) {
        self.items = items
        self.parts = parts
    }

    /// The part at a point, or nil. Round parts are above the others.
    public func part(at point: Point) -> BarPart? {
        parts.first { $0.isRound && $0.contains(point) } ?? parts.first { $0.contains(point) }
    }

    /// The masks that are needed to draw the scene at a scale (buffer pixels per logical pixel).
    public func requiredMasks(scale: Double) -> [RasterRequest] {
        items.reduce(into: []) { masks, item in
            if !item.isInvisible { item.add(to: &masks, scale) }
        }
    }

    /// The rectangles in which two scenes differ.
    public func damage(since earlier: Scene) -> [Rect] {
        guard items.count == earlier.items.count else { return difference(from: earlier) }
        return zip(items, earlier.items).flatMap { new, old -> [Rect] in
            if new == old || (new.isInvisible && old.isInvisible) { return [] }
            let (new, old) = (new.bounds, old.bounds)
            return new.intersection(old) != nil ? [new.union(old)] : [old, new]
        }
    }

    /// The damage between scenes of different lengths: items that only one has. Common items have the same order in both.
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
}

extension Scene.Item {
    fileprivate func add(to masks: inout [RasterRequest], _ scale: Double) {
        switch self {
        case .icon(let icon, let rect, _): masks.add(.icon(icon, side: BarPainter.side(rect.width, scale)))
        case .text(let run, _, _, _): masks.add(run, scale: scale)
        case .transformed(let item, _): item.add(to: &masks, scale)
        case .shadow, .roundedShadow, .fill, .line, .rounded, .ellipse, .capsule, .glow, .ring, .disc: break
        }
    }
}
