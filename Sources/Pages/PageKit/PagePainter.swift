public import Canvas
public import Geometry
public import PangoText

/// A painter of the pages' common elements: cards, texts, headers and pills. It caches text layouts and shadows.
public final class PagePainter {
    public static let cardRadius = 20.0
    private static let shadowSigma = 12.0

    private static let shadowExtent = 3 * shadowSigma + 5

    private let texts = TextCache()
    private var tile: (scale: Double, tile: ShadowTile)?

    public init() {}

    /// The number of texts with a layout.
    public var textCount: Int { texts.count }

    /// Forgets the texts that were not drawn in the page's last two times in front. Call it when the page leaves.
    public func forgetUnusedTexts() { texts.age() }

    /// Returns a text in a style, whose size is rounded down to half a pixel: cairo keeps the glyphs of each size, and
    /// sizes derived from a width would never end.
    public func text(_ string: String, _ style: TextStyle) -> TextLayout {
        var style = style
        style.size = (style.size * 2).rounded(.down) / 2
        return texts.layout(string, style)
    }

    private static let smallestText = 10.0

    /// Returns a text of one line. If it is wider than `width`, it is smaller, down to `smallest` or two fifths of the
    /// size; beyond that it ends with an ellipsis. Smaller sizes are few, as cairo keeps the glyphs of each; `unscaled`, the
    /// size before the user's text scale, is one of them, so that a scaled text does not become smaller.
    public func line(
        _ string: String, size: Double, weight: TextStyle.Weight = .regular, _ color: Color, width: Double? = nil,
        tabular: Bool = false, tracking: Double? = nil, smallest: Double? = nil,
        unscaled: Double? = nil
    ) -> TextLayout {
        var style = TextStyle(size: size, weight: weight, color: color)
        style.maxWidth = width
        style.maxLines = width == nil ? nil : 1
        style.tabularFigures = tabular
        // Fonts made for the screen stand a little wide at these sizes.
        style.tracking = tracking ?? -0.012 * size
        var layout = text(string, style)
        guard let width, width > 0, layout.isCut else { return layout }
        var natural = style
        (natural.maxWidth, natural.maxLines) = (nil, nil)
        let smallest = smallest ?? max(min(Self.smallestText, size), 0.4 * size)
        guard smallest < size else { return layout }
        var largest = max(size * width / text(string, natural).size.width * 0.99, smallest)
        repeat {
            let step = largest < 16 ? 1.0 : 2.0
            style.size = max((largest / step).rounded(.down) * step, 1)
            if let unscaled, unscaled <= largest { style.size = max(style.size, unscaled) }
            style.tracking = natural.tracking * style.size / size
            layout = text(string, style)
            // The width of a text is not exactly proportional to its size.
            largest = style.size - 1
        } while layout.isCut && largest >= smallest
        return layout
    }

    /// Returns the part of a card within its round corners, which is opaque.
    public static func opaquePart(of card: Rect) -> Rect {
        card.inset(by: (cardRadius * 0.3).rounded(.up))
    }

    /// Returns the difference of a rectangle and one inside it, as four rectangles.
    private static func frame(from outer: Rect, to inner: Rect) -> [Rect] {
        guard !inner.isEmpty else { return [outer] }
        return [
            Rect(x: outer.x, y: outer.y, width: outer.width, height: inner.y - outer.y),
            Rect(x: outer.x, y: inner.maxY, width: outer.width, height: outer.maxY - inner.maxY),
            Rect(x: outer.x, y: inner.y, width: inner.x - outer.x, height: inner.height),
            Rect(x: inner.maxX, y: inner.y, width: outer.maxX - inner.maxX, height: inner.height),
        ]
    }

    /// Draws a card with its shadow.
    public func card(_ rect: Rect, on canvas: Canvas, theme: Theme, pressed: Bool = false) {
        let bounds = canvas.clipBounds
        guard bounds.intersection(rect.inset(by: -Self.shadowExtent)) != nil else { return }
        let isInside = bounds.union(Self.opaquePart(of: rect)) == Self.opaquePart(of: rect)
        if let color = theme.shadow, !isInside {
            // Most of the shadow is under the card.
            canvas.withClip(to: Self.frame(from: rect.inset(by: -Self.shadowExtent), to: Self.opaquePart(of: rect))) {
                canvas.drawShadow(shadowTile(scale: canvas.scale), of: rect.offset(y: 5), color: color)
            }
        }
        canvas.fillRoundedRect(rect, radius: Self.cardRadius, pressed ? theme.cardPressed : theme.card)
    }

    /// Draws the thumb of a scroll bar that extends from `top` to the lower edge of the safe area.
    public func thumb(
        from top: Double, offset: Double, maximum: Double, on canvas: Canvas, context: PageContext, theme: Theme
    ) {
        let free = context.safeArea
        let track = free.maxY - top - 8
        guard maximum > 0, track > 60 else { return }
        let height = max(track * context.size.height / (maximum + context.size.height), 32)
        let y = top + 4 + (track - height) * min(max(offset / maximum, 0), 1)
        canvas.fillRoundedRect(Rect(x: free.maxX - 7, y: y, width: 4, height: height), radius: 2, theme.track)
    }

    private func shadowTile(scale: Double) -> ShadowTile {
        if let tile, tile.scale == scale { return tile.tile }
        let made = ShadowTile(sigma: Self.shadowSigma, radius: Self.cardRadius, scale: scale)
        tile = (scale, made)
        return made
    }
}
