internal import CCairo
internal import Glibc
package import Geometry

/// An owned drawing context (`cairo_t`) in user space. After an error in cairo, or on a target that it refuses, calls do nothing.
package struct CairoContext: ~Copyable {
    /// The C object, for the wrappers of libraries that draw on cairo.
    package let pointer: OpaquePointer

    /// A context that draws on an image, which it keeps alive.
    package init(_ surface: borrowing CairoImageSurface) {
        pointer = cairo_create(surface.pointer)
    }

    /// A context that draws on ARGB32 memory, which must outlive it. Sizes are pixels, the stride is bytes.
    package init(pixels: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int) {
        let surface = CairoImageSurface(pixels: pixels, width: width, height: height, stride: stride)
        pointer = withExtendedLifetime(surface) { cairo_create(surface.pointer) }
    }

    deinit {
        cairo_destroy(pointer)
    }

    package func save() { cairo_save(pointer) }
    package func restore() { cairo_restore(pointer) }

    /// The operator that combines a drawing with the existing pixels.
    package enum Operator {
        case over
        /// Adds the source's components to theirs.
        case add
        case clear
        /// Replaces them, alpha included.
        case source
        /// Subtracts the source's coverage from them.
        case destinationOut
    }

    package func setOperator(_ value: Operator) {
        let cairoValue =
            switch value {
            case .over: CAIRO_OPERATOR_OVER
            case .add: CAIRO_OPERATOR_ADD
            case .clear: CAIRO_OPERATOR_CLEAR
            case .source: CAIRO_OPERATOR_SOURCE
            case .destinationOut: CAIRO_OPERATOR_DEST_OUT
            }
        cairo_set_operator(pointer, cairoValue)
    }

    /// An affine transformation: `x' = xx·x + xy·y + x0`, `y' = yx·x + yy·y + y0`.
    package struct Matrix {
        package var xx, yx, xy, yy, x0, y0: Double

        package init(xx: Double = 1, yx: Double = 0, xy: Double = 0, yy: Double = 1, x0: Double = 0, y0: Double = 0) {
            (self.xx, self.yx, self.xy, self.yy, self.x0, self.y0) = (xx, yx, xy, yy, x0, y0)
        }

        fileprivate var cairo: cairo_matrix_t { cairo_matrix_t(xx: xx, yx: yx, xy: xy, yy: yy, x0: x0, y0: y0) }
    }

    /// From user space to buffer pixels.
    package var matrix: Matrix {
        var matrix = cairo_matrix_t()
        cairo_get_matrix(pointer, &matrix)
        return Matrix(xx: matrix.xx, yx: matrix.yx, xy: matrix.xy, yy: matrix.yy, x0: matrix.x0, y0: matrix.y0)
    }

    package func setMatrix(_ matrix: Matrix) {
        var matrix = matrix.cairo
        cairo_set_matrix(pointer, &matrix)
    }

    package func translate(x: Double, y: Double) { cairo_translate(pointer, x, y) }
    package func scale(x: Double, y: Double) { cairo_scale(pointer, x, y) }
    /// Radians, clockwise.
    package func rotate(by angle: Double) { cairo_rotate(pointer, angle) }

    package func userToDevice(_ point: Point) -> Point {
        var (x, y) = (point.x, point.y)
        cairo_user_to_device(pointer, &x, &y)
        return Point(x: x, y: y)
    }

    package func deviceToUser(_ point: Point) -> Point {
        var (x, y) = (point.x, point.y)
        cairo_device_to_user(pointer, &x, &y)
        return Point(x: x, y: y)
    }

    package func setSource(_ color: Color) {
        cairo_set_source_rgba(pointer, color.red, color.green, color.blue, color.alpha)
    }

    package func setSource(_ surface: borrowing CairoImageSurface, at origin: Point = .zero) {
        cairo_set_source_surface(pointer, surface.pointer, origin.x, origin.y)
    }

    /// Filters the source image as well as cairo can, or else bilinearly, and continues its edges beyond them.
    package func filterSource(best: Bool) {
        let pattern = cairo_get_source(pointer)
        cairo_pattern_set_filter(pattern, best ? CAIRO_FILTER_BEST : CAIRO_FILTER_BILINEAR)
        cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    }

    /// Offsets of colour stops are 0…1.
    package typealias ColorStop = (offset: Double, color: Color)

    /// Sets a linear gradient.
    package func setSource(from start: Point, to end: Point, stops: [ColorStop]) {
        let pattern = cairo_pattern_create_linear(start.x, start.y, end.x, end.y)
        for (offset, color) in stops {
            cairo_pattern_add_color_stop_rgba(pattern, offset, color.red, color.green, color.blue, color.alpha)
        }
        cairo_set_source(pointer, pattern)
        cairo_pattern_destroy(pattern)
    }

    package func newPath() { cairo_new_path(pointer) }
    package func move(to point: Point) { cairo_move_to(pointer, point.x, point.y) }
    package func line(to point: Point) { cairo_line_to(pointer, point.x, point.y) }

    package func curve(to end: Point, control1: Point, control2: Point) {
        cairo_curve_to(pointer, control1.x, control1.y, control2.x, control2.y, end.x, end.y)
    }

    /// Radians, clockwise from the trailing side.
    package func arc(center: Point, radius: Double, from: Double, to: Double) {
        cairo_arc(pointer, center.x, center.y, radius, from, to)
    }

    package func closePath() { cairo_close_path(pointer) }

    package func addRectangle(_ rect: Rect) { cairo_rectangle(pointer, rect.x, rect.y, rect.width, rect.height) }

    package func fill() { cairo_fill(pointer) }

    /// Strokes the path with round ends and joins.
    package func stroke(width: Double) {
        cairo_set_line_width(pointer, width)
        cairo_set_line_cap(pointer, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(pointer, CAIRO_LINE_JOIN_ROUND)
        cairo_stroke(pointer)
    }

    package func paint() { cairo_paint(pointer) }
    package func paint(opacity: Double) { cairo_paint_with_alpha(pointer, opacity) }

    /// Replaces the area within the clip's extents by an image with these differences, one of its pixels on one of the
    /// target, times an opacity (0…1). The image begins at the column `x` and the row `y`, which may be outside. Cairo
    /// lacks an operator for that, and clearing first takes as long as the rest. Both are ARGB32 images, else nothing
    /// is drawn. Copies of the row above take a quarter of the time.
    package func replace(
        with image: borrowing CairoImageSurface, _ differences: RowDifferences, x: Int, y: Int, opacity: Double
    ) {
        let target = cairo_get_target(pointer)
        cairo_surface_flush(target)
        guard cairo_image_surface_get_format(target) == CAIRO_FORMAT_ARGB32,
            cairo_image_surface_get_format(image.pointer) == CAIRO_FORMAT_ARGB32,
            let to = cairo_image_surface_get_data(target), let from = cairo_image_surface_get_data(image.pointer)
        else { return }
        let clip = clipExtents
        let (start, end) = (
            userToDevice(Point(x: clip.x, y: clip.y)), userToDevice(Point(x: clip.maxX, y: clip.maxY))
        )
        func range(_ start: Double, _ end: Double, _ size: Int32, _ origin: Int, _ length: Int) -> Range<Int> {
            let lower = max(Int(start.rounded()), origin, 0)
            return lower..<max(lower, min(Int(end.rounded()), Int(size), origin + length))
        }
        let columns = range(start.x, end.x, cairo_image_surface_get_width(target), x, image.width)
        let rows = range(start.y, end.y, cairo_image_surface_get_height(target), y, image.height)
        // The precision of cairo's own masks.
        let factor = UInt16((min(max(opacity, 0), 1) * 65535).rounded()) >> 8
        let stride = Int(cairo_image_surface_get_stride(target))
        let bytes = 4 * columns.lowerBound..<4 * columns.upperBound
        for row in rows {
            let target = to + row * stride
            let source = from + (row - y) * image.stride - 4 * x
            // Bytes, so that the compiler makes vector instructions of it.
            func multiply(_ part: Range<Int>) {
                for index in part {
                    let product = UInt16(source[index]) &* factor &+ 0x80
                    target[index] = UInt8(truncatingIfNeeded: (product &+ product >> 8) >> 8)
                }
            }
            guard row > rows.lowerBound else {
                multiply(bytes)
                continue
            }
            memcpy(target + bytes.lowerBound, target - stride + bytes.lowerBound, bytes.count)
            for part in differences[row - y] {
                multiply((part.lowerBound + 4 * x..<part.upperBound + 4 * x).clamped(to: bytes))
            }
        }
        cairo_surface_mark_dirty(target)
    }

    /// Lends the target's pixels for reading, with width, height and stride in bytes; nil unless it is an ARGB32 image.
    package func withTargetPixels<Result>(_ body: (Span<UInt8>, Int, Int, Int) -> Result) -> Result? {
        let target = cairo_get_target(pointer)
        cairo_surface_flush(target)
        guard cairo_image_surface_get_format(target) == CAIRO_FORMAT_ARGB32,
            let start = cairo_image_surface_get_data(target)
        else { return nil }
        let (width, height) = (Int(cairo_image_surface_get_width(target)), Int(cairo_image_surface_get_height(target)))
        let stride = Int(cairo_image_surface_get_stride(target))
        let pixels = UnsafeBufferPointer(start: start, count: stride * height)
        return body(pixels.span, width, height, stride)
    }

    /// Paints the source through the alpha of an image whose origin is the user space's.
    package func mask(_ surface: borrowing CairoImageSurface) { cairo_mask_surface(pointer, surface.pointer, 0, 0) }

    /// Paints the source through the alpha of an image, without interpolation; `matrix` maps user space to it.
    package func mask(_ surface: borrowing CairoImageSurface, nearestWith matrix: Matrix) {
        guard let pattern = cairo_pattern_create_for_surface(surface.pointer) else { return }
        var matrix = matrix.cairo
        cairo_pattern_set_matrix(pattern, &matrix)
        cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
        cairo_mask(pointer, pattern)
        cairo_pattern_destroy(pattern)
    }

    /// Intersects the clip with the inside of the path.
    package func clip() { cairo_clip(pointer) }

    package var clipExtents: Rect {
        var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
        cairo_clip_extents(pointer, &left, &top, &right, &bottom)
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
