// SPDX-License-Identifier: MIT

internal import Cairo
public import Geometry

extension Canvas {
    /// Draws the shadow that a straight horizontal edge casts on `rect`.
    ///
    /// `profile` has a coverage for each row of buffer pixels of the rectangle. Filling row by row is the cheapest way: it takes
    /// no memory but the target's.
    public func fillVertical(_ rect: Rect, profile: [Double], color: Color) {
        let rect = snapped(rect)
        for (row, coverage) in profile.enumerated() {
            fill(
                Rect(x: rect.x, y: rect.y + Double(row) / scale, width: rect.width, height: 1 / scale),
                color.opacity(coverage))
        }
    }

    /// Draws the shadow that a straight vertical edge casts on `rect`.
    ///
    /// `profile` has a coverage for each column of buffer pixels of the rectangle.
    public func fillHorizontal(_ rect: Rect, profile: [Double], color: Color) {
        let rect = snapped(rect)
        for (column, coverage) in profile.enumerated() {
            fill(
                Rect(x: rect.x + Double(column) / scale, y: rect.y, width: 1 / scale, height: rect.height),
                color.opacity(coverage))
        }
    }

    /// Fills a rectangle with a vertical gradient, row by row of buffer pixels: a plain fill each, where a pattern would
    /// compute the colour of every pixel. Rows outside of the clip are skipped.
    public func fillVertical(_ rect: Rect, _ gradient: Gradient) {
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
            let fraction = length == 0 ? 1 : (y + 0.5 / scale - from.y) / length
            fill(
                Rect(x: rect.x, y: y, width: rect.width, height: 1 / scale),
                first.premultipliedBlend(with: last, fraction: fraction))
        }
    }

    /// Draws the shadow of a rounded rectangle of any size from a tile.
    public func drawShadow(_ tile: ShadowTile, of rect: Rect, color: Color) {
        guard !isMirrored else { return withoutMirror(in: rect) { drawShadow(tile, of: rect, color: color) } }
        let outer = snapped(rect.inset(by: -tile.margin / scale))
        let size = tile.size
        let width = (outer.width * scale).rounded()
        let height = (outer.height * scale).rounded()
        context.setSource(color)
        withSavedState {
            translate(x: outer.x, y: outer.y)
            context.scale(x: 1 / scale, y: 1 / scale)
            let columns = Self.slices(target: width, source: size, corner: tile.corner)
            let rows = Self.slices(target: height, source: size, corner: tile.corner)
            for row in rows {
                for column in columns {
                    drawSlice(tile.bitmap, column, row)
                }
            }
        }
    }

    /// One of the three parts of a side: its position on the canvas, and that in the tile. Buffer pixels.
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
        withSavedState {
            context.addRectangle(Rect(x: column.start, y: row.start, width: column.length, height: row.length))
            context.clip()
            translate(x: column.start, y: row.start)
            context.scale(x: column.length / column.sourceLength, y: row.length / row.sourceLength)
            context.mask(bitmap.surface, nearestWith: .init(x0: column.sourceStart, y0: row.sourceStart))
        }
    }
}
