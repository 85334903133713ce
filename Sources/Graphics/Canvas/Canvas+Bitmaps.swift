// SPDX-License-Identifier: MIT

internal import CCairo
public import Geometry

extension Canvas {
    /// Lays a bitmap over the canvas, one of its pixels on one buffer pixel. `point` is its top leading corner in
    /// logical pixels; `snapped` rounds it to the nearest buffer pixel, which is the fast way and the sharp one;
    /// `replacing` puts the bitmap, its transparency too, in the place of what was there.
    public func draw(
        _ bitmap: Bitmap, at point: Point, opacity: Double = 1, snapped: Bool = true, replacing: Bool = false
    ) {
        withPixelMatrix(at: point, snapped: snapped) {
            cairo_set_source_surface(context, bitmap.surface, 0, 0)
            if replacing {
                cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
                cairo_rectangle(context, 0, 0, Double(bitmap.width), Double(bitmap.height))
                cairo_fill(context)
                cairo_set_operator(context, CAIRO_OPERATOR_OVER)
            } else if opacity < 1 {
                cairo_paint_with_alpha(context, opacity)
            } else {
                cairo_paint(context)
            }
        }
        // The canvas is often kept, and must not keep the bitmap with it.
        cairo_set_source_rgba(context, 0, 0, 0, 0)
    }

    /// Pours a colour through a mask (the alpha of a bitmap), one of its pixels on one buffer pixel. A position between
    /// two buffer pixels is interpolated unless `snapped`, so that something can move by less than a pixel.
    public func mask(_ bitmap: Bitmap, at point: Point, color: Color, snapped: Bool = false) {
        mask(bitmap, at: point, paint: .color(color), snapped: snapped)
    }

    /// The same with any paint. A blend runs where it would without the mask.
    public func mask(_ bitmap: Bitmap, at point: Point, paint: Paint, snapped: Bool = false) {
        set(paint)
        withPixelMatrix(at: point, snapped: snapped) {
            cairo_mask_surface(context, bitmap.surface, 0, 0)
        }
    }

    /// Sets up a matrix in which one unit is a buffer pixel (as long as nothing else was scaled or turned).
    private func withPixelMatrix(at point: Point, snapped: Bool, _ body: () -> Void) {
        var original = cairo_matrix_t()
        cairo_get_matrix(context, &original)
        var (x, y) = (point.x, point.y)
        cairo_user_to_device(context, &x, &y)
        // The plain case is written out: only a matrix of exactly 1 lets cairo copy instead of resample.
        let isPlain = original.xx == scale && original.yy == scale && original.xy == 0 && original.yx == 0
        if snapped {
            x = x.rounded()
            y = y.rounded()
        } else if isPlain {
            // What lies beside a pixel by less than can be seen lies on it: otherwise a trace of it falls on the pixel
            // before, which nobody expects to change.
            x = (x * 64).rounded() / 64
            y = (y * 64).rounded() / 64
        }
        var matrix = cairo_matrix_t(
            xx: isPlain ? 1 : original.xx / scale, yx: original.yx / scale,
            xy: original.xy / scale, yy: isPlain ? 1 : original.yy / scale, x0: x, y0: y)
        cairo_set_matrix(context, &matrix)
        body()
        cairo_set_matrix(context, &original)
    }
}
