// SPDX-License-Identifier: MIT

internal import CCairo
internal import Glibc
package import Geometry

/// A drawing context (`cairo_t`), which it owns. Coordinates are user space.
///
/// After an error inside cairo, and on a target that cairo refuses, every call does nothing.
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

    // MARK: State

    package func save() { cairo_save(pointer) }
    package func restore() { cairo_restore(pointer) }

    /// The combination of a drawing operation with the existing pixels.
    package enum Operator {
        case over
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
            case .clear: CAIRO_OPERATOR_CLEAR
            case .source: CAIRO_OPERATOR_SOURCE
            case .destinationOut: CAIRO_OPERATOR_DEST_OUT
            }
        cairo_set_operator(pointer, cairoValue)
    }

    // MARK: Transformation

    /// An affine transformation: `x' = xx·x + xy·y + x0`, `y' = yx·x + yy·y + y0`.
    package struct Matrix {
        package var xx = 1.0
        package var yx = 0.0
        package var xy = 0.0
        package var yy = 1.0
        package var x0 = 0.0
        package var y0 = 0.0

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

    // MARK: Source

    package func setSource(_ color: Color) {
        cairo_set_source_rgba(pointer, color.red, color.green, color.blue, color.alpha)
    }

    /// An image whose origin is at a point.
    package func setSource(_ surface: borrowing CairoImageSurface, at origin: Point = .zero) {
        cairo_set_source_surface(pointer, surface.pointer, origin.x, origin.y)
    }

    /// Filters the source image as well as cairo can, and continues it beyond its edges with their colour.
    package func setSourceQualityBest() {
        let pattern = cairo_get_source(pointer)
        cairo_pattern_set_filter(pattern, CAIRO_FILTER_BEST)
        cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    }

    /// Interpolates between the source image's pixels, and continues it beyond its edges with their colour.
    package func setSourceBilinear() {
        let pattern = cairo_get_source(pointer)
        cairo_pattern_set_filter(pattern, CAIRO_FILTER_BILINEAR)
        cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    }

    /// Offsets of colour stops are 0…1.
    package typealias ColorStop = (offset: Double, color: Color)

    package func setSource(linearFrom start: Point, to end: Point, stops: [ColorStop]) {
        setSource(cairo_pattern_create_linear(start.x, start.y, end.x, end.y), stops)
    }

    package func setSource(radialAround center: Point, radius: Double, stops: [ColorStop]) {
        setSource(cairo_pattern_create_radial(center.x, center.y, 0, center.x, center.y, radius), stops)
    }

    private func setSource(_ pattern: OpaquePointer?, _ stops: [ColorStop]) {
        for (offset, color) in stops {
            cairo_pattern_add_color_stop_rgba(pattern, offset, color.red, color.green, color.blue, color.alpha)
        }
        cairo_set_source(pointer, pattern)
        cairo_pattern_destroy(pattern)
    }

    // MARK: Path

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

    // MARK: Drawing

    package func fill() { cairo_fill(pointer) }

    /// Strokes the path with round joins.
    package func stroke(width: Double, hasRoundCaps: Bool) {
        cairo_set_line_width(pointer, width)
        cairo_set_line_cap(pointer, hasRoundCaps ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
        cairo_set_line_join(pointer, CAIRO_LINE_JOIN_ROUND)
        cairo_stroke(pointer)
    }

    package func paint() { cairo_paint(pointer) }
    package func paint(opacity: Double) { cairo_paint_with_alpha(pointer, opacity) }

    /// Replaces what is within the clip's extents by an image, one of its pixels on one of the target, times an opacity
    /// (0…1). Cairo lacks an operator for that, and clearing first takes as long as the rest. Both are ARGB32 images,
    /// else nothing is drawn.
    ///
    /// - Parameters:
    ///   - differences: those of the image. Copies of the row above take a quarter of the time.
    ///   - x: the column of the target at which the image begins, which may be outside.
    ///   - y: the row, likewise.
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

    /// Lends the pixels of the target for reading, with its width and height in pixels and its stride in bytes; nil unless it is
    /// an ARGB32 image.
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

    /// Paints the source through the alpha of an image, which `matrix` maps user space to and which is not interpolated.
    package func mask(_ surface: borrowing CairoImageSurface, nearestWith matrix: Matrix) {
        guard let pattern = cairo_pattern_create_for_surface(surface.pointer) else { return }
        var matrix = matrix.cairo
        cairo_pattern_set_matrix(pattern, &matrix)
        cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
        cairo_mask(pointer, pattern)
        cairo_pattern_destroy(pattern)
    }

    // MARK: Clip

    /// Intersects the clip with the inside of the path.
    package func clip() { cairo_clip(pointer) }

    package var clipExtents: Rect {
        var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
        cairo_clip_extents(pointer, &left, &top, &right, &bottom)
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
