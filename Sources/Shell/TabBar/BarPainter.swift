import Canvas
import Geometry

/// Draws scenes. Items that are drawn in every frame are filled masks or rectangles, never paths.
public final class BarPainter {
    /// Returns the picture of an icon, a mask or in its own colours, with a side in buffer pixels; nil at first.
    public typealias IconMasks = (_ icon: IconReference, _ side: Int) -> Bitmap?
    /// Returns the mask of a text; nil at first.
    public typealias TextMasks = (_ run: TextRun, _ scale: Double) -> TextMask?

    private let icons: IconMasks
    private let texts: TextMasks
    private var cache = MaskCache()

    public init(icons: @escaping IconMasks, texts: @escaping TextMasks = { _, _ in nil }) {
        (self.icons, self.texts) = (icons, texts)
    }

    /// Discards the cached masks, after a change of the look.
    public func clearCache() { cache.removeAll() }

    /// Draws the part of a scene that is in an area (logical pixels).
    public func draw(_ scene: Scene, on canvas: Canvas, area: [Rect]) {
        cache.use(scale: canvas.scale)
        let parts = Self.disjointRects(area.filter { !$0.isEmpty }.map { canvas.snapped($0, outwards: true) })
        // Bounds are computed once for all parts.
        let bounds = scene.items.map { $0.isInvisible ? .zero : $0.bounds }
        for part in parts {
            // Nothing below an item that covers the part is seen.
            let lowest = scene.items.lastIndex { $0.covers(part, on: canvas) }
            canvas.withClip(to: [part]) {
                if lowest == nil { canvas.clear() }
                // An item that shares no more than a pixel with the part is drawn again, too: the pixel was cleared.
                for index in (lowest ?? 0)..<bounds.count where bounds[index].intersection(part) != nil {
                    draw(scene.items[index], on: canvas)
                }
            }
        }
    }

    /// Disjoint rectangles that cover `rects`. Each is drawn separately: such a clip costs nothing, and edges look the same.
    private static func disjointRects(_ rects: [Rect]) -> [Rect] {
        rects.reduce(into: []) { disjoint, rect in
            var rect = rect
            while let index = disjoint.firstIndex(where: { $0.intersection(rect) != nil }) {
                rect = rect.union(disjoint.remove(at: index))
            }
            disjoint.append(rect)
        }
    }

    /// The side of a mask in whole buffer pixels, never more than the length in logical pixels, which bounds the damage.
    public static func side(_ length: Double, _ scale: Double) -> Int {
        let side = (length * scale + 1e-6).rounded(.down)
        return side >= 1 ? Int(min(side, 4096)) : 1
    }

    private func draw(_ item: Scene.Item, on canvas: Canvas) {
        switch item {
        case .fill(let rect, let color):
            canvas.fill(rect, color)
        case .line(let rect, let color):
            canvas.fill(canvas.snapped(rect), color)
        case .shadow(let rect, let edge, let offset, let sigma, let color):
            let profile = profile(edge.isSide ? rect.width : rect.height, offset, sigma, canvas.scale)
            switch edge {
            case .bottom: canvas.fillVertical(rect, profile: profile, color: color)
            case .top: canvas.fillVertical(rect, profile: profile.reversed(), color: color)
            case .left: canvas.fillHorizontal(rect, profile: profile.reversed(), color: color)
            case .right: canvas.fillHorizontal(rect, profile: profile, color: color)
            }
        case .roundedShadow(let rect, let radius, let shape, let color):
            drawShadow(of: rect, radius, shape, color, on: canvas)
        case .rounded(let rect, let radius, let top, let bottom):
            drawRounded(rect, radius, top, bottom, on: canvas)
        case .ellipse(let rect, let color):
            let (width, height) = sides(rect, canvas.scale)
            fillMask(color, through: cache.ellipse(width: width, height: height), into: rect, on: canvas)
        case .capsule(let rect, let color):
            let (width, height) = sides(rect, canvas.scale)
            fillMask(color, through: cache.capsule(width: width, height: height), into: rect, on: canvas)
        case .glow(let rect, let color):
            let (width, height) = sides(rect, canvas.scale)
            let sigma = Scene.Item.glowSigma(rect) * canvas.scale
            fillMask(color, through: cache.shadow(width: width, height: height, sigma: sigma), into: rect, on: canvas)
        case .ring(let rect, let radius, let width, let color):
            canvas.stroke(
                .roundedRect(rect.inset(by: width / 2), radius: max(radius - width / 2, 0)), with: .color(color),
                width: width)
        case .disc(let rect, let paint, let opacity):
            let bitmap = cache.disc(Self.side(rect.width, canvas.scale), paint)
            canvas.draw(bitmap, at: corner(of: bitmap, in: rect, canvas.scale), opacity: opacity, snapped: false)
        case .icon(let icon, let rect, let color):
            guard let picture = icons(icon, Self.side(rect.width, canvas.scale)) else { return }
            canvas.draw(icon: picture, at: corner(of: picture, in: rect, canvas.scale), color: color)
        case .text(let run, let box, let anchor, let color):
            drawText(run, in: box, anchor, color, bounds: item.bounds, on: canvas)
        case .transformed(let item, let transform):
            canvas.withSavedState {
                canvas.translate(x: transform.offset.x, y: transform.offset.y)
                canvas.scale(by: transform.scale, around: transform.center)
                if transform.rotation != 0 { canvas.rotate(by: transform.rotation, around: transform.center) }
                draw(item, on: canvas)
            }
        }
    }

    private func fillMask(_ color: Color, through mask: Bitmap, into rect: Rect, on canvas: Canvas) {
        canvas.mask(mask, at: corner(of: mask, in: rect, canvas.scale), color: color)
    }

    private func corner(of bitmap: Bitmap, in rect: Rect, _ scale: Double) -> Point {
        Point(
            x: rect.center.x - Double(bitmap.width) / scale / 2, y: rect.center.y - Double(bitmap.height) / scale / 2)
    }

    private func sides(_ rect: Rect, _ scale: Double) -> (width: Int, height: Int) {
        (Self.side(rect.width, scale), Self.side(rect.height, scale))
    }

    /// Draws a text on whole buffer pixels, with its capitals centred vertically in its box.
    private func drawText(
        _ run: TextRun, in box: Rect, _ anchor: TextAnchor, _ color: Color, bounds: Rect, on canvas: Canvas
    ) {
        let scale = canvas.scale
        guard let mask = texts(run, scale) else { return }
        let left =
            switch anchor {
            case .leading: box.x * scale
            case .center: box.center.x * scale - mask.advance / 2
            case .trailing: box.maxX * scale - mask.advance
            }
        let baseline = (box.center.y + run.capHeight / 2) * scale
        let origin = Point(
            x: (left.rounded() - Double(mask.originX)) / scale, y: (baseline.rounded() - Double(mask.baseline)) / scale)
        let ink = Rect(
            x: origin.x, y: origin.y, width: Double(mask.bitmap.width) / scale,
            height: Double(mask.bitmap.height) / scale)
        if ink == ink.intersection(bounds) { return canvas.mask(mask.bitmap, at: origin, color: color) }
        // Glyphs of unusually tall or wide fonts are cut off where they would not be part of the damage.
        canvas.withClip(to: .rectangle(bounds)) { canvas.mask(mask.bitmap, at: origin, color: color) }
    }

    /// The shadow's coverage of each row of buffer pixels towards the bar, 0…1.
    private func profile(_ length: Double, _ offset: Double, _ sigma: Double, _ scale: Double) -> [Double] {
        let shadow = GaussianShadow(sigma: sigma * scale)
        return (0..<Int((length * scale).rounded())).map { row in
            shadow.coverage(atDistance: (length + offset) * scale - (Double(row) + 0.5))
        }
    }

    private func drawShadow(
        of rect: Rect, _ radius: Double, _ shape: Scene.ShadowShape, _ color: Color, on canvas: Canvas
    ) {
        let shadow = rect.offset(y: shape.offsetY)
        if rect.width == rect.height, radius >= rect.width / 2, !shape.isHollow {
            let (width, height) = sides(rect, canvas.scale)
            let mask = cache.shadow(width: width, height: height, sigma: shape.sigma * canvas.scale)
            fillMask(color, through: mask, into: shadow, on: canvas)
        } else {
            canvas.drawShadow(cache.tile(radius: radius, shape), of: shadow, color: color)
        }
    }

    /// Draws a rounded rectangle by masks for corners and rectangles, so that the cost hardly depends on the width.
    private func drawRounded(_ rect: Rect, _ radius: Double, _ top: Color, _ bottom: Color, on canvas: Canvas) {
        let rect = canvas.snapped(rect)
        let scale = canvas.scale
        let pixels = Int((min(radius, rect.width / 2, rect.height / 2) * scale + 1e-6).rounded(.down))
        let side = Double(pixels) / scale
        let gradient = Gradient(top, bottom, from: Point(x: 0, y: rect.y), to: Point(x: 0, y: rect.maxY))
        let middle = Rect(x: rect.x, y: rect.y + side, width: rect.width, height: rect.height - 2 * side)
        let bands = [
            middle, Rect(x: rect.x + side, y: rect.y, width: rect.width - 2 * side, height: side),
            Rect(x: rect.x + side, y: rect.maxY - side, width: rect.width - 2 * side, height: side),
        ]
        for band in bands where !band.isEmpty {
            if top == bottom { canvas.fill(canvas.snapped(band), top) } else { canvas.fillVertical(band, gradient) }
        }
        guard pixels > 0 else { return }
        for corner in MaskCache.Corner.allCases {
            let mask = cache.corner(corner, radius: pixels)
            let isLeading = corner == .topLeading || corner == .bottomLeading
            let isTop = corner == .topLeading || corner == .topTrailing
            let origin = Point(x: isLeading ? rect.x : rect.maxX - side, y: isTop ? rect.y : rect.maxY - side)
            canvas.mask(mask, at: origin, paint: top == bottom ? .color(top) : .gradient(gradient), snapped: true)
        }
    }
}

extension Scene.Item {
    /// True if the item is opaque in all of a rectangle whose edges lie between buffer pixels.
    fileprivate func covers(_ part: Rect, on canvas: Canvas) -> Bool {
        switch self {
        case .fill(let rect, let color):
            return color.alpha >= 1 && part.intersection(rect) == part
        case .rounded(let rect, let radius, let top, let bottom):
            guard top.alpha >= 1, bottom.alpha >= 1 else { return false }
            let rect = canvas.snapped(rect)
            let upright = Rect(x: rect.x + radius, y: rect.y, width: rect.width - 2 * radius, height: rect.height)
            let level = Rect(x: rect.x, y: rect.y + radius, width: rect.width, height: rect.height - 2 * radius)
            return part.intersection(upright) == part || part.intersection(level) == part
        case .shadow, .roundedShadow, .line, .ellipse, .capsule, .glow, .ring, .disc, .icon, .text, .transformed:
            return false
        }
    }
}
