import Canvas
import Geometry

/// A cache of rasterized shapes by their size in buffer pixels. An anti-aliased path costs as much as filling the whole
/// bar, so shapes that are drawn in every frame are masks.
///
/// A bar at rest needs a handful. A bar that changes its size makes many that are needed once; a full cache is cleared.
struct MaskCache {
    private enum Key: Hashable {
        case ellipse(width: Int, height: Int)
        case capsule(width: Int, height: Int)
        case corner(radius: Int, Corner)
        case disc(Int, Scene.CircleGradient)
        case shadow(width: Int, height: Int, sigma: Double)
    }

    enum Corner: CaseIterable {
        case topLeading, topTrailing, bottomLeading, bottomTrailing
    }

    private struct TileKey: Hashable {
        var radius: Double
        var shape: Scene.ShadowShape
    }

    private static let capacity = 48

    private var scale = 0.0
    private var bitmaps: [Key: Bitmap] = [:]
    private var tiles: [TileKey: ShadowTile] = [:]

    /// Sets the scale, and clears the cache if it changes.
    mutating func use(scale: Double) {
        guard scale != self.scale else { return }
        removeAll()
        self.scale = scale
    }

    mutating func removeAll() {
        bitmaps.removeAll()
        tiles.removeAll()
    }

    mutating func ellipse(width: Int, height: Int) -> Bitmap {
        mask(.ellipse(width: width, height: height), width, height) { canvas, rect in
            canvas.fillEllipse(in: rect, .black)
        }
    }

    mutating func capsule(width: Int, height: Int) -> Bitmap {
        mask(.capsule(width: width, height: height), width, height) { canvas, rect in
            canvas.fillRoundedRect(rect, radius: min(rect.width, rect.height) / 2, .black)
        }
    }

    /// The round corner of a rectangle: a quarter of a circle.
    mutating func corner(_ corner: Corner, radius: Int) -> Bitmap {
        mask(.corner(radius: radius, corner), radius, radius) { canvas, rect in
            let isLeading = corner == .topLeading || corner == .bottomLeading
            let isTop = corner == .topLeading || corner == .topTrailing
            let center = Point(x: isLeading ? rect.maxX : rect.x, y: isTop ? rect.maxY : rect.y)
            canvas.fillEllipse(in: Rect(center: center, width: 2 * rect.width, height: 2 * rect.height), .black)
        }
    }

    mutating func disc(_ diameter: Int, _ paint: Scene.CircleGradient) -> Bitmap {
        keep(.disc(diameter, paint)) {
            let bitmap = Bitmap(format: .argb32, width: diameter, height: diameter)
            let side = Double(diameter)
            let gradient = Gradient(
                paint.first, paint.last, from: Point(x: 0, y: paint.isBottomToTop ? side : 0),
                to: Point(x: side, y: paint.isBottomToTop ? 0 : side))
            Canvas(bitmap: bitmap, scale: 1).fill(
                .circle(center: Point(x: side / 2, y: side / 2), radius: side / 2), with: .gradient(gradient))
            return bitmap
        }
    }

    /// The shadow of a capsule or a disc; sigma is in buffer pixels, too.
    mutating func shadow(width: Int, height: Int, sigma: Double) -> Bitmap {
        keep(.shadow(width: width, height: height, sigma: sigma)) {
            GaussianShadow(sigma: sigma).mask(width: width, height: height, radius: Double(min(width, height)) / 2)
        }
    }

    /// The shadow of a rounded rectangle; lengths are logical pixels.
    mutating func tile(radius: Double, _ shape: Scene.ShadowShape) -> ShadowTile {
        let key = TileKey(radius: radius, shape: shape)
        if let tile = tiles[key] { return tile }
        if tiles.count >= 4 { tiles.removeAll() }
        let tile = ShadowTile(
            sigma: shape.sigma, radius: radius, scale: scale, offsetY: shape.offsetY, isHollow: shape.isHollow)
        tiles[key] = tile
        return tile
    }

    private mutating func mask(
        _ key: Key, _ width: Int, _ height: Int, _ draw: (Canvas, Rect) -> Void
    ) -> Bitmap {
        keep(key) {
            let bitmap = Bitmap(format: .a8, width: width, height: height)
            draw(
                Canvas(bitmap: bitmap, scale: 1),
                Rect(x: 0, y: 0, width: Double(bitmap.width), height: Double(bitmap.height)))
            return bitmap
        }
    }

    private mutating func keep(_ key: Key, _ make: () -> Bitmap) -> Bitmap {
        if let bitmap = bitmaps[key] { return bitmap }
        if bitmaps.count >= Self.capacity { bitmaps.removeAll() }
        let bitmap = make()
        bitmaps[key] = bitmap
        return bitmap
    }
}
