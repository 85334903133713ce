package import Cairo
public import Geometry

/// A drawing surface in logical pixels: `scale` buffer pixels make one. It may be kept from frame to frame. No
/// operation fails: on a target that cairo refuses, or after an error inside cairo, nothing is drawn.
public final class Canvas {
    package let context: CairoContext
    /// Buffer pixels per logical pixel.
    public let scale: Double
    /// The texts so far, if a test collects them.
    package var drawnTexts: [DrawnText]?

    /// A canvas over ARGB32 memory of the caller, which must outlive it. Sizes are buffer pixels, the stride is bytes.
    public init(pixels: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int, scale: Double) {
        // Unsafe: the caller vouches for the size and the lifetime of the memory.
        context = unsafe CairoContext(pixels: pixels, width: width, height: height, stride: stride)
        self.scale = scale
        context.scale(x: scale, y: scale)
    }

    /// A canvas over a bitmap, which it keeps alive. On an A8 bitmap only the alpha of a colour counts.
    public init(bitmap: Bitmap, scale: Double) {
        context = CairoContext(bitmap.surface)
        self.scale = scale
        context.scale(x: scale, y: scale)
    }

    /// Makes everything transparent.
    public func clear() {
        with(.clear) { context.paint() }
    }

    public func clear(_ rect: Rect) {
        with(.clear) {
            context.addRectangle(rect)
            context.fill()
        }
    }

    /// Subtracts the drawing of `body` from the canvas: where it would be opaque, the canvas becomes transparent.
    public func withEraseMode(_ body: () -> Void) {
        with(.destinationOut, body)
    }

    func with(_ operation: CairoContext.Operator, _ body: () -> Void) {
        context.setOperator(operation)
        body()
        context.setOperator(.over)
    }

    /// Runs `body`, then restores clip, transformation and the rest of the state.
    public func withSavedState(_ body: () -> Void) {
        context.save()
        body()
        context.restore()
    }

    /// Moves the origin, until the end of the enclosing ``withSavedState(_:)``.
    public func translate(x: Double, y: Double) {
        context.translate(x: x, y: y)
    }

    /// True where x grows to the left.
    public var isMirrored: Bool { context.matrix.xx < 0 }

    /// Mirrors later drawing in an area of a width, until the end of the enclosing ``withSavedState(_:)``, so that x is
    /// the distance from the right edge. Texts and bitmaps stay as they are.
    public func mirror(width: Double) {
        context.translate(x: width, y: 0)
        context.scale(x: -1, y: 1)
    }

    /// Draws an upright part, such as a dial, in its place on a mirrored canvas.
    public func withoutMirror(in rect: Rect, _ body: () -> Void) {
        guard isMirrored else { return body() }
        withSavedState {
            mirror(width: 2 * rect.center.x)
            body()
        }
    }

    /// Enlarges later drawing around a point, bitmaps too, until the end of the enclosing ``withSavedState(_:)``.
    public func scale(by factor: Double, around center: Point) {
        around(center) { context.scale(x: factor, y: factor) }
    }

    /// Rotates it likewise; radians, clockwise.
    public func rotate(by angle: Double, around center: Point) {
        around(center) { context.rotate(by: angle) }
    }

    private func around(_ center: Point, _ transform: () -> Void) {
        context.translate(x: center.x, y: center.y)
        transform()
        context.translate(x: -center.x, y: -center.y)
    }

    /// Limits `body` to the union of rectangles, grown outwards to whole buffer pixels: such a clip costs next to
    /// nothing and leaves no seam. Without any rectangle nothing is drawn.
    public func withClip(to rects: [Rect], _ body: () -> Void) {
        withSavedState {
            context.newPath()
            for rect in rects where !rect.isEmpty {
                context.addRectangle(snapped(rect, outwards: true))
            }
            context.clip()
            body()
        }
    }

    /// Limits `body` to the inside of a path, anti-aliased.
    public func withClip(to path: Path, _ body: () -> Void) {
        withSavedState {
            add(path)
            context.clip()
            body()
        }
    }

    public var clipBounds: Rect { context.clipExtents }

    /// The nearest rectangle whose edges lie between buffer pixels, at least one pixel wide and high; or, outwards, the
    /// smallest enclosing one: all pixels that drawing in `rect` may change.
    public func snapped(_ rect: Rect, outwards: Bool = false) -> Rect {
        let isMirrored = isMirrored
        var topLeft = context.userToDevice(Point(x: isMirrored ? rect.maxX : rect.x, y: rect.y))
        var bottomRight = context.userToDevice(Point(x: isMirrored ? rect.x : rect.maxX, y: rect.maxY))
        if outwards {
            // A rounding error beyond a whole number does not count as another pixel.
            let tolerance = 1.0 / 256
            topLeft.x = (topLeft.x + tolerance).rounded(.down)
            topLeft.y = (topLeft.y + tolerance).rounded(.down)
            bottomRight.x = (bottomRight.x - tolerance).rounded(.up)
            bottomRight.y = (bottomRight.y - tolerance).rounded(.up)
        } else {
            topLeft.x = topLeft.x.rounded()
            topLeft.y = topLeft.y.rounded()
            bottomRight.x = max(bottomRight.x.rounded(), topLeft.x + 1)
            bottomRight.y = max(bottomRight.y.rounded(), topLeft.y + 1)
        }
        let (start, end) = (context.deviceToUser(topLeft), context.deviceToUser(bottomRight))
        return Rect(
            x: min(start.x, end.x), y: start.y, width: abs(end.x - start.x), height: end.y - start.y)
    }
}
