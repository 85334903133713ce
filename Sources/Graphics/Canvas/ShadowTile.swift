internal import Geometry

/// A small shadow for drawing large ones: corners unchanged, sides row by row. Lengths are buffer pixels.
public final class ShadowTile {
    let bitmap: Bitmap
    let margin: Double
    let corner: Double
    let size: Double
    /// The coverages, 0…1, from the top to the bottom of the middle column.
    let column: [Double]
    /// The coverages from the left to the right of the middle row.
    let row: [Double]

    /// A shadow by its corner radius and standard deviation in logical pixels, for a scale. A hollow one leaves out the area
    /// under the shape itself, for translucent shapes; the shape is `offsetY` above the shadow.
    public init(sigma: Double, radius: Double, scale: Double, offsetY: Double = 0, isHollow: Bool = false) {
        let shadow = GaussianShadow(sigma: sigma * scale)
        let offset = isHollow ? offsetY * scale : 0
        // From here on a side of the shadow no longer changes along its length.
        let reach = Int((radius * scale + abs(offset)).rounded(.up)) + shadow.extent
        let side = 2 * reach + 1
        bitmap = shadow.mask(width: side, height: side, radius: radius * scale)
        if isHollow {
            let shape = Rect(
                x: Double(shadow.extent), y: Double(shadow.extent) - offset, width: Double(side), height: Double(side))
            let canvas = Canvas(bitmap: bitmap, scale: 1)
            canvas.withEraseMode { canvas.fill(.roundedRect(shape, radius: radius * scale), with: .color(.black)) }
        }
        margin = Double(shadow.extent)
        corner = Double(reach + shadow.extent)
        size = 2 * corner + 1
        let (count, middle, stride) = (Int(size), Int(corner), bitmap.stride)
        (column, row) = bitmap.withPixels { pixels in
            (
                (0..<count).map { Double(pixels[$0 * stride + middle]) / 255 },
                (0..<count).map { Double(pixels[middle * stride + $0]) / 255 }
            )
        }
    }
}
