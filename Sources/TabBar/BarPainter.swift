// SPDX-License-Identifier: MIT
import Canvas
import Geometry

/// Draws scenes. What is drawn in every frame is kept as masks: an anti-aliased ellipse's path costs as much as filling
/// the whole bar.
public final class BarPainter {
    /// An icon's mask and the scale-free side it was made for.
    public typealias IconMasks = (_ name: String, _ side: Int) -> Bitmap?

    private struct EllipseKey: Hashable {
        var width: Int
        var height: Int
    }

    private let icons: IconMasks
    private var ellipses: [EllipseKey: Bitmap] = [:]

    /// - Parameter icons: gives an icon as a mask of a side in buffer pixels; nil while it is not there.
    public init(icons: @escaping IconMasks) {
        self.icons = icons
    }

    /// Draws a scene's parts that lie in an area (logical pixels).
    public func draw(_ scene: Scene, on canvas: Canvas, area: [Rect]) {
        canvas.clipped(to: area) {
            canvas.clear()
            for item in scene.items where !item.isInvisible && area.contains(where: { touches($0, item.bounds) }) {
                draw(item, on: canvas)
            }
        }
    }

    private func touches(_ area: Rect, _ bounds: Rect) -> Bool {
        area.intersection(bounds) != nil
    }

    private func draw(_ item: Scene.Item, on canvas: Canvas) {
        switch item {
        case .fill(let rect, let color):
            canvas.fill(rect, color)
        case .shadow(let rect, let edge, let sigma, let color):
            canvas.fillRows(of: rect, profile: profile(rect, edge, sigma, canvas.scale), color: color)
        case .ellipse(let rect, let color):
            pour(color, through: ellipse(rect, canvas.scale), into: rect, on: canvas)
        case .icon(let name, let rect, let color):
            guard let mask = icons(name, Self.side(rect.width, canvas.scale)) else { return }
            pour(color, through: mask, into: rect, on: canvas)
        }
    }

    private func pour(_ color: Color, through mask: Bitmap, into rect: Rect, on canvas: Canvas) {
        let size = Size(width: Double(mask.width) / canvas.scale, height: Double(mask.height) / canvas.scale)
        canvas.mask(
            mask, at: Point(x: rect.center.x - size.width / 2, y: rect.center.y - size.height / 2), color: color)
    }

    /// The side of a mask in buffer pixels: whole ones, and never beyond the place that it is poured into, since no
    /// more than that is drawn again.
    public static func side(_ length: Double, _ scale: Double) -> Int {
        max(Int((length * scale + 1e-6).rounded(.down)), 1)
    }

    /// How much shadow falls on each row of buffer pixels, 0…1.
    private func profile(_ rect: Rect, _ edge: Double, _ sigma: Double, _ scale: Double) -> [Double] {
        let shadow = GaussianShadow(sigma: sigma * scale)
        return (0..<Int((rect.height * scale).rounded())).map { row in
            shadow.coverage(atDistance: edge * scale - (rect.y * scale + Double(row) + 0.5))
        }
    }

    private func ellipse(_ rect: Rect, _ scale: Double) -> Bitmap {
        let key = EllipseKey(width: Self.side(rect.width, scale), height: Self.side(rect.height, scale))
        if let mask = ellipses[key] { return mask }
        let mask = Bitmap(format: .a8, width: key.width, height: key.height)
        Canvas(bitmap: mask, scale: 1).fillEllipse(
            in: Rect(x: 0, y: 0, width: Double(key.width), height: Double(key.height)), .black)
        ellipses[key] = mask
        return mask
    }
}
