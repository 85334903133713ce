import BarGeometry
import Geometry
import RasterProtocol
import ShellModel

extension BarModel {
    /// The scene of the bar's surface at a time; empty before the daemon has sent the look.
    public func scene(
        width: Double, height: Double = 0, screen: Size? = nil, scale: Double = 1, at time: UInt64,
        measure: @escaping TextMeasure = { _ in nil }
    ) -> Scene {
        var layout = sceneLayout(width: width, height: height, screen: screen, measure: measure)
        return layout?.scene(of: self, revision: 0, scale: scale, at: time, measure: measure) ?? .empty
    }

    /// The layout of the bar's surface; nil before the daemon has sent the look.
    public func sceneLayout(
        width: Double, height: Double = 0, screen: Size? = nil, measure: @escaping TextMeasure
    ) -> SceneLayout? {
        guard let look = leadingLook(on: screen), hasTabs else { return nil }
        return SceneLayout(
            width: width, height: height, bar: fittedLayout(look, width: width, height: height, measure),
            drawn: Array(repeating: nil, count: tabs.count))
    }

    public func look(on screen: Size?) -> Look? {
        guard var look else { return nil }
        if isInWindow { look.bar.position = .bottom }
        return look.adapted(to: screen)
    }

    /// The masks of the first frame and the menu that do not depend on the width; a scene requires the rest.
    public func requiredMasks(scale: Double, screen: Size? = nil) -> [RasterRequest] {
        var masks: [RasterRequest] = []
        guard let look = look(on: screen) else { return masks }
        let stack = TabItemMetrics(look, textScale: effectiveTextScale)
        func add(_ icon: IconReference, _ side: Double) {
            masks.add(.icon(icon, side: BarPainter.side(side, scale)))
        }
        if !content.guarded.isEmpty { add("lock.fill", Self.lockSide * stack.badgeFactor) }
        for tab in tabs {
            if tab.isProminent {
                add(tab.outline, stack.buttonIconSide)
            } else {
                let selectedSide = stack.iconSide * look.icon.selectedScale
                add(tab.outline, stack.iconSide)
                add(tab.filled ?? tab.outline, selectedSide)
                for run in titleRuns(tab, look, stack) { masks.add(run, scale: scale) }
            }
            if let text = content.badges[tab.id]?.label { masks.add(badgeRun(text, look, stack), scale: scale) }
            // Changes of tabs are rare: their menu is loaded when it opens.
            for action in menuActions(of: tab.id) where !tab.menu.isEmpty || content.menu == tab.id {
                add(action.picture, look.menu.icon)
                masks.add(labelRun(action, look), scale: scale)
            }
        }
        return masks
    }

    /// The input region of the bar's surface: its container and the buttons, which may extend beyond it; the minimized
    /// container and the disc beside it if the bar is minimized. Whole pixels.
    public func inputRegion(width: Double, height: Double = 0, screen: Size? = nil) -> [Rect] {
        guard let look = leadingLook(on: screen), hasTabs else { return [] }
        let layout = layout(look, width: width, height: height)
        let parts = parts(look, layout).filter { content.isMinimized || $0.isRound }.map(\.rect)
        return ((content.isMinimized ? [] : [layout.bar]) + parts).map { placed($0, in: width).roundedOutwards }
    }

    var hasTabs: Bool { !motion.selectionProgress.isEmpty }

    /// The layout at a time, or at rest.
    func layout(
        _ look: Look, width: Double, height: Double, at time: UInt64? = nil, _ measure: TextMeasure? = nil
    ) -> BarLayout {
        scrolled(fittedLayout(look, width: width, height: height, measure), at: time ?? .max)
    }

    fileprivate func scrolled(_ layout: BarLayout, at time: UInt64) -> BarLayout {
        layout.scrolled(to: motion.rowPosition(at: time), overscroll: motion.overscroll(at: time))
    }

    /// The layout before the row is scrolled. Titles that do not fit make way for icons; without `measure` none do.
    private func fittedLayout(_ look: Look, width: Double, height: Double, _ measure: TextMeasure?) -> BarLayout {
        func layout(_ titles: TabItemMetrics.TitlePlacement?) -> BarLayout {
            BarLayout(
                look: look, tabCount: tabs.count, prominent: Set(tabs.indices.filter { tabs[$0].isProminent }),
                widths: tabs.map(\.width), search: searchTab, width: width, height: height,
                textScale: effectiveTextScale, titles: titles)
        }
        guard look.title.isShown, let measure else { return layout(nil) }
        // Below its icon in a compact bar, a title cannot be large.
        let isLarge = effectiveTextScale >= Self.largeText
        let places: [TabItemMetrics.TitlePlacement] =
            !look.icon.isShown
            ? [.alone] : !look.title.isBeside ? [.below] : isLarge ? [.beside] : [.beside, .below]
        for isCut in [false, true] {
            for place in places {
                var layout = layout(place)
                let widths = tabs.map { tab in
                    titleRuns(tab, look, layout.stack).map { $0.width(measure) }.max() ?? 0
                }
                let trailing = tabs.map { tab in
                    guard let mark = content.badges[tab.id], mark.isLong, let label = mark.label else { return 0.0 }
                    let width = badgeRun(label, look, layout.stack).width(measure) + 2 * look.badge.paddingX
                    return BarSceneBuilder.titleBadgeGap + width.rounded(.up) + 1
                }
                let fits = layout.fitTitles(widths, cutting: isCut ? tabs.map(\.title.count) : nil, before: trailing)
                if fits { return layout }
            }
        }
        return layout(.hidden)
    }

    static let lockSide = 10.0

    var searchTab: Int? { tabs.firstIndex { $0.role == .search && !$0.isProminent } }

    /// A tab's title in its normal weight and the selected tab's; one run if both are equal.
    func titleRuns(_ tab: Tab, _ look: Look, _ stack: TabItemMetrics) -> [TextRun] {
        guard look.title.isShown, stack.placement != .hidden, !tab.isProminent, !tab.title.isEmpty else { return [] }
        let weights = [look.title.weight, look.title.selectedWeight]
        return (weights[0] == weights[1] ? [weights[0]] : weights).map {
            TextRun(string: tab.title, families: look.title.families, weight: $0, size: stack.titleSize)
        }
    }

    func badgeRun(_ text: String, _ look: Look, _ stack: TabItemMetrics) -> TextRun {
        TextRun(
            string: text, families: look.title.families, weight: look.badge.weight,
            size: look.badge.size * stack.badgeFactor)
    }

    func labelRun(_ action: Action, _ look: Look) -> TextRun {
        run(action.title, look, weight: look.menu.labelWeight, size: look.menu.labelSize)
    }
}

/// The parts of the bar's scene that depend on the state, not on the animation. It costs more than the rest of a
/// frame's scene, so it is kept from frame to frame.
public struct SceneLayout: Equatable, Sendable {
    /// The size of the surface, logical px.
    let width: Double
    let height: Double
    let bar: BarLayout
    fileprivate var parts: [BarPart] = []
    fileprivate var revision: Int?
    /// The tabs in the newest scene, of which few move at a time.
    fileprivate var drawn: [DrawnTab?]

    /// True if the regions are the same at all times: no row with buttons is scrolled.
    public var hasConstantRegions: Bool { bar.scrolledRow == nil || !parts.contains(where: \.isRound) }

    /// The scene at a time of a model whose layout this is, and whose parts are the same in one revision.
    public mutating func scene(
        of model: BarModel, revision: Int, scale: Double, at time: UInt64, measure: @escaping TextMeasure
    ) -> Scene {
        if revision != self.revision { parts = model.parts(bar.look, model.scrolled(bar, at: .max)) }
        self.revision = revision
        var builder = BarSceneBuilder(
            model, model.scrolled(bar, at: time), scale: scale, time: time, measure: measure)
        swap(&builder.drawn, &drawn)
        builder.addBackground(width: width, height: height)
        builder.addTabs()
        builder.addConnectionMark()
        builder.addFocusRing()
        swap(&builder.drawn, &drawn)
        return model.placed(Scene(items: builder.items, parts: parts), in: width)
    }
}

extension Rect {
    /// The smallest enclosing rectangle whose edges are whole numbers.
    var roundedOutwards: Rect {
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        return Rect(x: left, y: top, width: maxX.rounded(.up) - left, height: maxY.rounded(.up) - top)
    }
}
