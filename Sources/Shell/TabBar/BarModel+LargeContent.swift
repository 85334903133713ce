import Geometry
import Motion
import RasterProtocol
import ShellModel

extension BarModel {
    /// The size of the large-content viewer's surface on a screen, logical px.
    public func largeContentSize(onScreen screen: Size) -> Size {
        let size = LargeContentLayout.surface
        return Size(width: max(min(size.width, screen.width), 1), height: max(min(size.height, screen.height), 1))
    }

    /// The scene of the large-content viewer's surface, in the look's colours; it takes no input.
    public func largeContentScene(
        size: Size, scale: Double = 1, at time: UInt64, measure: TextMeasure = { _ in nil }
    ) -> Scene {
        guard let largeContent else { return .empty }
        return scene(
            of: largeContent, opacity: motion.largeContentOpacity.value(at: time).clamped, size, scale, time, measure)
    }

    public func largeContentMasks(
        of targets: [BarPart.Target], size: Size, scale: Double, measure: TextMeasure
    ) -> [RasterRequest] {
        let contents = targets.compactMap { content(of: $0) }
        return Scene(items: contents.flatMap { scene(of: $0, opacity: 1, size, scale, .max, measure).items })
            .requiredMasks(scale: scale)
    }

    var largeContentTiming: Timing { Timing.curve(.easeInOut, duration: 150_000_000).reduced(isMotionReduced) }

    private func scene(
        of content: LargeContent, opacity: Double, _ size: Size, _ scale: Double, _ time: UInt64, _ measure: TextMeasure
    ) -> Scene {
        guard let look else { return .empty }
        let palette = palette(of: look, at: time)
        let scale = scale > 0 ? scale : 1
        let layout = LargeContentLayout(
            title: content.title, families: look.title.families, in: size, textScale: effectiveTextScale, scale: scale,
            measure: measure)
        // A card on a sheet: white in light, a little lighter than the sheet in dark.
        let sheet = palette[.sheet].drawn(on: self.ground(.page, at: time))
        let ground = sheet.premultipliedBlend(with: .white, fraction: max(sheet.luminance, 0.07))
        let fill = ground.opacity(opacity)
        let isDark = Color.white.contrast(with: ground) > Color.black.contrast(with: ground)
        let line = (isDark ? Color.white : .black).opacity((isDark ? 0.2 : 0.08) * opacity)
        var items: [Scene.Item] = [
            .roundedShadow(
                of: layout.card, radius: LargeContentLayout.cornerRadius, LargeContentLayout.shadow,
                Color.black.opacity(0.3 * opacity)),
            // A line sets the card off from a page in nearly its colour.
            .rounded(layout.card.inset(by: -1), radius: LargeContentLayout.cornerRadius + 1, top: line, bottom: line),
            .rounded(layout.card, radius: LargeContentLayout.cornerRadius, top: fill, bottom: fill),
            .icon(
                content.icon, layout.icon, palette[.selectedIcon].readable(on: ground, look.contrast).opacity(opacity)),
        ]
        let title = palette[.selectedTitle].readable(on: ground, look.contrast).opacity(opacity)
        items += layout.lines.map { .text($0.run, in: $0.box, anchor: .center, title) }
        if let badge = content.badge { items += self.items(of: badge, layout, look, palette, opacity, measure) }
        return placed(Scene(items: items), in: size.width)
    }

    /// A badge, enlarged as much as the icon.
    private func items(
        of badge: BadgeMark, _ layout: LargeContentLayout, _ look: Look, _ palette: AnimatedPalette, _ opacity: Double,
        _ measure: TextMeasure
    ) -> [Scene.Item] {
        let factor = min(layout.icon.width / max(look.icon.size, 1), 3)
        let style = look.badge
        let color = palette[.badge].opacity(opacity)
        switch badge {
        case .dot:
            let side = style.dot * factor
            return [.ellipse(layout.badge(height: side).rect(width: side), color)]
        case .count(let text), .text(let text):
            let run = TextRun(
                string: text, families: look.title.families, weight: style.weight, size: style.size * factor)
            let height = (run.size * 1.2 + 2 * style.paddingY * factor).rounded(.up)
            let place = layout.badge(height: height)
            let wanted = max(run.width(measure) + 2 * style.paddingX * factor, height)
            let rect = place.rect(width: min(wanted, place.maximumWidth))
            var fitting = run
            if wanted > rect.width { fitting.maximumWidth = max(rect.width - style.paddingX * factor, 1) }
            return [
                .capsule(rect, color),
                .text(fitting, in: rect, anchor: .center, palette[.badgeText].opacity(opacity)),
            ]
        }
    }
}

extension Scene {
    /// The length by which a finger may leave the targets, logical px.
    private static let slack = 44.0

    /// The target under a finger that slides along the bar: between two targets the nearer one, and none far from all.
    public func slidTarget(at point: Point) -> BarPart.Target? {
        if let part = part(at: point) { return part.target }
        guard let first = parts.first else { return nil }
        let row = parts.reduce(first.rect) { $0.union($1.rect) }
        guard row.inset(by: -Self.slack).contains(point) else { return nil }
        return parts.min { $0.rect.distance(to: point) < $1.rect.distance(to: point) }?.target
    }
}

extension Rect {
    /// The square of the distance of a point; 0 within the rectangle.
    fileprivate func distance(to point: Point) -> Double {
        let (dx, dy) = (max(x - point.x, point.x - maxX, 0), max(y - point.y, point.y - maxY, 0))
        return dx * dx + dy * dy
    }
}
