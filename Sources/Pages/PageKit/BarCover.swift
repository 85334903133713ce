import BarGeometry
import Canvas
import Geometry
import Motion
import ShellModel

/// The picture of a page under the bar: content fades around a floating bar, and is blurred under a translucent one.
struct BarCover: Equatable {
    /// The length over which content fades before it reaches the bar, logical pixels.
    private static let fadeLength = 24.0
    /// The opacity of the background over the content beside the bar.
    private static let fadeOpacity = 0.92
    /// The standard deviation of the blur under the bar, logical pixels, and its saturation.
    private static let blur = BackdropBlur(sigma: 20, saturation: 1.8)

    /// True if the page blurs its content under the bar, as a compositor would.
    let isGlass: Bool
    private let look: Look
    /// The position of the search tab among the bar's.
    private let search: Int?
    private let prominent: Set<Int>
    private let tabCount: Int
    private let textScale: Double
    private let isMinimized: Bool
    private let minimizedAt: UInt64
    private let reducesMotion: Bool

    /// - Returns: nil if no page is under the bar.
    init?(_ state: ShellState, _ look: Look, textScale: Double, reducesMotion: Bool, compositorBlurs: Bool) {
        guard look.pageOverlap > 0 || look.pageCover > 0, look.bar.hide != .always else { return nil }
        isGlass = look.bar.material == .translucent && !compositorBlurs
        guard isGlass || look.bar.isFloating else { return nil }
        let tabs = state.tabs.filter { !$0.isHidden }
        self.look = look
        search = tabs.firstIndex { $0.role == .search && !$0.isProminent }
        prominent = Set(tabs.indices.filter { tabs[$0].isProminent })
        tabCount = tabs.count
        self.textScale = textScale
        (isMinimized, minimizedAt) = (state.bar.isMinimized, state.bar.acceptedAt)
        self.reducesMotion = reducesMotion
    }

    /// A part of the bar's ground: a rectangle on the page with round corners.
    struct Ground: Equatable {
        var rect: Rect
        var radius: Double
        var opacity = 1.0
    }

    /// True while the bar is being minimized or expanded.
    func isMoving(at time: UInt64) -> Bool { minimizeProgress.isMoving(at: time) }

    func grounds(on page: Size, at time: UInt64) -> [Ground] {
        let (leading, depth) = (look.fromLeadingEdge, look.surfaceHeight)
        let isSide = look.bar.position.isSide
        let surface = Size(width: isSide ? depth : page.width, height: isSide ? page.height : depth)
        let layout = BarLayout(
            look: leading, tabCount: tabCount, prominent: prominent, search: search, width: surface.width,
            height: surface.height, textScale: textScale)
        let progress = progress(at: time)
        var grounds = [
            Ground(
                rect: layout.container(minimizeProgress: progress), radius: layout.radius(minimizeProgress: progress))
        ]
        if let (disc, opacity) = layout.searchDisc(minimizeProgress: progress), opacity > 0 {
            grounds.append(Ground(rect: disc, radius: disc.width / 2, opacity: opacity))
        }
        return grounds.map { ground in
            let rect = look.direction == .rightToLeft ? ground.rect.mirrored(in: surface.width) : ground.rect
            let (x, y) = (
                look.bar.position == .right ? page.width - depth : 0,
                look.bar.position == .bottom ? page.height - depth : 0
            )
            return Ground(rect: rect.offset(x: x, y: y), radius: ground.radius, opacity: ground.opacity)
        }
    }

    /// Returns the areas that change with a drawn area, because they show it blurred.
    func blurredAreas(near area: Rect, on page: Size, scale: Double, at time: UInt64) -> [Rect] {
        guard isGlass else { return [] }
        return grounds(on: page, at: time).compactMap { ground in
            let reach = Canvas.backdropArea(of: ground.rect, sigma: Self.blur.sigma, scale: scale)
            return reach.intersection(area) == nil ? nil : reach
        }
    }

    func draw(on canvas: Canvas, page: Size, background: Color, at time: UInt64) {
        let grounds = grounds(on: page, at: time)
        let visible = isGlass ? grounds.filter { $0.rect.intersection(canvas.clipBounds) != nil } : []
        // Content is blurred before it fades.
        let backdrops = visible.map { ground in
            canvas.backdrop(in: ground.rect, of: Rect(page), sigma: Self.blur.sigma, saturation: Self.blur.saturation)
        }
        if look.bar.isFloating, let ground = grounds.first {
            drawFade(along: ground.rect, on: canvas, page, background.opacity(1 - progress(at: time)))
        }
        for (ground, backdrop) in zip(visible, backdrops) {
            guard let backdrop else { continue }
            canvas.draw(backdrop, in: .roundedRect(ground.rect, radius: ground.radius), opacity: ground.opacity)
        }
    }

    /// Fades the content from the bar's near side to the screen's edge.
    private func drawFade(along bar: Rect, on canvas: Canvas, _ page: Size, _ color: Color) {
        guard color.alpha > 0 else { return }
        let edge = look.bar.position
        let isFar = edge == .bottom || edge == .right
        let depth = edge.distance(of: isFar ? bar.origin : Point(x: bar.maxX, y: bar.maxY), in: page)
        func inner(_ depth: Double) -> Point {
            let strip = edge.strip(of: depth, in: page)
            return isFar ? strip.origin : Point(x: strip.maxX, y: strip.maxY)
        }
        canvas.fill(
            edge.strip(of: depth + Self.fadeLength, in: page),
            Gradient(
                color.opacity(0), color.opacity(Self.fadeOpacity), from: inner(depth + Self.fadeLength),
                to: inner(depth)))
    }

    /// The bar's fraction between expanded (0) and minimized (1).
    private func progress(at time: UInt64) -> Double { minimizeProgress.value(at: time).clamped }

    private var minimizeProgress: AnimatedValue {
        let target = isMinimized ? 1.0 : 0
        guard minimizedAt > 0 else { return AnimatedValue(target) }
        var value = AnimatedValue(1 - target)
        value.animate(to: target, from: minimizedAt, with: Timing(look.motion[.minimize]).reduced(reducesMotion))
        return value
    }
}
