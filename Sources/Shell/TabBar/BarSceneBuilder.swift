import BarGeometry
import Geometry
import ShellModel

/// A builder of the scenes of a bar and of the menu over it, from the lowest item to the highest.
struct BarSceneBuilder {
    private static let offlineMark = Color(rgb: 0xF5A623)
    /// The fraction of the way from one tab to the other on which titles change their weight.
    private static let weightChange = 0.3
    /// The space above and below the icon of the minimized bar, together.
    private static let minimizedIconMargin = 16.0
    /// The opacity of the ground behind a tab under the pointer, and the size of a disc there.
    private static let hoverOpacity = 0.08
    private static let hoverScale = 1.06
    private static let hoverRadius = 12.0
    /// The opacity of the page's colour that makes a translucent material of a blurred background.
    private static let materialOpacity = 0.5
    /// The same where the compositor does not blur: a page's sharp text must not compete with titles.
    private static let unblurredMaterialOpacity = 0.96
    /// The opacity of the container over a page that is already blurred.
    private static let glassOpacity = 0.7

    let model: BarModel
    let look: Look
    let layout: BarLayout
    let palette: AnimatedPalette
    let scale: Double
    let time: UInt64
    let measure: TextMeasure
    /// The fraction between expanded (0) and minimized (1).
    let minimizeProgress: Double
    /// The colours of tabs, looked up once.
    private lazy var icon = palette[.icon]
    private lazy var selectedIcon = palette[.selectedIcon]
    private lazy var title = palette[.title]
    private lazy var selectedTitle = palette[.selectedTitle]
    private lazy var indicator = palette[.indicator]
    /// The tabs of the scene before, and then of this one.
    var drawn: [DrawnTab?] = []
    var items: [Scene.Item] = []

    init(
        _ model: BarModel, _ layout: BarLayout, scale: Double, time: UInt64, measure: @escaping TextMeasure
    ) {
        self.model = model
        look = layout.look
        self.layout = layout
        self.scale = scale > 0 ? scale : 1
        self.time = time
        self.measure = measure
        palette = model.palette(of: look, at: time)
        items.reserveCapacity(8 * model.tabs.count + 8)
        minimizeProgress = model.motion.minimizeProgress.value(at: time).clamped
    }

    private var edge: Edge { look.bar.position }

    /// The opacity of everything that the minimized bar does not show; 0 before the bar has become narrow.
    var expandedOpacity: Double { max(1 - 2 * minimizeProgress, 0) }

    mutating func addBackground(width: Double, height: Double) {
        let container = layout.container(minimizeProgress: minimizeProgress)
        let radius = layout.radius(minimizeProgress: minimizeProgress)
        let isWhole =
            edge.isSide
            ? container.y <= 0 && container.height >= height : container.x <= 0 && container.width >= width
        let isStrip = radius <= 0 && isWhole
        if edge == .bottom, layout.bar.y > look.topOverflow {
            // In a window nothing else paints the area behind the bar.
            let paintsAll = !isStrip || look.bar.material == .translucent || layout.bar.maxY < height
            items.append(
                .fill(Rect(x: 0, y: 0, width: width, height: paintsAll ? height : layout.bar.y), palette[.page]))
        }
        addContainer(container, radius: radius, isStrip: isStrip, opacity: 1)
        if look.bar.hairline > 0, !hasOutline(radius: radius) {
            items.append(.line(hairline(of: container, radius: radius), palette[.hairline]))
        }
        if let (disc, opacity) = layout.searchDisc(minimizeProgress: minimizeProgress) {
            addContainer(disc, radius: disc.width / 2, isStrip: false, opacity: opacity)
        }
    }

    /// True if a line goes all around the container: one along a straight edge would not part round corners from the page.
    private func hasOutline(radius: Double) -> Bool { look.contrast == .more && radius > 0 }

    /// The line along the container's edge at the pages.
    private func hairline(of container: Rect, radius: Double) -> Rect {
        let thickness = look.bar.hairline
        let (width, height) = (max(container.width - 2 * radius, 0), max(container.height - 2 * radius, 0))
        return switch edge {
        case .bottom: Rect(x: container.x + radius, y: container.y, width: width, height: thickness)
        case .top: Rect(x: container.x + radius, y: container.maxY - thickness, width: width, height: thickness)
        case .left: Rect(x: container.maxX - thickness, y: container.y + radius, width: thickness, height: height)
        case .right: Rect(x: container.x, y: container.y + radius, width: thickness, height: height)
        }
    }

    /// Adds the ground of the bar or of the disc beside the minimized one.
    private mutating func addContainer(_ rect: Rect, radius: Double, isStrip: Bool, opacity: Double) {
        if look.shadow.opacity > 0 { addShadow(of: rect, radius: radius, isStrip: isStrip, opacity: opacity) }
        let isGlass = look.bar.material == .translucent && model.isOverBlurredPage
        if look.bar.material == .translucent, !isGlass {
            let strength = model.supportsBackgroundBlur ? Self.materialOpacity : Self.unblurredMaterialOpacity
            let material = palette[.page].opacity(strength * opacity)
            items.append(.rounded(rect, radius: radius, top: material, bottom: material))
        }
        var (rect, radius) = (rect, radius)
        if hasOutline(radius: radius) {
            let line = palette[.hairline].opacity(opacity)
            items.append(.rounded(rect, radius: radius, top: line, bottom: line))
            (rect, radius) = (rect.inset(by: look.bar.hairline), max(radius - look.bar.hairline, 0))
        }
        func ground(_ token: ColorToken) -> Color {
            let color = palette[token]
            return (isGlass ? color.drawn(on: palette[.page]).opacity(Self.glassOpacity) : color).opacity(opacity)
        }
        var (top, bottom) = (ground(.background), ground(.backgroundEnd))
        if edge == .top { swap(&top, &bottom) }
        if isStrip, top == bottom {
            items.append(.fill(rect, top))
        } else {
            items.append(.rounded(rect, radius: radius, top: top, bottom: bottom))
        }
    }

    private mutating func addShadow(of container: Rect, radius: Double, isStrip: Bool, opacity: Double) {
        // While the bar is being minimized each radius would need its own shadow; the blur hides coarser steps.
        let step = max(look.shadow.sigma / 3, 1)
        let radius = minimizeProgress.isAtEnd ? radius : (radius / step).rounded() * step
        let color = palette[.shadow].opacity(look.shadow.opacity * opacity)
        let offset = look.shadow.offsetY
        if isStrip {
            let reach = max(Double(GaussianShadow(sigma: look.shadow.sigma).extent) - offset, 0)
            guard reach > 0 else { return }
            let rect =
                switch edge {
                case .bottom: Rect(x: 0, y: container.y - reach, width: container.width, height: reach)
                case .top: Rect(x: 0, y: container.maxY, width: container.width, height: reach)
                case .left: Rect(x: container.maxX, y: 0, width: reach, height: container.height)
                case .right: Rect(x: container.x - reach, y: 0, width: reach, height: container.height)
                }
            items.append(.shadow(rect: rect, at: edge, offset: offset, sigma: look.shadow.sigma, color: color))
        } else {
            let downwards = look.isShadowTurned ? (edge == .top ? -offset : edge.isSide ? 0 : offset) : offset
            items.append(
                .roundedShadow(
                    of: container, radius: radius,
                    Scene.ShadowShape(
                        sigma: look.shadow.sigma, offsetY: downwards, isHollow: look.bar.material == .translucent),
                    color))
        }
    }

    mutating func addConnectionMark() {
        let mark = Rect(x: layout.bar.maxX - 18, y: layout.bar.y + 12, width: 6, height: 6)
        items.append(.ellipse(mark, Self.offlineMark.opacity(model.isConnected ? 0 : expandedOpacity)))
    }

    mutating func addTabs() {
        let style = look.indicator
        if style.shape != .none, style.slides, model.position(of: model.content.selected) != nil {
            let position = model.motion.indicator.value(at: time)
            let tab = Int(min(max(position.rounded(), 0), Double(model.tabs.count - 1)))
            addIndicator(
                layout.indicator(at: position), isAtRest: false, opacity: expandedOpacity * layout.visibility(tab))
        }
        // The elements of a loop over the tabs would be copies.
        let tabs = model.tabs
        for index in tabs.indices where !tabs[index].isProminent && layout.visibility(index) > 0 {
            let pose = pose(of: tabs[index].id, index)
            if let drawn = drawn[index], drawn.pose == pose {
                items += drawn.items
            } else {
                let start = items.count
                addTab(tabs[index], index)
                drawn[index] = DrawnTab(pose: pose, items: Array(items[start...]))
            }
        }
        for index in tabs.indices where tabs[index].isProminent { addButton(tabs[index], layout.button(index)) }
    }

    private mutating func addTab(_ tab: Tab, _ index: Int) {
        let selectionProgress = model.motion.selectionProgress[tab.id]?.value(at: time) ?? 0
        let target = layout.targets[index]
        let visibility = layout.visibility(index)
        let opacity = expandedOpacity * visibility
        let hover = hoverProgress(.tab(tab.id))
        let press = look.press.opacity * pressProgress(.tab(tab.id)).clamped
        if hover > 0 {
            // Under the pointer a press darkens the same shape.
            let ground = layout.visibleTarget(index).intersection(layout.bar) ?? target
            let tint = icon.opacity(max(Self.hoverOpacity * hover, press) * opacity)
            items.append(.rounded(ground, radius: Self.hoverRadius, top: tint, bottom: tint))
        }
        if look.press.opacity > 0 {
            let side = min(target.width, target.height)
            let mark = Rect(center: target.center, width: side, height: side)
            items.append(.ellipse(mark, icon.opacity(hover > 0 ? 0 : press * opacity)))
        }
        let rect = layout.icon(index, selectionProgress: selectionProgress)
        let start = items.count
        if look.indicator.shape != .none, !look.indicator.slides {
            addIndicator(
                layout.indicator(at: Double(index)), isAtRest: true, opacity: selectionProgress.clamped * opacity)
        }
        let goal = minimizedGoal(tab.id, index)
        let iconStart = items.count
        let isAlone = layout.stack.placement == .alone
        // The title in the icon's place does not fit into a minimized bar.
        let shown = isAlone ? minimizeProgress : 1
        addIcon(
            tab, in: rect, selectionProgress: selectionProgress,
            opacity: shown * (goal == nil ? opacity : visibility))
        let color = icon.premultipliedBlend(with: selectedIcon, fraction: selectionProgress.clamped)
        addLock(tab, at: isAlone ? layout.mark(index).trailingEdge : rect, color, opacity: opacity)
        let icons = iconStart..<items.count
        addTitle(tab, index, selectionProgress: selectionProgress.clamped, opacity: opacity)
        let badge = model.lastBadges[tab.id]
        let badged =
            isAlone ? layout.mark(index).trailingEdge : snapped(rect, vertically: selectionProgress.isAtEnd)
        let isAbove = layout.stack.placement == .beside || isAlone && badge?.isText == true
        addBadge(
            tab, badged, within: badgeBounds(index, badge), above: isAbove ? layout.title(index) : nil,
            after: badge?.isLong == true ? layout.titleEnd(index) : nil, opacity: opacity)
        transform(
            start..<items.count, Scene.Transform(center: target.center, scale: pressScale(.tab(tab.id))))
        guard minimizeProgress > 0 else { return }
        for index in start..<items.count {
            transform(index..<index + 1, minimized(rect, to: icons.contains(index) ? goal : nil))
        }
    }

    private func pose(of tab: TabID, _ index: Int) -> DrawnTab.Pose {
        let motion = model.motion
        return DrawnTab.Pose(
            place: layout.targets[index], goal: minimizedGoal(tab, index),
            selection: motion.selectionProgress[tab]?.value(at: time) ?? 0, hover: hoverProgress(.tab(tab)),
            press: pressProgress(.tab(tab)), bounce: motion.bounces[tab]?.height(at: time) ?? 0,
            badge: model.lastBadges[tab].flatMap { _ in motion.badges[tab]?.value(at: time) } ?? 0,
            minimize: minimizeProgress, dark: motion.darkFraction.value(at: time))
    }

    private func hoverProgress(_ target: BarPart.Target) -> Double {
        model.motion.hoverProgress[target]?.value(at: time).clamped ?? 0
    }

    private func pressProgress(_ target: BarPart.Target) -> Double {
        model.motion.pressProgress[target]?.value(at: time) ?? 0
    }

    func pressScale(_ target: BarPart.Target) -> Double { 1 + (look.press.scale - 1) * pressProgress(target) }

    /// The size of a disc under the pointer.
    func hoverScale(_ target: BarPart.Target) -> Double { 1 + (Self.hoverScale - 1) * hoverProgress(target) }

    /// The container into which a tab's icon moves while the bar is being minimized; nil for a tab that disappears.
    private func minimizedGoal(_ tab: TabID, _ index: Int) -> Rect? {
        guard minimizeProgress > 0 else { return nil }
        if tab == model.content.selected { return layout.minimizedBar }
        return index == model.searchTab ? layout.minimizedSearch : nil
    }

    /// An icon that the minimized bar keeps moves there; the rest moves halfway while it fades.
    private func minimized(_ icon: Rect, to goal: Rect?) -> Scene.Transform {
        let (from, center) = (icon.center, (goal ?? layout.minimizedBar).center)
        let fraction = goal == nil ? minimizeProgress / 2 : minimizeProgress
        let offset = Point(x: (center.x - from.x) * fraction, y: (center.y - from.y) * fraction)
        guard let goal else { return Scene.Transform(offset: offset) }
        let pressed = goal == layout.minimizedBar ? pressScale(.expandBar) : 1
        let side = min(goal.width, goal.height)
        let available = max(side - Self.minimizedIconMargin, side / 2)
        let size = 1 + (min(available / max(icon.height, 1), 1) - 1) * minimizeProgress
        return Scene.Transform(center: from, scale: size * pressed, offset: offset)
    }

    /// Transforms items that were added before.
    mutating func transform(_ range: Range<Int>, _ transform: Scene.Transform) {
        guard !transform.isIdentity else { return }
        for index in range { items[index] = items[index].transformed(transform) }
    }

    /// Adds the indicator, aligned to buffer pixels, except for the direction in which it slides.
    private mutating func addIndicator(_ rect: Rect, isAtRest: Bool, opacity: Double) {
        let color = indicator.opacity(opacity)
        var rect = rect
        if isAtRest || edge.isSide { rect.x = aligned(rect.x) }
        if isAtRest || !edge.isSide { rect.y = aligned(rect.y) }
        switch look.indicator.shape {
        case .none: break
        case .ellipse: items.append(.ellipse(rect, color))
        case .capsule: items.append(.capsule(rect, color))
        case .glow: items.append(.glow(rect, color))
        }
    }

    /// Adds a tab's icon, or its two icons during a cross-fade.
    private mutating func addIcon(_ tab: Tab, in rect: Rect, selectionProgress: Double, opacity: Double) {
        let color = icon.premultipliedBlend(with: selectedIcon, fraction: selectionProgress.clamped)
        let strength = (look.icon.opacity + (1 - look.icon.opacity) * selectionProgress.clamped) * opacity
        let maximum = look.icon.selectedScale
        let bounce = 1 + (look.icon.bounce - 1) * (model.motion.bounces[tab.id]?.height(at: time) ?? 0)
        let size = (selectionProgress == 1 ? maximum : 1 + (maximum - 1) * selectionProgress) * bounce
        // There is a mask for each size at rest. Between them the larger one is resampled.
        func add(_ icon: IconReference, madeFor base: Double, _ opacity: Double) {
            let center = rect.center
            let place = snapped(
                Rect(center: center, width: rect.width * base, height: rect.height * base),
                vertically: selectionProgress.isAtEnd)
            items.append(
                .icon(icon, place, color.opacity(strength * opacity))
                    .transformed(Scene.Transform(center: place.center, scale: size == base ? 1 : size / base)))
        }
        if let filled = tab.filled {
            add(tab.outline, madeFor: 1, selectionProgress.clamped.fadeOut)
            add(filled, madeFor: maximum, selectionProgress.clamped.fadeIn)
        } else {
            add(tab.outline, madeFor: selectionProgress == 0 ? 1 : maximum, 1)
        }
    }

    /// Adds the sign of a tab that needs the PIN, at the lower trailing corner of its icon.
    private mutating func addLock(_ tab: Tab, at icon: Rect, _ color: Color, opacity: Double) {
        guard model.content.guarded.contains(tab.id) else { return }
        let side = BarModel.lockSide * layout.stack.badgeFactor
        let place = Rect(x: icon.maxX - 0.3 * side, y: icon.maxY - 0.9 * side, width: side, height: side)
        items.append(.icon("lock.fill", snapped(place), color.opacity(max(look.icon.opacity, 0.6) * opacity)))
    }

    private mutating func addTitle(_ tab: Tab, _ index: Int, selectionProgress: Double, opacity: Double) {
        let line = layout.title(index)
        var runs = model.titleRuns(tab, look, layout.stack)
        if layout.cutTitles.contains(index) { for run in runs.indices { runs[run].maximumWidth = line.width } }
        let color = title.premultipliedBlend(with: selectedTitle, fraction: selectionProgress).opacity(opacity)
        let anchor: TextAnchor = layout.stack.placement == .beside ? .leading : .center
        // Letters of two weights do not coincide, so the cross-fade is short.
        let fraction = ((selectionProgress - 0.5) / Self.weightChange + 0.5).clamped
        for (run, opacity) in zip(runs, runs.count == 1 ? [1] : [fraction.fadeOut, fraction.fadeIn]) {
            addText(run, in: line, anchor: anchor, color.opacity(opacity))
        }
    }

    mutating func addText(_ run: TextRun, in box: Rect, anchor: TextAnchor, _ color: Color) {
        var run = run
        if let width = measure(run), width > box.width { run.maximumWidth = box.width }
        let width = min(run.width(measure), box.width)
        let x =
            switch anchor {
            case .leading: box.x
            case .center: box.center.x - width / 2
            case .trailing: box.maxX - width
            }
        items.append(
            .text(run, in: Rect(x: x, y: box.y, width: width, height: box.height), anchor: anchor, color))
    }

    /// The space between a badge and the next tab's icon.
    private static let badgeGap = 2.0
    private static let minimumBadgePadding = 3.0

    /// The area of a tab's badge: a text's is its target, with half of the gaps beside it. Others are within the
    /// bar, and clear of the next tab's icon; in a rail in its target, too.
    private func badgeBounds(_ index: Int, _ mark: BadgeMark?) -> Rect {
        if edge.isSide { return layout.targets[index] }
        let bar = layout.bar
        if mark?.isText == true {
            var place = layout.place(index)
            if [.beside, .alone].contains(layout.stack.placement) { (place.y, place.height) = (bar.y, bar.height) }
            return place.intersection(bar) ?? place
        }
        var trailing = max(bar.maxX, layout.targets[index].maxX)
        if index + 1 < model.tabs.count {
            let isButton = model.tabs[index + 1].isProminent
            let next = isButton ? layout.button(index + 1) : layout.mark(index + 1)
            trailing = max(next.x - Self.badgeGap, layout.mark(index).maxX)
        }
        let leading = layout.targets[index].x
        return Rect(x: leading, y: bar.y, width: trailing - leading, height: bar.height)
    }

    /// The gap between a title and the badge after it.
    static let titleBadgeGap = 6.0

    /// Adds a tab's badge at a corner of its icon: above the title beside the icon or in its place, or before it if the
    /// badge does not fit above; a long one after the title's end.
    private mutating func addBadge(
        _ tab: Tab, _ icon: Rect, within bounds: Rect, above title: Rect? = nil, after end: Point? = nil,
        opacity: Double
    ) {
        guard let mark = model.lastBadges[tab.id] else { return }
        let presence = model.motion.badges[tab.id]?.value(at: time) ?? 0
        guard presence > 0 else { return }
        let style = look.badge
        let size = layout.stack.badgeFactor
        let height = roundedUp(style.size * size * 1.2 + 2 * style.paddingY)
        var (corner, bounds) = (Point(x: icon.maxX + style.offsetX * size, y: icon.y + style.offsetY * size), bounds)
        var isText = mark.isText
        if let title {
            corner.y = min(corner.y, title.y - height)
            if corner.y < layout.bar.y {
                isText = false
                bounds.width = max(title.x - bounds.x, height)
            }
        }
        let start = items.count
        let color = palette[.badge].opacity(presence.clamped * opacity)
        var icon = icon
        if let end {
            let start = end.x + Self.titleBadgeGap
            icon = Rect(center: Point(x: start + BadgeLayout.textReach, y: end.y), width: 0, height: 0)
            (corner.y, isText) = (end.y - height / 2, true)
            (bounds.x, bounds.width) = (start, max(bounds.maxX - start, height))
        }
        let badge = BadgeLayout(height: height, corner: corner, icon: icon, bounds: bounds, isText: isText)
        var rect = badge.rect(width: height)
        switch mark {
        case .dot:
            // Centred where a single digit would be.
            let side = roundedUp(style.dot * size)
            rect = snapped(Rect(center: rect.center, width: side, height: side))
            items.append(.ellipse(rect, color))
        case .count(let text), .text(let text):
            let run = model.badgeRun(text, look, layout.stack)
            let wanted = roundedUp(max(run.width(measure) + 2 * style.paddingX, height))
            let width = min(wanted, badge.maximumWidth)
            rect = badge.rect(width: width)
            items.append(.capsule(rect, color))
            // A text that fits needs no ellipsis because of rounding or padding.
            let padding = min(style.paddingX, Self.minimumBadgePadding)
            let available = max(wanted > width ? width - 2 * padding : width, 1)
            addText(
                run, in: Rect(center: rect.center, width: available, height: height), anchor: .center,
                palette[.badgeText].opacity(presence.clamped * opacity))
        }
        transform(start..<items.count, Scene.Transform(center: rect.center, scale: presence))
    }

    /// Adds the prominent button, in the bar or above the menu's dimming.
    mutating func addButton(_ tab: Tab, _ disc: Rect) {
        guard expandedOpacity > 0 else { return }
        let style = look.button
        let start = items.count
        if style.shadow.opacity > 0 {
            items.append(
                .roundedShadow(
                    of: disc, radius: disc.width / 2,
                    Scene.ShadowShape(sigma: style.shadow.sigma, offsetY: style.shadow.offsetY),
                    palette[.buttonShadow].opacity(style.shadow.opacity * expandedOpacity)))
        }
        let inner = disc.inset(by: min(style.ring, disc.width / 2))
        if style.ring > 0 { items.append(.ellipse(disc, palette[.buttonRing].opacity(expandedOpacity))) }
        items.append(
            .disc(
                inner,
                Scene.CircleGradient(
                    first: palette[.button], last: palette[.buttonEnd], isBottomToTop: style.gradient == .rising),
                opacity: expandedOpacity))
        let side = layout.stack.buttonIconSide
        let turn = model.motion.buttonRotation[tab.id]?.value(at: time) ?? 0
        let icon = snapped(Rect(center: disc.center, width: side, height: side))
        items.append(
            .icon(tab.outline, icon, palette[.buttonIcon].opacity(expandedOpacity))
                .transformed(
                    Scene.Transform(center: icon.center, rotation: turn * style.openRotation * .pi / 180)))
        addLock(tab, at: icon, palette[.buttonIcon], opacity: expandedOpacity)
        addBadge(tab, icon, within: disc, opacity: expandedOpacity)
        let goal = layout.minimizedBar.center
        transform(
            start..<items.count,
            Scene.Transform(
                center: disc.center,
                scale: pressScale(.tab(tab.id)) * (1 - minimizeProgress / 2) * hoverScale(.tab(tab.id)),
                offset: Point(
                    x: edge.isSide ? (goal.x - disc.center.x) * minimizeProgress : 0,
                    y: edge.isSide ? 0 : (goal.y - disc.center.y) * minimizeProgress)))
    }

    /// A square aligned to buffer pixels and cut to a whole number of them, so that an icon's mask stays sharp.
    func snapped(_ rect: Rect, vertically: Bool = true) -> Rect {
        let side = Double(BarPainter.side(rect.width, scale)) / scale
        let x = rect.center.x - side / 2
        let y = rect.center.y - side / 2
        // Nothing is at rest while the bar is being minimized, and the remaining icon has to reach the exact centre.
        guard minimizeProgress == 0 else { return Rect(x: x, y: y, width: side, height: side) }
        return Rect(x: aligned(x), y: vertically ? aligned(y) : y, width: side, height: side)
    }

    /// A coordinate at the nearest edge of buffer pixels.
    func aligned(_ length: Double) -> Double { (length * scale).rounded() / scale }

    private func roundedUp(_ length: Double) -> Double { (length * scale - 1e-6).rounded(.up) / scale }
}

extension Rect {
    /// A badge there is beside a title, and covers no letter.
    fileprivate var trailingEdge: Rect { Rect(x: maxX, y: y, width: 0, height: height) }
}
