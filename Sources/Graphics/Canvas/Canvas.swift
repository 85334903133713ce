// SPDX-License-Identifier: MIT

internal import CCairo
public import Geometry

/// Draws on pixels, in logical pixels: `scale` buffer pixels make one.
///
/// It may be kept from frame to frame. Nothing that is asked of it can fail: on a target that cairo refuses, or after
/// an error inside cairo, it draws nothing.
public final class Canvas {
    package let context: OpaquePointer
    /// Buffer pixels for a logical pixel.
    public let scale: Double

    /// A canvas over ARGB32 memory of somebody else's, which must outlive it. Sizes are buffer pixels, stride is bytes.
    public init(pixels: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int, scale: Double) {
        let surface = cairo_image_surface_create_for_data(
            pixels.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
            Int32(clamping: width), Int32(clamping: height), Int32(clamping: stride))
        context = cairo_create(surface)
        cairo_surface_destroy(surface)
        self.scale = scale
        cairo_scale(context, scale, scale)
    }

    /// A canvas over a bitmap, which it keeps alive. On an A8 bitmap only the alpha of a colour counts.
    public init(bitmap: Bitmap, scale: Double) {
        context = cairo_create(bitmap.surface)
        self.scale = scale
        cairo_scale(context, scale, scale)
    }

    deinit {
        cairo_destroy(context)
    }

    /// Makes everything transparent.
    public func clear() {
        cairo_set_operator(context, CAIRO_OPERATOR_CLEAR)
        cairo_paint(context)
        cairo_set_operator(context, CAIRO_OPERATOR_OVER)
    }

    /// Makes a rectangle transparent.
    public func clear(_ rect: Rect) {
        cairo_set_operator(context, CAIRO_OPERATOR_CLEAR)
        addRectangle(rect)
        cairo_fill(context)
        cairo_set_operator(context, CAIRO_OPERATOR_OVER)
    }

    /// Takes what `body` draws out of what is there: where it would be opaque, all is transparent.
    public func erase(_ body: () -> Void) {
        cairo_set_operator(context, CAIRO_OPERATOR_DEST_OUT)
        body()
        cairo_set_operator(context, CAIRO_OPERATOR_OVER)
    }

    /// Restores clip, matrix and everything else afterwards.
    public func saved(_ body: () -> Void) {
        cairo_save(context)
        body()
        cairo_restore(context)
    }

    /// Moves the origin, until the end of the surrounding `saved`.
    public func translate(x: Double, y: Double) {
        cairo_translate(context, x, y)
    }

    /// Enlarges what follows around a point, bitmaps too, until the end of the surrounding `saved`.
    public func scale(by factor: Double, around center: Point) {
        cairo_translate(context, center.x, center.y)
        cairo_scale(context, factor, factor)
        cairo_translate(context, -center.x, -center.y)
    }

    /// Turns what follows around a point, bitmaps too, until the end of the surrounding `saved`. Radians, clockwise.
    public func rotate(by angle: Double, around center: Point) {
        cairo_translate(context, center.x, center.y)
        cairo_rotate(context, angle)
        cairo_translate(context, -center.x, -center.y)
    }

    /// Limits `body` to the union of some rectangles, grown outwards to whole buffer pixels: such a clip costs next to
    /// nothing and leaves no seam. No rectangle at all means that nothing is drawn.
    public func clipped(to rects: [Rect], _ body: () -> Void) {
        cairo_save(context)
        cairo_new_path(context)
        for rect in rects where !rect.isEmpty {
            addRectangle(snapped(rect, outwards: true))
        }
        cairo_clip(context)
        body()
        cairo_restore(context)
    }

    /// Limits `body` to the inside of an outline, anti-aliased.
    public func clipped(to path: Path, _ body: () -> Void) {
        cairo_save(context)
        add(path)
        cairo_clip(context)
        body()
        cairo_restore(context)
    }

    /// The smallest rectangle outside of which nothing is drawn now.
    public var clipBounds: Rect {
        var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
        cairo_clip_extents(context, &left, &top, &right, &bottom)
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Draws `body` as one picture and lays that over the canvas with an opacity.
    public func layer(opacity: Double, _ body: () -> Void) {
        guard opacity > 0 else { return }
        guard opacity < 1 else { return saved(body) }
        cairo_push_group(context)
        body()
        cairo_pop_group_to_source(context)
        cairo_paint_with_alpha(context, opacity)
    }

    /// The nearest rectangle whose edges lie between buffer pixels, at least one wide and high.
    public func snapped(_ rect: Rect) -> Rect {
        snapped(rect, outwards: false)
    }

    /// The smallest rectangle around another one whose edges lie between buffer pixels: all that may change when
    /// something is drawn there.
    public func snappedOutwards(_ rect: Rect) -> Rect {
        snapped(rect, outwards: true)
    }

    private func snapped(_ rect: Rect, outwards: Bool) -> Rect {
        var (left, top, right, bottom) = (rect.x, rect.y, rect.maxX, rect.maxY)
        cairo_user_to_device(context, &left, &top)
        cairo_user_to_device(context, &right, &bottom)
        if outwards {
            // What a multiplication leaves over an integer is not another pixel.
            let tolerance = 1.0 / 256
            left = (left + tolerance).rounded(.down)
            top = (top + tolerance).rounded(.down)
            right = (right - tolerance).rounded(.up)
            bottom = (bottom - tolerance).rounded(.up)
        } else {
            left = left.rounded()
            top = top.rounded()
            right = max(right.rounded(), left + 1)
            bottom = max(bottom.rounded(), top + 1)
        }
        cairo_device_to_user(context, &left, &top)
        cairo_device_to_user(context, &right, &bottom)
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    func addRectangle(_ rect: Rect) {
        cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height)
    }

    func set(_ color: Color) {
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
    }
}
