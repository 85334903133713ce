// SPDX-License-Identifier: MIT
import Canvas
import Geometry

/// Shapes that were drawn once, by their size in buffer pixels. An anti-aliased path costs as much as filling the whole
/// bar, so what is drawn in every frame is poured through a mask.
///
/// A bar at rest needs a handful. One that is changing its size makes many that are needed once; when there are too
/// many all are forgotten.
struct MaskCache {
    private enum Key: Hashable {
        case ellipse(width: Int, height: Int)
        case capsule(width: Int, height: Int)
        case corner(radius: Int, Corner)
        case disc(Int, Scene.CircleGradient)
        case blot(diameter: Int, sigma: Double)
    }

    /// A corner of a rectangle.
    enum Corner: CaseIterable {
        case topLeading
        case topTrailing
        case bottomLeading
        case bottomTrailing
    }

    private struct TileKey: Hashable {
        var radius: Double
        var shape: Scene.ShadowShape
    }

    private static let capacity = 48

    private var scale = 0.0
    private var bitmaps: [Key: Bitmap] = [:]
    private var tiles: [TileKey: ShadowTile] = [:]

    /// Forgets what was made for another scale.
    mutating func use(scale: Double) {
        guard scale != self.scale else { return }
        forgetAll()
        self.scale = scale
    }

    mutating func forgetAll() {
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

    /// A quarter of a circle: a round corner of a rectangle.
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
                paint.first, paint.last, from: Point(x: 0, y: paint.rises ? side : 0),
                to: Point(x: side, y: paint.rises ? 0 : side))
            Canvas(bitmap: bitmap, scale: 1).fill(
                .circle(center: Point(x: side / 2, y: side / 2), radius: side / 2), with: .gradient(gradient))
            return bitmap
        }
    }

    /// The shadow of a disc; sigma is buffer pixels too.
    mutating func blot(diameter: Int, sigma: Double) -> Bitmap {
        keep(.blot(diameter: diameter, sigma: sigma)) {
            GaussianShadow(sigma: sigma).mask(width: diameter, height: diameter, radius: Double(diameter) / 2)
        }
    }

    /// The shadow of a rectangle with round corners; lengths are logical pixels.
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
