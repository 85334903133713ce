// SPDX-License-Identifier: MIT
import Geometry
import ShellModel

/// A scene on its way: it puts the parts of a bar, or of the menu over it, on one another.
struct BarSceneBuilder {
    private static let offlineMark = Color(rgb: 0xF5A623)
    /// The share of the way from one tab to the other on which titles change their weight.
    private static let weightChange = 0.3
    /// What the folded bar leaves free above and below its icon, together.
    private static let pillMargin = 16.0
    /// How much of the page's colour takes the place of a blur that the compositor does not have: with what is behind
    /// as sharp as the bar itself, neither could be read.
    private static let frost = 0.8

    let model: BarModel
    let look: Look
    let layout: BarLayout
    let tints: AnimatedPalette
    let scale: Double
    let time: UInt64
    let measure: TextMeasure
    /// How folded the bar is, 0…1.
    let fold: Double
    /// What every tab is drawn with, looked up once.
    private lazy var icon = tints[.icon]
    private lazy var selectedIcon = tints[.selectedIcon]
    private lazy var title = tints[.title]
    private lazy var selectedTitle = tints[.selectedTitle]
    private lazy var indicator = tints[.indicator]
    var items: [Scene.Item] = []

    init(
        _ model: BarModel, _ look: Look, _ layout: BarLayout, scale: Double, time: UInt64,
        measure: @escaping TextMeasure
    ) {
        self.model = model
        self.look = look
        self.layout = layout
        self.scale = scale > 0 ? scale : 1
        self.time = time
        self.measure = measure
        tints = AnimatedPalette(look, darkness: model.motion.darkness.value(at: time))
        items.reserveCapacity(8 * model.tabs.count + 8)
        fold = min(max(model.motion.fold.value(at: time), 0), 1)
    }

    /// How much is left of what a folded bar does not show; it is gone before the bar has become narrow.
    var share: Double { max(1 - 2 * fold, 0) }

    /// What lies behind the tabs.
    mutating func addGround(width: Double, height: Double) {
        let container = layout.container(fold: fold)
        let radius = layout.radius(fold: fold)
        let isStrip = radius <= 0 && container.x <= 0 && container.width >= width
        if layout.bar.y > look.topOverflow {
            // In a window nobody else paints what is behind the bar.
            let paintsAll = !isStrip || look.bar.material == .translucent || layout.bar.maxY < height
            items.append(
                .fill(Rect(x: 0, y: 0, width: width, height: paintsAll ? height : layout.bar.y), tints[.page]))
        }
        let veil = model.motion.veil.value(at: time).clamped
        if veil > 0, layout.bar.y <= look.topOverflow {
            // A sheet dims what the bar does not reserve; the rest of the screen is the bar's.
            let zone = look.exclusiveZone
            items.append(
                .fill(
                    Rect(x: 0, y: look.surfaceHeight - zone, width: width, height: zone), tints[.dim].opacity(veil)))
        }
        if look.shadow.opacity > 0 { addShadow(of: container, radius: radius, isStrip: isStrip) }
        if look.bar.material == .translucent, !model.blursBehind {
            let frost = tints[.page].opacity(Self.frost)
            items.append(.rounded(container, radius: radius, top: frost, bottom: frost))
        }
        let (top, bottom) = (tints[.background], tints[.backgroundEnd])
        if isStrip, top == bottom {
            items.append(.fill(container, top))
        } else {
            items.append(.rounded(container, radius: radius, top: top, bottom: bottom))
        }
        if look.bar.hairline > 0 {
            let line = Rect(
                x: container.x + radius, y: container.y, width: max(container.width - 2 * radius, 0),
                height: look.bar.hairline)
            items.append(.line(line, tints[.hairline]))
        }
    }

    private mutating func addShadow(of container: Rect, radius: Double, isStrip: Bool) {
        // On the way to the folded bar each radius would need a shadow of its own, whose blur hides the difference.
        let step = max(look.shadow.sigma / 3, 1)
        let radius = fold.isWhole ? radius : (radius / step).rounded() * step
        let color = tints[.shadow].opacity(look.shadow.opacity)
        if isStrip {
            let reach = max((2.8 * look.shadow.sigma).rounded(.up) - look.shadow.offsetY, 0)
            guard reach > 0 else { return }
            items.append(
                .shadow(
                    rect: Rect(x: 0, y: container.y - reach, width: container.width, height: reach),
                    edge: container.y + look.shadow.offsetY, sigma: look.shadow.sigma, color: color))
        } else {
            items.append(
                .roundedShadow(
                    of: container, radius: radius,
                    Scene.ShadowShape(
                        sigma: look.shadow.sigma, offsetY: look.shadow.offsetY,
                        isHollow: look.bar.material == .translucent), color))
        }
    }

    /// A small mark that says that the daemon is not there.
    mutating func addConnectionMark() {
        let mark = Rect(x: layout.bar.maxX - 18, y: layout.bar.y + 12, width: 6, height: 6)
        items.append(.ellipse(mark, Self.offlineMark.opacity(model.isConnected ? 0 : share)))
    }

    mutating func addTabs() {
        let style = look.indicator
        if style.shape != .none, style.slides, model.shown.selected != nil {
            let position = model.motion.indicator.value(at: time)
            addIndicator(layout.indicator(at: position), opacity: share)
        }
        for (index, tab) in model.tabs.enumerated() where !tab.isProminent { addTab(tab, index) }
        for (index, tab) in model.tabs.enumerated() where tab.isProminent { addButton(tab, layout.button(index)) }
    }

    private mutating func addTab(_ tab: Tab, _ index: Int) {
        let emphasis = model.motion.emphasis[tab.id]?.value(at: time) ?? 0
        let pressure = model.motion.pressure[.tab(tab.id)]?.value(at: time) ?? 0
        let target = layout.targets[index]
        if look.press.opacity > 0 {
            let side = min(target.width, target.height)
            let mark = Rect(center: target.center, width: side, height: side)
            items.append(.ellipse(mark, icon.opacity(look.press.opacity * pressure.clamped * share)))
        }
        let place = layout.icon(index, emphasis: emphasis)
        let start = items.count
        if look.indicator.shape != .none, !look.indicator.slides {
            addIndicator(layout.indicator(index), opacity: emphasis.clamped * share)
        }
        let isSelected = tab.id == model.shown.selected
        let iconStart = items.count
        addIcon(tab, in: place, emphasis: emphasis, opacity: isSelected ? 1 : share)
        let icons = iconStart..<items.count
        addTitle(tab, layout.title(index), emphasis: emphasis.clamped)
        addBadge(tab, whole(place, vertically: emphasis.isWhole), within: target)
        let pressed = Scene.Transform(center: target.center, scale: 1 + (look.press.scale - 1) * pressure)
        transform(start..<items.count, pressed)
        guard fold > 0 else { return }
        for index in start..<items.count {
            transform(index..<index + 1, folded(place, isKept: isSelected && icons.contains(index)))
        }
    }

    /// What the folded bar shows goes there; the rest follows half of the way while it fades.
    private func folded(_ icon: Rect, isKept: Bool) -> Scene.Transform {
        let (from, goal) = (icon.center, layout.pill.center)
        let way = isKept ? fold : fold / 2
        let offset = Point(x: (goal.x - from.x) * way, y: (goal.y - from.y) * way)
        guard isKept else { return Scene.Transform(offset: offset) }
        let pressure = model.motion.pressure[.restoreBar]?.value(at: time) ?? 0
        let room = max(layout.pill.height - Self.pillMargin, layout.pill.height / 2)
        let size = 1 + (min(room / max(icon.height, 1), 1) - 1) * fold
        return Scene.Transform(
            center: from, scale: size * (1 + (look.press.scale - 1) * pressure), offset: offset)
    }

    /// Draws things otherwise that were added already.
    mutating func transform(_ range: Range<Int>, _ transform: Scene.Transform) {
        guard !transform.isIdentity else { return }
        for index in range { items[index] = items[index].transformed(transform) }
    }

    private mutating func addIndicator(_ rect: Rect, opacity: Double) {
        let color = indicator.opacity(opacity)
        items.append(look.indicator.shape == .capsule ? .capsule(rect, color) : .ellipse(rect, color))
    }

    /// A tab's icon, or its two icons on their way from one to the other.
    private mutating func addIcon(_ tab: Tab, in rect: Rect, emphasis: Double, opacity: Double) {
        let color = icon.blended(with: selectedIcon, emphasis.clamped)
        let strength = (look.icon.opacity + (1 - look.icon.opacity) * emphasis.clamped) * opacity
        let most = look.icon.selectedScale
        let size = emphasis == 1 ? most : 1 + (most - 1) * emphasis
        // A mask is made for each size at rest. On the way from one to the other the larger one is resampled.
        func add(_ name: String, madeFor base: Double, _ share: Double) {
            let center = rect.center
            let place = whole(
                Rect(center: center, width: rect.width * base, height: rect.height * base),
                vertically: emphasis.isWhole)
            items.append(
                .icon(name, place, color.opacity(strength * share))
                    .transformed(Scene.Transform(center: place.center, scale: size == base ? 1 : size / base)))
        }
        if let filled = tab.filledIcon {
            add(tab.icon, madeFor: 1, emphasis.clamped.leaving)
            add(filled, madeFor: most, emphasis.clamped.entering)
        } else {
            add(tab.icon, madeFor: emphasis == 0 ? 1 : most, 1)
        }
    }

    private mutating func addTitle(_ tab: Tab, _ line: Rect, emphasis: Double) {
        let runs = model.titleRuns(tab, look, layout.stack)
        guard !runs.isEmpty else { return }
        let color = title.blended(with: selectedTitle, emphasis).opacity(share)
        if runs.count == 1 {
            addText(runs[0], in: line, anchor: .center, color)
        } else if runs.count == 2 {
            // Letters of two weights do not lie on one another, so they change places quickly.
            let share = ((emphasis - 0.5) / Self.weightChange + 0.5).clamped
            addText(runs[0], in: line, anchor: .center, color.opacity(share.leaving))
            addText(runs[1], in: line, anchor: .center, color.opacity(share.entering))
        }
    }

    /// A text in a box that it may not be wider than.
    mutating func addText(_ run: TextRun, in box: Rect, anchor: TextAnchor, _ color: Color) {
        var run = run
        if let width = measure(run), width > box.width { run.maximumWidth = box.width }
        let width = min(measure(run) ?? run.estimatedWidth, box.width)
        let x =
            switch anchor {
            case .leading: box.x
            case .center: box.center.x - width / 2
            case .trailing: box.maxX - width
            }
        items.append(
            .text(run, in: Rect(x: x, y: box.y, width: width, height: box.height), anchor: anchor, color))
    }

    /// A tab's badge, at a corner of its icon.
    private mutating func addBadge(_ tab: Tab, _ icon: Rect, within target: Rect) {
        guard let mark = model.lastBadges[tab.id] else { return }
        let presence = model.motion.badges[tab.id]?.value(at: time) ?? 0
        guard presence > 0 else { return }
        let style = look.badge
        let corner = Point(x: icon.maxX + style.offsetX, y: icon.y + style.offsetY)
        let size = layout.stack.textFactor
        let height = ceiled(style.size * size * 1.2 + 2 * style.paddingY)
        let start = items.count
        let color = tints[.badge].opacity(presence.clamped * share)
        var rect = Rect(x: corner.x - height, y: corner.y, width: height, height: height)
        switch mark {
        case .dot:
            // In the middle of where a single digit would be.
            let side = ceiled(style.dot * size)
            rect = whole(Rect(center: rect.center, width: side, height: side))
            items.append(.ellipse(rect, color))
        case .text(let text):
            let run = model.badgeRun(text, look, layout.stack)
            let room = max(target.width - 2 * style.paddingX, height)
            let width = ceiled(max(min(measure(run) ?? run.estimatedWidth, room) + 2 * style.paddingX, height))
            rect = Rect(x: corner.x - width, y: corner.y, width: width, height: height)
            items.append(.capsule(rect, color))
            addText(
                run, in: Rect(center: rect.center, width: room, height: height), anchor: .center,
                tints[.badgeText].opacity(presence.clamped * share))
        }
        transform(start..<items.count, Scene.Transform(center: rect.center, scale: presence))
    }

    /// The prominent button, in the bar or above the menu's dimming.
    mutating func addButton(_ tab: Tab, _ disc: Rect) {
        guard share > 0 else { return }
        let style = look.button
        let start = items.count
        if style.shadow.opacity > 0 {
            items.append(
                .roundedShadow(
                    of: disc, radius: disc.width / 2,
                    Scene.ShadowShape(sigma: style.shadow.sigma, offsetY: style.shadow.offsetY),
                    tints[.buttonShadow].opacity(style.shadow.opacity * share)))
        }
        let inner = disc.inset(by: min(style.ring, disc.width / 2))
        if style.ring > 0 { items.append(.ellipse(disc, tints[.buttonRing].opacity(share))) }
        items.append(
            .disc(
                inner,
                Scene.CircleGradient(
                    first: tints[.button], last: tints[.buttonEnd], rises: style.gradient == .rising),
                opacity: share))
        let side = layout.stack.buttonIconSide
        let turn = model.motion.turns[tab.id]?.value(at: time) ?? 0
        let icon = whole(Rect(center: disc.center, width: side, height: side))
        items.append(
            .icon(tab.icon, icon, tints[.buttonIcon].opacity(share))
                .transformed(
                    Scene.Transform(center: icon.center, rotation: turn * style.openRotation * .pi / 180)))
        addBadge(tab, icon, within: disc)
        let pressure = model.motion.pressure[.tab(tab.id)]?.value(at: time) ?? 0
        let whole = Scene.Transform(
            center: disc.center, scale: (1 + (look.press.scale - 1) * pressure) * (1 - fold / 2),
            offset: Point(x: 0, y: (layout.pill.center.y - disc.center.y) * fold))
        transform(start..<items.count, whole)
    }

    /// A square moved so that it begins on a whole buffer pixel, and cut to whole ones, which leaves an icon's mask as
    /// sharp as it was made.
    func whole(_ rect: Rect, vertically: Bool = true) -> Rect {
        let side = Double(BarPainter.side(rect.width, scale)) / scale
        let x = rect.center.x - side / 2
        let y = rect.center.y - side / 2
        // On a bar that folds nothing stands still, and what goes to the middle has to get there.
        guard fold == 0 else { return Rect(x: x, y: y, width: side, height: side) }
        return Rect(
            x: (x * scale).rounded() / scale, y: vertically ? (y * scale).rounded() / scale : y, width: side,
            height: side)
    }

    private func ceiled(_ length: Double) -> Double { (length * scale - 1e-6).rounded(.up) / scale }
}

extension Double {
    /// The nearest number from 0 to 1.
    var clamped: Double { min(max(self, 0), 1) }

    /// Whether it is at either end of the way from 0 to 1.
    var isWhole: Bool { self == 0 || self == 1 }

    /// How much is left of a picture that another one takes the place of, and how much of that one is there, 0…1 of the
    /// way. Together they hide what is behind them nearly as well as either alone, whether they can be looked through
    /// or not.
    var leaving: Double { 1 - self * self }
    var entering: Double { 1 - (1 - self) * (1 - self) }
}
