internal import Cairo
public import Geometry

extension Canvas {
    /// Draws a bitmap, one of its pixels on one buffer pixel, with its top leading corner at a point in logical pixels.
    ///
    /// - Parameters:
    ///   - snapped: rounds the position to whole buffer pixels, which is faster and sharper.
    ///   - replacing: replaces the pixels instead of blending over them. With an opacity below 1 the bitmap must be
    ///     ARGB32 and not change any more, the canvas neither scaled nor rotated, and the clip a rectangle.
    public func draw(
        _ bitmap: Bitmap, at point: Point, opacity: Double = 1, snapped: Bool = true, replacing: Bool = false
    ) {
        guard !isMirrored else {
            return withoutMirror(in: frame(of: bitmap, at: point)) {
                draw(bitmap, at: point, opacity: opacity, snapped: snapped, replacing: replacing)
            }
        }
        if replacing, opacity < 1 {
            let origin = context.userToDevice(point)
            guard let x = Int(exactly: origin.x.rounded()), let y = Int(exactly: origin.y.rounded()) else { return }
            return context.replace(with: bitmap.surface, bitmap.rowDifferences, x: x, y: y, opacity: opacity)
        }
        withPixelMatrix(at: point, snapped: snapped) {
            context.setSource(bitmap.surface)
            if replacing {
                with(.source) {
                    context.addRectangle(Rect(x: 0, y: 0, width: Double(bitmap.width), height: Double(bitmap.height)))
                    context.fill()
                }
            } else {
                context.paint(opacity: opacity)
            }
        }
        // A long-lived canvas must not keep the bitmap alive.
        context.setSource(.clear)
    }

    /// Fills a mask (the alpha of a bitmap) with a colour, one of its pixels on one buffer pixel. A position between
    /// buffer pixels is interpolated unless `snapped`, so that movement can be finer than a pixel.
    public func mask(_ bitmap: Bitmap, at point: Point, color: Color, snapped: Bool = false) {
        mask(bitmap, at: point, paint: .color(color), snapped: snapped)
    }

    /// Fills a mask with any paint. Gradients keep their position on the canvas, unless it is mirrored.
    public func mask(_ bitmap: Bitmap, at point: Point, paint: Paint, snapped: Bool = false) {
        guard !isMirrored else {
            return withoutMirror(in: frame(of: bitmap, at: point)) {
                mask(bitmap, at: point, paint: paint, snapped: snapped)
            }
        }
        set(paint)
        withPixelMatrix(at: point, snapped: snapped) { context.mask(bitmap.surface) }
    }

    /// Draws the picture of an icon: a mask, or its own colours with ``Bitmap/textParts``, in a colour whose alpha applies
    /// to all of it.
    public func draw(icon picture: Bitmap, at point: Point, color: Color, snapped: Bool = false) {
        guard picture.format == .argb32 else { return mask(picture, at: point, color: color, snapped: snapped) }
        var colored = picture
        if let parts = picture.textParts {
            colored = Bitmap(format: .argb32, width: picture.width, height: picture.height)
            let canvas = Canvas(bitmap: colored, scale: 1)
            canvas.draw(picture, at: .zero, replacing: true)
            var ink = color
            ink.alpha = 1
            canvas.with(.add) { canvas.mask(parts, at: .zero, color: ink) }
        }
        draw(colored, at: point, opacity: color.alpha, snapped: snapped)
    }

    private func frame(of bitmap: Bitmap, at point: Point) -> Rect {
        Rect(x: point.x, y: point.y, width: Double(bitmap.width) / scale, height: Double(bitmap.height) / scale)
    }

    /// Runs `body` in units of a buffer pixel (unless the canvas is scaled or rotated otherwise), with the origin at a point.
    private func withPixelMatrix(at point: Point, snapped: Bool, _ body: () -> Void) {
        let original = context.matrix
        var origin = context.userToDevice(point)
        // The simple case is explicit: only a matrix of exactly 1 lets cairo copy instead of resample.
        let isSimple = original.xx == scale && original.yy == scale && original.xy == 0 && original.yx == 0
        if snapped {
            origin = Point(x: origin.x.rounded(), y: origin.y.rounded())
        } else if isSimple {
            // An invisible distance from a whole pixel is dropped: otherwise a trace of the bitmap falls on the pixel
            // before, outside of the damage.
            origin = Point(x: (origin.x * 64).rounded() / 64, y: (origin.y * 64).rounded() / 64)
        }
        context.setMatrix(
            .init(
                xx: isSimple ? 1 : original.xx / scale, yx: original.yx / scale, xy: original.xy / scale,
                yy: isSimple ? 1 : original.yy / scale, x0: origin.x, y0: origin.y))
        body()
        context.setMatrix(original)
    }
}
