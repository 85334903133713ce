// SPDX-License-Identifier: MIT
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

    /// True if the menu is still animating after a time.
    public func isMenuAnimating(at time: UInt64) -> Bool { motion.isMenuAnimating(at: time) }

    /// The scene of the menu's surface, which covers the output: everything but the button is dimmed, and the actions are
    /// above the button, the first one nearest. Empty when there is no menu.
    ///
    /// - Parameters:
    ///   - size: the surface's.
    ///   - barFrame: the bar's surface in coordinates of this one.
    ///   - screen: the size of the screen; nil if it is unknown.
    ///   - scale: buffer pixels per logical pixel.
    ///   - measure: returns the widths of texts.
    public func menuScene(
        size: Size, barFrame: Rect, screen: Size? = nil, scale: Double = 1, at time: UInt64,
        measure: @escaping TextMeasure = { _ in nil }
    ) -> Scene {
        guard let look = leadingLook(on: screen), hasTabs, let id = visibleMenu(at: time),
            let index = tabs.firstIndex(where: { $0.id == id })
        else { return Scene(items: []) }
        let barFrame = placed(barFrame, in: size.width)
        let layout = layout(look, width: barFrame.width, height: barFrame.height, at: time, measure)
        let origin = Point(x: barFrame.x, y: barFrame.y)
        let place = tabs[index].isProminent ? layout.button(index) : layout.icon(index, selectionProgress: 0)
        let button = place.offset(x: origin.x, y: origin.y)
        let actions = menuActions(of: id)
        let menu = MenuLayout(look, count: actions.count, of: button, in: size)
        var builder = BarSceneBuilder(self, layout, scale: scale, time: time, measure: measure)
        builder.addMenuDim(size)
        for (action, disc) in zip(actions, menu.discs).reversed() {
            builder.addAction(action, disc, menu, progress: menuProgress(of: action, actions, at: time))
        }
        if tabs[index].isProminent { builder.addButton(tabs[index], button) }
        if let focused = actions.firstIndex(where: { $0.id == content.focus?.action }), content.menu == id {
            builder.addFocusRing(around: menu.discs[focused])
        }
        let parts = menuParts(look, tabs[index], actions, menu, button, size, measure)
        return placed(Scene(items: builder.items, parts: parts), in: size.width)
    }

    private func menuProgress(of action: Action, _ actions: [Action], at time: UInt64) -> Double {
        guard let index = actions.firstIndex(of: action), motion.actions.indices.contains(index) else { return 0 }
        return motion.actions[index].value(at: time)
    }

    private func menuParts(
        _ look: Look, _ tab: Tab, _ actions: [Action], _ menu: MenuLayout, _ button: Rect, _ size: Size,
        _ measure: TextMeasure
    ) -> [BarPart] {
        // A closing menu takes no input.
        guard content.menu == tab.id else { return [] }
        let minimum = look.row.minimum
        let items = zip(actions, menu.discs).map { action, disc in
            let run = labelRun(action, look)
            let label = menu.label(beside: disc, width: measure(run) ?? run.estimatedWidth)
            return BarPart(
                .action(action.id), in: BarLayout.touchable(disc, minimum: minimum).union(label), .menuItem,
                action.title)
        }
        let close = BarPart(
            .closeMenu, in: BarLayout.touchable(button, minimum: minimum), isRound: tab.isProminent, .button,
            tab.spokenName, description: localized("closes the menu"))
        return items + [close, BarPart(.closeMenu, in: Rect(x: 0, y: 0, width: size.width, height: size.height))]
    }
}

/// The layout of a menu: its actions one above the other, over the button, below that of a bar at the upper edge, and beside
/// that of a rail; their labels on the side with more space.
struct MenuLayout: Equatable, Sendable {
    /// The discs of the actions, from the nearest on.
    let discs: [Rect]
    /// True if the labels are at the leading side of the discs.
    let labelsLead: Bool
    private let style: MenuStyle
    private let size: Size

    init(_ look: Look, count: Int, of button: Rect, in size: Size) {
        style = look.menu
        self.size = size
        let (edge, safe, side) = (look.bar.position, look.safeArea, style.disc)
        let spacing = style.spacing
        let bounds = (top: safe.top + spacing, bottom: size.height - safe.bottom - spacing - side)
        // The actions overlap if the space is too small for all of them.
        func step(_ available: Double) -> Double {
            count > 1 ? min(side + spacing, max(available, 0) / Double(count - 1)) : 0
        }
        var x = button.center.x - side / 2
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
            x = edge == .left ? button.maxX + spacing : button.x - spacing - side
            distance = step(bounds.bottom - bounds.top)
            let length = distance * Double(max(count - 1, 0))
            first = max(min(button.center.y - side / 2 - length / 2, bounds.bottom - length), bounds.top)
        }
        discs = (0..<count).map { Rect(x: x, y: first + Double($0) * distance, width: side, height: side) }
        labelsLead = button.center.x >= size.width / 2
    }

    /// The box of a label of a width: in the disc's height, and within the screen.
    func label(beside disc: Rect, width: Double) -> Rect {
        let available = max((labelsLead ? disc.x : size.width - disc.maxX) - 2 * style.labelGap, 1)
        let width = min(width, available)
        return Rect(
            x: labelsLead ? disc.x - style.labelGap - width : disc.maxX + style.labelGap, y: disc.y, width: width,
            height: disc.height)
    }
}

extension BarSceneBuilder {
    /// Adds the dimming of everything but the menu.
    mutating func addMenuDim(_ size: Size) {
        let opacity = model.motion.menuDim.value(at: time).clamped
        items.append(
            .fill(Rect(x: 0, y: 0, width: size.width, height: size.height), palette[.dim].opacity(opacity)))
    }

    /// Adds an action's disc, icon and label.
    mutating func addAction(_ action: Action, _ rect: Rect, _ menu: MenuLayout, progress: Double) {
        let style = look.menu
        let disc = snapped(rect)
        let opacity = progress.clamped
        let start = items.count
        let run = model.labelRun(action, look)
        addText(
            run, in: menu.label(beside: disc, width: .infinity), anchor: menu.labelsLead ? .trailing : .leading,
            palette[.menuLabel].opacity(opacity))
        items.append(.ellipse(disc, palette[.menu].opacity(opacity)))
        let icon = snapped(Rect(center: disc.center, width: style.icon, height: style.icon))
        items.append(.icon(action.picture, icon, palette[.menuIcon].opacity(opacity)))
        let pressProgress = model.motion.pressProgress[.action(action.id)]?.value(at: time) ?? 0
        let size =
            (style.startScale + (1 - style.startScale) * progress) * (1 + (look.press.scale - 1) * pressProgress)
            * hoverScale(.action(action.id))
        transform(start..<items.count, Scene.Transform(center: disc.center, scale: size))
    }
}
