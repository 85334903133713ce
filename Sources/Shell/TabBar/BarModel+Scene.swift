// SPDX-License-Identifier: MIT
import Geometry
import ShellModel

extension BarModel {
    /// What a bar's surface shows at a time; nothing before the daemon has told the look.
    ///
    /// - Parameters:
    ///   - width: the surface's.
    ///   - height: the surface's, where it is more than the look needs.
    ///   - scale: buffer pixels for a logical pixel: what stands still stands on whole ones.
    ///   - measure: how wide texts are.
    public func scene(
        width: Double, height: Double = 0, scale: Double = 1, at time: UInt64,
        measure: @escaping TextMeasure = { _ in nil }
    ) -> Scene {
        guard let look, hasTabs else { return Scene(items: [], hotspots: []) }
        let layout = layout(look, width: width, height: height)
        var drawing = BarSceneBuilder(self, look, layout, scale: scale, time: time, measure: measure)
        drawing.addGround(width: width, height: height)
        drawing.addTabs()
        drawing.addConnectionMark()
        return Scene(items: drawing.items, hotspots: hotspots(look, layout))
    }

    /// The masks that the first picture needs, and the menu: all that does not depend on a width. A scene tells the rest
    /// (``Scene/needs(scale:)``).
    public func needs(scale: Double) -> SceneAssets {
        var needs = SceneAssets()
        guard let look else { return needs }
        let stack = TabItemMetrics(look, textScale: effectiveTextScale)
        func add(_ icon: String, _ side: Double) {
            needs.add(.init(name: icon, side: BarPainter.side(side, scale)))
        }
        for tab in tabs {
            if tab.isProminent {
                add(tab.icon, stack.buttonIconSide)
            } else {
                let selectedSide = stack.iconSide * look.icon.selectedScale
                add(tab.icon, stack.iconSide)
                add(tab.filledIcon ?? tab.icon, selectedSide)
                for run in titleRuns(tab, look, stack) { needs.add(run) }
            }
            if case .text(let text) = shown.badges[tab.id] { needs.add(badgeRun(text, look, stack)) }
            for action in menuActions(of: tab.id) {
                add(action.icon, look.menu.icon)
                needs.add(labelRun(action, look))
            }
        }
        return needs
    }

    /// Where the bar takes input on its surface: its container, and what stands out of it of the button; of a folded bar
    /// only what is left of it. Whole pixels.
    public func inputRegion(width: Double, height: Double = 0) -> [Rect] {
        guard let look, hasTabs else { return [] }
        let layout = layout(look, width: width, height: height)
        if shown.isMinimized { return [pillTarget(look, layout).roundedOutwards] }
        let buttons = tabs.indices.filter { tabs[$0].isProminent }.map { buttonTarget(look, layout, $0) }
        return ([layout.bar] + buttons).map(\.roundedOutwards)
    }

    var hasTabs: Bool { !motion.emphasis.isEmpty }

    func layout(_ look: Look, width: Double, height: Double) -> BarLayout {
        BarLayout(
            look: look, tabCount: tabs.count, prominent: Set(tabs.indices.filter { tabs[$0].isProminent }),
            width: width, height: height, textScale: effectiveTextScale)
    }

    /// A tab's title as it is on a tab that is not selected, and on the one that is; one run where both are alike.
    func titleRuns(_ tab: Tab, _ look: Look, _ stack: TabItemMetrics) -> [TextRun] {
        guard look.title.isShown, !tab.isProminent, !tab.title.isEmpty else { return [] }
        let weights = [look.title.weight, look.title.selectedWeight]
        return (weights[0] == weights[1] ? [weights[0]] : weights).map {
            TextRun(tab.title, families: look.title.families, weight: $0, size: stack.titleSize)
        }
    }

    func badgeRun(_ text: String, _ look: Look, _ stack: TabItemMetrics) -> TextRun {
        TextRun(
            text, families: look.title.families, weight: look.badge.weight, size: look.badge.size * stack.textFactor)
    }

    func labelRun(_ action: Action, _ look: Look) -> TextRun {
        TextRun(
            action.title, families: look.title.families, weight: look.menu.labelWeight,
            size: look.menu.labelSize * effectiveTextScale)
    }
}

extension Rect {
    /// The smallest rectangle around it whose edges are whole numbers.
    var roundedOutwards: Rect {
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        return Rect(x: left, y: top, width: maxX.rounded(.up) - left, height: maxY.rounded(.up) - top)
    }
}
