// SPDX-License-Identifier: MIT
import Geometry
import ShellModel

extension BarModel {
    /// The tab whose menu is open, or on its way out of sight.
    public func visibleMenu(at time: UInt64) -> TabID? { menuIsVisible(at: time) ? lastMenu : nil }

    /// Whether anything of a menu can be seen at a time; as long as it can, there has to be a surface for it.
    public func menuIsVisible(at time: UInt64) -> Bool {
        shown.menu != nil || motion.dim.isMoving(at: time) || motion.actions.contains { $0.isMoving(at: time) }
    }

    /// Whether anything of the menu still moves after a time.
    public func menuIsMoving(at time: UInt64) -> Bool { motion.isMenuMoving(at: time) }

    /// What a surface over the whole output shows of the menu: everything is dimmed but the button, above which the
    /// actions stand, the first one nearest. It is empty when there is nothing to see.
    ///
    /// - Parameters:
    ///   - size: the surface's.
    ///   - barFrame: where the bar's surface is on this one.
    ///   - scale: buffer pixels for a logical pixel.
    ///   - measure: how wide texts are.
    public func menuScene(
        size: Size, barFrame: Rect, scale: Double = 1, at time: UInt64, measure: @escaping TextMeasure = { _ in nil }
    ) -> Scene {
        guard let look, hasTabs, let id = visibleMenu(at: time), let index = tabs.firstIndex(where: { $0.id == id })
        else { return Scene(items: [], hotspots: []) }
        let layout = layout(look, width: barFrame.width, height: barFrame.height)
        let origin = Point(x: barFrame.x, y: barFrame.y)
        let place = tabs[index].isProminent ? layout.button(index) : layout.icon(index, emphasis: 0)
        let button = place.offset(x: origin.x, y: origin.y)
        let actions = menuActions(of: id)
        let menu = MenuLayout(look.menu, count: actions.count, above: button, in: size, top: look.safeArea.top)
        var drawing = BarSceneBuilder(self, look, layout, scale: scale, time: time, measure: measure)
        drawing.addDim(size)
        for (action, disc) in zip(actions, menu.discs).reversed() {
            drawing.addAction(action, disc, menu, share: share(of: action, actions, at: time))
        }
        if tabs[index].isProminent { drawing.addButton(tabs[index], button) }
        return Scene(
            items: drawing.items, hotspots: menuHotspots(look, tabs[index], actions, menu, button, size, measure))
    }

    private func share(of action: Action, _ actions: [Action], at time: UInt64) -> Double {
        guard let index = actions.firstIndex(of: action), motion.actions.indices.contains(index) else { return 0 }
        return motion.actions[index].value(at: time)
    }

    private func menuHotspots(
        _ look: Look, _ tab: Tab, _ actions: [Action], _ menu: MenuLayout, _ button: Rect, _ size: Size,
        _ measure: TextMeasure
    ) -> [HitRegion] {
        // A menu that is closing is a closed one.
        guard shown.menu == tab.id else { return [] }
        let least = look.row.minimum
        let places = zip(actions, menu.discs).map { action, disc in
            let run = labelRun(action, look)
            let label = menu.label(beside: disc, width: measure(run) ?? run.estimatedWidth)
            return HitRegion(
                target: .action(action.id), rect: BarLayout.touchable(disc, least: least).union(label),
                label: action.title)
        }
        let close = HitRegion(
            target: .closeMenu, rect: BarLayout.touchable(button, least: least), isRound: tab.isProminent,
            label: tab.spokenName, isSelected: true)
        let ground = HitRegion(target: .closeMenu, rect: Rect(x: 0, y: 0, width: size.width, height: size.height))
        return places + [close, ground]
    }
}

/// Where a menu's actions stand: one above the other over the button, their labels at the roomier side.
struct MenuLayout: Equatable, Sendable {
    /// From the nearest on.
    let discs: [Rect]
    /// Whether the labels stand before the discs.
    let labelsLead: Bool
    private let style: MenuStyle
    private let size: Size

    init(_ style: MenuStyle, count: Int, above button: Rect, in size: Size, top: Double) {
        self.style = style
        self.size = size
        // Where there is no room for all of them they move together.
        let room = max(button.y - style.spacing - top - style.spacing - style.disc, 0)
        let step = count > 1 ? min(style.disc + style.spacing, room / Double(count - 1)) : 0
        let first = button.y - style.spacing - style.disc
        discs = (0..<count).map {
            Rect(
                x: button.center.x - style.disc / 2, y: first - Double($0) * step, width: style.disc,
                height: style.disc)
        }
        labelsLead = button.center.x >= size.width / 2
    }

    /// Where a label of a width stands: in the disc's height, and within the screen.
    func label(beside disc: Rect, width: Double) -> Rect {
        let room = max((labelsLead ? disc.x : size.width - disc.maxX) - 2 * style.labelGap, 1)
        let width = min(width, room)
        return Rect(
            x: labelsLead ? disc.x - style.labelGap - width : disc.maxX + style.labelGap, y: disc.y, width: width,
            height: disc.height)
    }
}

extension BarSceneBuilder {
    /// What lies over everything but the menu.
    mutating func addDim(_ size: Size) {
        let share = model.motion.dim.value(at: time).clamped
        items.append(
            .fill(Rect(x: 0, y: 0, width: size.width, height: size.height), tints[.dim].opacity(share)))
    }

    /// An action's disc and label.
    mutating func addAction(_ action: Action, _ place: Rect, _ menu: MenuLayout, share: Double) {
        let style = look.menu
        let disc = whole(place)
        let opacity = share.clamped
        let start = items.count
        let run = model.labelRun(action, look)
        addText(
            run, in: menu.label(beside: disc, width: .infinity), anchor: menu.labelsLead ? .trailing : .leading,
            tints[.menuLabel].opacity(opacity))
        items.append(.ellipse(disc, tints[.menu].opacity(opacity)))
        let icon = whole(Rect(center: disc.center, width: style.icon, height: style.icon))
        items.append(.icon(action.icon, icon, tints[.menuIcon].opacity(opacity)))
        let pressure = model.motion.pressure[.action(action.id)]?.value(at: time) ?? 0
        let size = (style.startScale + (1 - style.startScale) * share) * (1 + (look.press.scale - 1) * pressure)
        transform(start..<items.count, Scene.Transform(center: disc.center, scale: size))
    }
}
