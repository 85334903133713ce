internal import Cairo
public import Geometry

extension Canvas {
    /// Draws the shadow that a straight horizontal edge casts on `rect`; `profile` has a coverage for each of its rows
    /// of buffer pixels. Filling row by row is cheapest: it needs no extra memory.
    public func fillVertical(_ rect: Rect, profile: [Double], color: Color) {
        let rect = snapped(rect)
        for (row, coverage) in profile.enumerated() {
            fill(
                Rect(x: rect.x, y: rect.y + Double(row) / scale, width: rect.width, height: 1 / scale),
                color.opacity(coverage))
        }
    }

    /// The same for a straight vertical edge: `profile` has a coverage for each column.
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
        let (from, to) = (gradient.from, gradient.to)
        guard let first = gradient.stops.first?.color, let last = gradient.stops.last?.color else { return }
        let rect = snapped(rect)
        let clip = clipBounds
        let length = to.y - from.y
        for row in 0..<Int(max(min((rect.height * scale).rounded(), 16_384), 0)) {
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
        let columns = Self.slices(target: (outer.width * scale).rounded(), of: tile)
        let rows = Self.slices(target: (outer.height * scale).rounded(), of: tile)
        let clip = clipBounds
        for row in rows {
            for column in columns {
                let part = Rect(
                    x: outer.x + column.start / scale, y: outer.y + row.start / scale, width: column.length / scale,
                    height: row.length / scale)
                guard let visible = part.intersection(clip), !visible.isEmpty else { continue }
                switch (column.isSide, row.isSide) {
                case (true, true): fill(part, color.opacity(tile.row[Int(tile.corner)]))
                case (true, false): fillVertical(part, profile: Array(tile.column[row.source]), color: color)
                case (false, true): fillHorizontal(part, profile: Array(tile.row[column.source]), color: color)
                case (false, false): drawCorner(tile.bitmap, part, column.source, row.source, color)
                }
            }
        }
    }

    /// One of the three parts of a side: its place on the target, and its pixels of the tile. Buffer pixels.
    private typealias Slice = (start: Double, length: Double, source: Range<Int>, isSide: Bool)

    /// In a rectangle too small for two corners each gives up its inner part, which the rectangle itself hides.
    private static func slices(target: Double, of tile: ShadowTile) -> [Slice] {
        let corner = min(tile.corner, (target / 2).rounded(.down))
        let (size, length) = (Int(tile.size), Int(corner))
        return [
            (0, corner, 0..<length, false),
            (corner, target - 2 * corner, length..<size - length, true),
            (target - corner, corner, size - length..<size, false),
        ]
    }

    private func drawCorner(_ bitmap: Bitmap, _ part: Rect, _ columns: Range<Int>, _ rows: Range<Int>, _ color: Color) {
        context.setSource(color)
        withSavedState {
            context.addRectangle(part)
            context.clip()
            translate(x: part.x, y: part.y)
            context.scale(x: 1 / scale, y: 1 / scale)
            context.mask(
                bitmap.surface, nearestWith: .init(x0: Double(columns.lowerBound), y0: Double(rows.lowerBound)))
        }
    }
}
