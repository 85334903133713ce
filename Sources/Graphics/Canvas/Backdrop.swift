public import Geometry

/// The blurred picture of a rectangle of a canvas.
public struct Backdrop {
    /// A bitmap whose pixels each stand for a square of the canvas.
    fileprivate let bitmap: Bitmap
    /// The place of its upper left corner, logical pixels.
    fileprivate let origin: Point
    /// Logical pixels along the side of one of its pixels.
    fileprivate let side: Double
}

extension Canvas {
    /// Returns the area whose pixels affect the backdrop of a rectangle.
    public static func backdropArea(of rect: Rect, sigma: Double, scale: Double) -> Rect {
        rect.inset(by: -Double(BackdropBlur(sigma: sigma * scale, saturation: 1).reach) / scale)
    }

    /// Returns the canvas's present picture in a rectangle, blurred. It uses the pixels up to the blur's reach around it,
    /// within the bounds.
    ///
    /// - Parameter sigma: the standard deviation, logical pixels.
    /// - Returns: nil if it is off the canvas, or the canvas lacks colours, or is mirrored or turned.
    public func backdrop(in rect: Rect, of bounds: Rect, sigma: Double, saturation: Double) -> Backdrop? {
        let blur = BackdropBlur(sigma: sigma * scale, saturation: saturation)
        let reach = Self.backdropArea(of: rect, sigma: sigma, scale: scale)
        guard let area = reach.intersection(bounds) else { return nil }
        let (start, end) = (
            context.userToDevice(Point(x: area.x, y: area.y)), context.userToDevice(Point(x: area.maxX, y: area.maxY))
        )
        let cells = context.withTargetPixels { pixels, width, height, stride -> (BackdropBlur.Cells, Point)? in
            func range(_ start: Double, _ end: Double, _ length: Int) -> Range<Int>? {
                let lower = min(max(start.rounded(), 0), Double(length))
                let upper = min(max(end.rounded(), lower), Double(length))
                return lower < upper ? Int(lower)..<Int(upper) : nil
            }
            guard let columns = range(start.x, end.x, width), let rows = range(start.y, end.y, height) else {
                return nil
            }
            let cells = blur.blurred(pixels, stride: stride, columns: columns, rows: rows)
            return (cells, Point(x: Double(columns.lowerBound), y: Double(rows.lowerBound)))
        }
        guard let (cells, corner) = cells ?? nil, cells.width > 0 else { return nil }
        return Backdrop(
            bitmap: Bitmap(format: .argb32, packedRows: cells.bytes, width: cells.width, height: cells.height),
            origin: context.deviceToUser(corner), side: Double(blur.cell) / scale)
    }

    /// Replaces the inside of a path by a backdrop; below an opacity of 1 draws it over that.
    public func draw(_ backdrop: Backdrop, in path: Path, opacity: Double = 1) {
        withClip(to: path) {
            context.translate(x: backdrop.origin.x, y: backdrop.origin.y)
            context.scale(x: backdrop.side, y: backdrop.side)
            context.setSource(backdrop.bitmap.surface)
            context.filterSource(best: false)
            guard opacity >= 1 else { return context.paint(opacity: opacity) }
            with(.source) {
                context.addRectangle(clipBounds)
                context.fill()
            }
        }
        context.setSource(.clear)
    }
}
