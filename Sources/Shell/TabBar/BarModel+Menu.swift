import BarGeometry
import Geometry
import Localization
import ShellModel

extension BarModel {
    /// The tab whose menu is open or still disappearing.
    public func visibleMenu(at time: UInt64) -> TabID? { isMenuVisible(at: time) ? lastMenu : nil }

    /// True if any part of a menu is visible at a time, so that it needs a surface.
    public func isMenuVisible(at time: UInt64) -> Bool {
        content.menu != nil || motion.menuDim.isMoving(at: time) || motion.actions.contains { $0.isMoving(at: time) }
    }

    public func isMenuAnimating(at time: UInt64) -> Bool { motion.isMenuAnimating(at: time) }

    /// The scene of the menu's surface, which covers the output: everything but the button is dimmed, and the actions
    /// are above the button, the first one nearest. Empty without a menu.
    ///
    /// - Parameter barFrame: the bar's surface in coordinates of this one.
    public func menuScene(
        size: Size, barFrame: Rect, screen: Size? = nil, scale: Double = 1, at time: UInt64,
        measure: @escaping TextMeasure = { _ in nil }
    ) -> Scene {
        guard let look = leadingLook(on: screen), hasTabs, let id = visibleMenu(at: time),
            let index = tabs.firstIndex(where: { $0.id == id })
        else { return .empty }
        let barFrame = placed(barFrame, in: size.width)
        let layout = layout(look, width: barFrame.width, height: barFrame.height, at: time, measure)
        let place = tabs[index].isProminent ? layout.button(index) : layout.icon(index, selectionProgress: 0)
        let button = place.offset(x: barFrame.x, y: barFrame.y)
        let actions = menuActions(of: id)
        let menu = MenuLayout(
            look, of: button, over: layout.bar.offset(x: barFrame.x, y: barFrame.y), in: size, measure
        ) { width in
            actions.map { labelLines($0, look, width, measure) }
        }
        var builder = BarSceneBuilder(self, layout, scale: scale, time: time, measure: measure)
        let dim = motion.menuDim.value(at: time).clamped
        builder.items.append(.fill(Rect(size), builder.palette[.dim].opacity(dim)))
        for index in actions.indices.reversed() {
            builder.addAction(actions[index], index, menu)
        }
        if tabs[index].isProminent { builder.addButton(tabs[index], button) }
        if let focused = actions.firstIndex(where: { $0.id == content.focus?.action }), content.menu == id {
            builder.addFocusRing(around: menu.discs[focused])
        }
        let parts = menuParts(look, tabs[index], actions, menu, button, size)
        return placed(Scene(items: builder.items, parts: parts), in: size.width)
    }

    /// The lines of a label where a width is free for it.
    private func labelLines(_ action: Action, _ look: Look, _ free: Double, _ measure: TextMeasure) -> [TextRun] {
        let (least, most) = MenuLayout.labelWidths
        let width = min(max(free, least * effectiveTextScale), most * max(effectiveTextScale, 1))
        return LargeContentLayout.runs(action.title, labelRun(action, look), width, measure)
    }

    /// Returns an action of the configuration, or a change of a tab, whose direction is the one on the screen.
    func action(_ id: ActionID, of tab: TabID?) -> Action? {
        guard let change = TabMenuAction(id) else { return actions.first { $0.id == id } }
        let name = tabs.first { $0.id == tab }?.title ?? ""
        let isUpright = look?.bar.position.isSide == true
        let (title, icon) =
            switch change {
            case .rename: (localized("Rename"), "pencil")
            case .remove: (localized("Remove \(name)"), "trash")
            case .moveBack where isUpright: (localized("Move Up"), "up")
            case .moveOn where isUpright: (localized("Move Down"), "down")
            case .moveBack where isRightToLeft, .moveOn where !isRightToLeft: (localized("Move Right"), "right")
            case .moveBack, .moveOn: (localized("Move Left"), "left")
            }
        return Action(id: id, title: title, icon: icon)
    }

    private func menuParts(
        _ look: Look, _ tab: Tab, _ actions: [Action], _ menu: MenuLayout, _ button: Rect, _ size: Size
    ) -> [BarPart] {
        // A closing menu takes no input.
        guard content.menu == tab.id else { return [] }
        let minimum = look.row.minimum
        let items = actions.indices.map { index in
            let disc = BarLayout.touchable(menu.discs[index], minimum: minimum)
            return BarPart(
                .action(actions[index].id), in: disc.union(menu.labels[index]), .menuItem, actions[index].title)
        }
        let close = BarPart(
            .closeMenu, in: BarLayout.touchable(button, minimum: minimum), isRound: tab.isProminent, .button,
            tab.spokenName, description: localized("closes the menu"))
        return items + [close, BarPart(.closeMenu, in: Rect(size))]
    }
}

/// The layout of a menu: actions one above the other, over the button, below it or beside a rail, each with its label.
struct MenuLayout: Equatable, Sendable {
    /// The space between a label and the ends of its capsule, and above and below it.
    static let padding = (x: 12.0, y: 7.0)
    /// The minimum gap between a capsule and the screen's edge.
    private static let margin = 8.0
    /// The widths from which a label moves the discs away from the button, and at which it is broken.
    static let labelWidths = (120.0, 240.0)

    /// The discs of the actions, from the nearest on.
    let discs: [Rect]
    /// The capsules of their labels.
    let labels: [Rect]
    let lines: [[TextRun]]

    /// - Parameters:
    ///   - bar: the container of the bar, which the menu of a rail is beside.
    ///   - lines: returns the lines of the labels where a width is free for them.
    init(
        _ look: Look, of button: Rect, over bar: Rect, in size: Size, _ measure: TextMeasure,
        lines: (Double) -> [[TextRun]]
    ) {
        let (edge, safe, style) = (look.bar.position, look.safeArea, look.menu)
        let side = style.disc
        var x = button.center.x - side / 2
        // The minimum leading edge of a label.
        var leading = safe.leading + Self.margin
        if edge == .left {
            x = max(button.maxX, bar.maxX) + style.spacing
            leading = x
        } else if edge == .right {
            x = min(button.x, bar.x) - style.spacing - side
        }
        let lines = lines(x - style.labelGap - leading - 2 * Self.padding.x)
        self.lines = lines
        // A text is not cut because of rounding.
        let labels = lines.map { lines in
            Size(
                width: (lines.map { $0.width(measure) }.max() ?? 0).rounded(.up) + 1 + 2 * Self.padding.x,
                height: lines.reduce(0) { $0 + $1.size * TabItemMetrics.lineHeight } + 2 * Self.padding.y)
        }
        let count = labels.count
        let spacing = style.spacing
        let highest = labels.map(\.height).max() ?? 0
        let overhang = spacing + max(highest - side, 0) / 2
        let bounds = (top: safe.top + overhang, bottom: size.height - safe.bottom - overhang - side)
        // The actions overlap if the space is too small for all of them.
        func step(_ available: Double) -> Double {
            count > 1 ? min(max(side + spacing, highest + Self.margin), max(available, 0) / Double(count - 1)) : 0
        }
        let first: Double
        let distance: Double
        switch edge {
        case .bottom:
            first = button.y - spacing - side
            distance = -step(first - bounds.top)
        case .top:
            first = button.maxY + spacing
            distance = step(bounds.bottom - first)
        case .left, .right:
            // In the middle beside the button, but within the screen.
            distance = step(bounds.bottom - bounds.top)
            let length = distance * Double(max(count - 1, 0))
            first = max(min(button.center.y - side / 2 - length / 2, bounds.bottom - length), bounds.top)
        }
        let widest = labels.map(\.width).max() ?? 0
        x = max(x, min(leading + widest + style.labelGap, size.width - safe.trailing - Self.margin - side))
        let discs = (0..<count).map { Rect(x: x, y: first + Double($0) * distance, width: side, height: side) }
        self.discs = discs
        self.labels = labels.indices.map { index in
            let end = x - style.labelGap
            let width = min(labels[index].width, max(end - leading, 1))
            let height = min(labels[index].height, count > 1 ? abs(distance) : .infinity)
            return Rect(x: end - width, y: discs[index].center.y - height / 2, width: width, height: height)
        }
    }
}

extension BarSceneBuilder {
    mutating func addAction(_ action: Action, _ index: Int, _ menu: MenuLayout) {
        let (style, label, disc) = (look.menu, menu.labels[index], snapped(menu.discs[index]))
        let shown = model.motion.actions
        let progress = shown.indices.contains(index) ? shown[index].value(at: time) : 0
        let opacity = progress.clamped
        let start = items.count
        let lines = menu.lines[index]
        let ground = palette[.menuLabelGround].opacity(opacity)
        let height = (lines.first?.size ?? 0) * TabItemMetrics.lineHeight
        let radius = min(label.height, height + 2 * MenuLayout.padding.y) / 2
        items.append(
            lines.count > 1 ? .rounded(label, radius: radius, top: ground, bottom: ground) : .capsule(label, ground))
        for (line, run) in lines.enumerated() {
            let center = label.center.y + (Double(line) - Double(lines.count - 1) / 2) * height
            let box = Rect(
                center: Point(x: label.center.x, y: center), width: label.width - 2 * MenuLayout.padding.x,
                height: height)
            addText(run, in: box, anchor: .center, palette[.menuLabel].opacity(opacity))
        }
        items.append(.ellipse(disc, palette[.menu].opacity(opacity)))
        let icon = snapped(Rect(center: disc.center, width: style.icon, height: style.icon))
        items.append(.icon(action.picture, icon, palette[.menuIcon].opacity(opacity)))
        let size =
            (style.startScale + (1 - style.startScale) * progress) * pressScale(.action(action.id))
            * hoverScale(.action(action.id))
        transform(start..<items.count, Scene.Transform(center: disc.center, scale: size))
    }
}
