// SPDX-License-Identifier: MIT

internal import CCairo
public import Geometry

extension Canvas {
    /// The shadow that a straight edge at the bottom of `rect` throws upwards.
    ///
    /// `profile` has a coverage for each row of buffer pixels of the rectangle (`GaussianShadow.edgeProfile`). Filling
    /// row by row is the cheapest way to the picture: it takes no memory but the target's.
    public func fillRows(of rect: Rect, profile: [Double], color: Color) {
        let rect = snapped(rect)
        for (row, coverage) in profile.enumerated() {
            set(color.opacity(coverage))
            cairo_rectangle(context, rect.x, rect.y + Double(row) / scale, rect.width, 1 / scale)
            cairo_fill(context)
        }
    }

    /// Fills a rectangle with a blend that runs straight down, row by row of buffer pixels: a plain fill each, where a
    /// pattern would compute the colour of every pixel. Rows outside of the clip are left out.
    public func fillRows(of rect: Rect, _ gradient: Gradient) {
        guard case .linear(let from, let to) = gradient.shape, let first = gradient.stops.first?.color,
            let last = gradient.stops.last?.color
        else { return fill(rect, gradient) }
        let rect = snapped(rect)
        let clip = clipBounds
        let length = to.y - from.y
        let rows = Int(max(min((rect.height * scale).rounded(), 16_384), 0))
        for row in 0..<rows {
            let y = rect.y + Double(row) / scale
            guard y < clip.maxY, y + 1 / scale > clip.y else { continue }
            let share = length == 0 ? 1 : min(max((y + 0.5 / scale - from.y) / length, 0), 1)
            set(first.premultipliedBlend(with: last, share))
            cairo_rectangle(context, rect.x, y, rect.width, 1 / scale)
            cairo_fill(context)
        }
    }

    /// Lays the shadow of a rounded rectangle over the canvas; `tile` says how it looks, for any size of rectangle.
    public func drawShadow(_ tile: ShadowTile, of rect: Rect, color: Color) {
        let outer = snapped(rect.inset(by: -tile.margin / scale))
        let size = tile.size
        let width = (outer.width * scale).rounded()
        let height = (outer.height * scale).rounded()
        set(color)
        saved {
            translate(x: outer.x, y: outer.y)
            cairo_scale(context, 1 / scale, 1 / scale)
            let columns = Self.slices(target: width, source: size, corner: tile.corner)
            let rows = Self.slices(target: height, source: size, corner: tile.corner)
            for row in rows {
                for column in columns {
                    drawSlice(tile.bitmap, column, row)
                }
            }
        }
    }

    /// One of the three parts of a side: where it goes, and where it is taken from.
    private typealias Slice = (start: Double, length: Double, sourceStart: Double, sourceLength: Double)

    /// In a rectangle too small for two corners each gives up its inner part, which the rectangle itself hides.
    private static func slices(target: Double, source: Double, corner: Double) -> [Slice] {
        let corner = min(corner, (target / 2).rounded(.down))
        return [
            (0, corner, 0, corner),
            (corner, target - 2 * corner, corner, source - 2 * corner),
            (target - corner, corner, source - corner, corner),
        ]
    }

    private func drawSlice(_ bitmap: Bitmap, _ column: Slice, _ row: Slice) {
        guard column.length > 0, row.length > 0 else { return }
        saved {
            cairo_rectangle(context, column.start, row.start, column.length, row.length)
            cairo_clip(context)
            translate(x: column.start, y: row.start)
            cairo_scale(context, column.length / column.sourceLength, row.length / row.sourceLength)
            guard let pattern = cairo_pattern_create_for_surface(bitmap.surface) else { return }
            var matrix = cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: 1, x0: column.sourceStart, y0: row.sourceStart)
            cairo_pattern_set_matrix(pattern, &matrix)
            cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
            cairo_mask(context, pattern)
            cairo_pattern_destroy(pattern)
        }
    }
}

extension Color {
    /// The colour between two, as if one were faded over the other.
    fileprivate func premultipliedBlend(with other: Color, _ share: Double) -> Color {
        let alpha = self.alpha + (other.alpha - self.alpha) * share
        let weight = alpha > 0 ? other.alpha * share / alpha : 0
        return Color(
            red: red + (other.red - red) * weight, green: green + (other.green - green) * weight,
            blue: blue + (other.blue - blue) * weight, alpha: alpha)
    }
}

/// The shadow of a small rounded rectangle, from which that of a large one is drawn: its corners as they are, its sides
/// stretched.
public final class ShadowTile {
    let bitmap: Bitmap
    let margin: Double
    let corner: Double
    let size: Double

    /// The shadow of a corner radius and a standard deviation in logical pixels, for a scale.
    ///
    /// A hollow one is left out where the shape itself is, for shapes that one can look through; the shape is `offsetY`
    /// above the shadow.
    public init(sigma: Double, radius: Double, scale: Double, offsetY: Double = 0, isHollow: Bool = false) {
        let shadow = GaussianShadow(sigma: sigma * scale)
        let offset = isHollow ? offsetY * scale : 0
        // Beyond this from the corner, a side of the shadow no longer changes along its length.
        let reach = Int((radius * scale + abs(offset)).rounded(.up)) + shadow.extent
        let side = 2 * reach + 1
        bitmap = shadow.mask(width: side, height: side, radius: radius * scale)
        if isHollow {
            let shape = Rect(
                x: Double(shadow.extent), y: Double(shadow.extent) - offset, width: Double(side), height: Double(side))
            let canvas = Canvas(bitmap: bitmap, scale: 1)
            canvas.erase { canvas.fill(.roundedRect(shape, radius: radius * scale), with: .color(.black)) }
        }
        margin = Double(shadow.extent)
        corner = Double(reach + shadow.extent)
        size = 2 * corner + 1
    }
}
