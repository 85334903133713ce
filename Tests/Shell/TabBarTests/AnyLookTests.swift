import BarGeometry
import Geometry
@testable import TabBar
import RasterProtocol
import ShellModel
import TestSupport
import Testing

@Suite struct AnyLookTests {

    private func isFinite(_ rect: Rect) -> Bool {
        [rect.x, rect.y, rect.width, rect.height].allSatisfy(\.isFinite) && rect.width >= 0 && rect.height >= 0
    }

    /// The look with a number of tabs beside its buttons.
    private func sample(_ sample: Sample, tabs count: Int) -> Sample {
        var look = sample.look
        look.row.tabs = 0
        var tabs = (0..<count).map {
            Sample.tab(TabID(rawValue: "tab\($0)"), filled: $0.isMultiple(of: 2) ? "filled\($0)" : nil)
        }
        for (index, tab) in sample.tabs.enumerated() where tab.isProminent { tabs.insert(tab, at: min(index, count)) }
        return Sample(look: look, tabs: tabs, actions: sample.actions)
    }

    @Test(arguments: Sample.all)
    func layoutIsValidForAnyWidthTabCountAndTextScale(sample original: Sample) throws {
        for count in 1...9 {
            let sample = sample(original, tabs: count)
            var model = try sample.model()
            let tabs = sample.tabs.filter { !$0.isProminent }.map(\.id)
            let state = try sample.state().after(.badge(tabs[0], .count(120)), .select(tabs[count - 1]), at: start)
            model.update(to: state, at: start)
            for textScale in [0.5, 1, 1.7, 4] {
                model.textScale = textScale
                for width in [320.0, 333, 428, 767.5, 1280, 3840] {
                    try check(model, sample, width: width, time: start + 60 * millisecond)
                }
            }
        }
    }

    private func check(_ model: BarModel, _ sample: Sample, width: Double, time: UInt64) throws {
        let look = sample.look
        let surface = Rect(x: 0, y: 0, width: width, height: look.surfaceHeight)
        let scene = model.scene(width: width, at: time, measure: sixTenths)
        #expect(scene.items.allSatisfy { isFinite($0.bounds) })
        for drawn in scene.drawn where drawn.alpha > 0 {
            if case .roundedShadow = drawn.item { continue }
            #expect(drawn.rect.y >= -1e-6 && drawn.rect.maxY <= surface.maxY + 1e-6, "\(drawn)")
        }
        let least = Double(sample.tabs.count) * look.row.minimum
        let bar = BarLayout(look: look, tabCount: sample.tabs.count, width: width).bar
        let spots = scene.parts
        #expect(spots.count == sample.tabs.count)
        for spot in spots {
            #expect(spot.rect.height >= 44)
            let fits = least + (spot.isRound ? 0 : 2 * look.row.buttonSlot) <= bar.width
            if fits { #expect(spot.rect.width >= 44 - 1e-9, "\(sample) \(width)") }
            // In a row that does not fit, a button may be out of sight.
            if !spot.isRound || fits { #expect(spot.rect.x >= bar.x - 1e-6 && spot.rect.maxX <= bar.maxX + 1e-6) }
            #expect(spot.rect.y >= 0 && spot.rect.maxY <= surface.height)
        }
        let flat = spots.filter { !$0.isRound }
        #expect(zip(flat, flat.dropFirst()).allSatisfy { $0.rect.maxX <= $1.rect.x + 1e-6 })
    }

    @Test(arguments: Sample.all)
    func iconsGrowWithTheTextWithoutOverlap(sample: Sample) throws {
        let normal = BarLayout(look: sample.look, tabCount: 3, width: 600)
        var last = 0.0
        for scale in stride(from: 0.5, through: 4, by: 0.25) {
            let layout = BarLayout(look: sample.look, tabCount: 3, width: 600, textScale: scale)
            #expect(layout.targets == normal.targets && layout.bar == normal.bar)
            #expect(layout.stack.iconSide >= last && (scale < 1 || layout.stack.iconSide >= sample.look.icon.size))
            last = layout.stack.iconSide
            guard sample.look.title.isShown else { continue }
            let (icon, title) = (layout.icon(0, selectionProgress: 0), layout.title(0))
            #expect(icon.y >= layout.bar.y && title.maxY <= layout.bar.maxY)
            #expect(icon.maxY <= title.y + 1e-9 && layout.stack.titleSize >= sample.look.title.size * min(scale, 1))
            if sample.look.indicator.shape != .none { #expect(title.maxY <= layout.indicator(at: 0).y + 1e-9) }
        }
        let large = BarLayout(look: sample.look, tabCount: 3, width: 600, textScale: 1.25)
        #expect(large.stack.iconSide > normal.stack.iconSide)
    }

    @Test func textScaleOfTheCommandLineTakesPrecedence() throws {
        let sample = Sample.swiftKit.with { $0.textScale = 1.25 }
        var model = try sample.model()
        func side(_ model: BarModel) -> Double? {
            model.scene(width: 428, at: start).icon("search")?.size.width
        }
        #expect(side(model) == 27)
        model.textScale = 1
        #expect(side(model) == 22)
    }

    @Test(arguments: Sample.all.dropFirst())
    func newLookOrTabsAppearAtOnce(sample: Sample) throws {
        var state = try Sample.stressMonitor.state()
        var model = BarModel()
        model.update(to: state, at: start)
        state = try state.after(.select("flash"), at: start)
        model.update(to: state, at: start)
        model.setPressed(true, .tab("home"), at: start)
        let now = start + 50 * millisecond
        let setup = try ShellConfiguration(tabs: sample.tabs, actions: sample.actions, look: sample.look)
        state = try state.after(.configure(setup), at: now)
        model.update(to: state, at: now)
        #expect(!model.isAnimating(at: now))
        var fresh = BarModel()
        fresh.update(to: state, at: .max)
        #expect(model.scene(width: 428, at: .max) == fresh.scene(width: 428, at: .max))
        #expect(model.scene(width: 428, at: now) == fresh.scene(width: 428, at: .max))
    }

    @Test(arguments: Sample.all)
    func startDuringAChangeContinuesIt(sample: Sample) throws {
        let pages = sample.tabs.filter { $0.role == .page }.map(\.id)
        let before = try sample.state()
        let commands: [Command] =
            [.select(pages[1]), .setAppearance(.dark)]
            + (sample.look.minimized.policy == .never ? [] : [.minimize(true)])
            + sample.tabs.filter { $0.role != .page && $0.action == nil }.map { .select($0.id) }
        for command in commands {
            let after = try before.after(command)
            var (old, new) = (try sample.model(), BarModel())
            old.update(to: after, at: start)
            let now = start + 70 * millisecond
            new.update(to: after, at: now)
            #expect(new.scene(width: 428, at: now) == old.scene(width: 428, at: now), "\(command)")
            #expect(new.scene(width: 428, at: .max) == old.scene(width: 428, at: .max), "\(command)")
        }
    }

    @Test(arguments: Sample.all)
    func startInDarkAppearanceDoesNotFade(sample: Sample) throws {
        let model = try sample.model(nil, .dark)
        #expect(!model.isAnimating(at: 1000 * millisecond))
        #expect(model.color(.background, at: 1000 * millisecond) == Color(sample.look.dark[.background]))
    }

    @Test(arguments: Sample.all)
    func reducedMotionMakesChangesImmediate(sample original: Sample) throws {
        for isLooks in [true, false] {
            let sample = original.with { $0.reducesMotion = isLooks }
            var model = try sample.model()
            model.reducesMotion = !isLooks
            var state = try sample.state()
            for tab in sample.tabs {
                state = try state.after(.select(tab.id), at: start).after(.badge(tab.id, .count(2)))
                model.update(to: state, at: start)
                model.setPressed(true, .tab(tab.id), at: start)
                model.setPressed(false, .tab(tab.id), at: start)
                #expect(!model.isAnimating(at: start) && !model.isMenuAnimating(at: start))
                #expect(model.scene(width: 428, at: start) == model.scene(width: 428, at: .max))
            }
        }
    }

    @Test(arguments: Sample.all)
    func requiredMasksAreThoseOfTheFirstFrame(sample: Sample) throws {
        let model = try sample.model()
        for scale in [1, 1.5, 2] {
            let needs = model.requiredMasks(scale: scale)
            let used = model.scene(width: 1280, scale: scale, at: start).requiredMasks(scale: scale)
            #expect(used.allSatisfy(needs.contains) && Set(needs).count == needs.count)
        }
    }

    @Test func defaultLookNeedsThreeIconsAndNoText() throws {
        let needs = try Sample.stressMonitor.model().requiredMasks(scale: 2)
        #expect(needs == ["home.fill", "flash.fill", "growth.fill"].map { .icon($0, side: 48) })
    }

    @Test(arguments: Sample.all)
    func barAndTabsKeepClearOfTheSafeArea(sample: Sample) {
        var look = sample.look
        look.safeArea.bottom = 34
        look.safeArea.leading = 44
        look.safeArea.trailing = 20
        let (normal, safe) = (
            BarLayout(look: sample.look, tabCount: 3, width: 600), BarLayout(look: look, tabCount: 3, width: 600)
        )
        #expect(look.surfaceHeight == sample.look.surfaceHeight + 34)
        #expect(safe.bar.y == normal.bar.y && safe.targets[0].y == normal.targets[0].y)
        let isFloating = look.bar.bottomMargin > 0
        #expect(safe.bar.height == normal.bar.height + (isFloating ? 0 : 34))
        #expect(safe.targets[0].x >= 44 - 1e-9 && safe.targets[2].maxX <= 580 + 1e-9)
        #expect(safe.bar.x == (look.bar.sideMargin > 0 ? look.bar.sideMargin + 44 : 0))
    }

    @Test(
        arguments: [(Sample.swiftKit, 560.0, 8.0, 0.0), (.aspireBudget, 720, 0, 70)], [320.0, 428, 640, 1280, 3840])
    func tabsShareTheWidthBesideTheButton(
        look: (sample: Sample, maximum: Double, margin: Double, button: Double), width: Double
    ) {
        let layout = BarLayout(look: look.sample.look, tabCount: 5, prominent: [2], width: width)
        let row = min(width, look.maximum) - 2 * look.margin
        let share = (row - look.button) / (look.button > 0 ? 4 : 5)
        let widths = [share, share, look.button > 0 ? look.button : share, share, share]
        #expect(zip(layout.targets, widths).allSatisfy { abs($0.width - $1) < 1e-9 })
        #expect(zip(layout.targets, layout.targets.dropFirst()).allSatisfy { abs($0.maxX - $1.x) < 1e-9 })
        #expect(abs(layout.targets[0].x - (width - row) / 2) < 1e-9)
        #expect(layout.bar.width == (look.sample.look.bar.isFloating ? min(width, look.maximum) : width))
    }

    @Test(arguments: Sample.all)
    func selectedTabHasItsOwnIconAndColours(sample: Sample) throws {
        // The shell's look: text over pages has more contrast than in the file.
        let (look, tabs) = (try #require(try sample.state().look), sample.tabs.filter { !$0.isProminent })
        for selected in tabs where selected.role == .page {
            let scene = try sample.model(selected.id).scene(width: 480, at: start, measure: sixTenths)
            for tab in tabs {
                let isSelected = tab.id == selected.id
                let icon = scene.icon(isSelected ? tab.filledIcon ?? tab.icon : tab.icon)
                let color = Color(look.light[isSelected ? .selectedIcon : .icon])
                #expect(icon?.color == color.opacity(isSelected ? 1 : look.icon.opacity))
                if let filled = tab.filledIcon { #expect(scene.icon(isSelected ? tab.icon : filled) == nil) }
                if look.title.isShown {
                    #expect(scene.text(tab.title)?.color == Color(look.light[isSelected ? .selectedTitle : .title]))
                }
                if tab.role == .page { #expect(scene.spot(tab.id)?.node.isSelected == isSelected) }
            }
        }
    }

    @Test(arguments: [Sample.lucidpal, .betterFit])
    func iconsCrossFadeWithoutAGap(sample: Sample) throws {
        let model = try sample.model(sample.tabs[0].id, after: .select(sample.tabs[1].id))
        for milliseconds in 0...200 as ClosedRange<UInt64> {
            let scene = model.scene(width: 428, at: start + milliseconds * millisecond)
            for tab in sample.tabs.prefix(2) {
                let filled = scene.icon(try #require(tab.filledIcon))?.alpha ?? 0
                #expect(1 - (1 - (scene.icon(tab.icon)?.alpha ?? 0)) * (1 - filled) > 0.9)
            }
        }
        #expect(model.scene(width: 428, at: .max) == (try sample.model(sample.tabs[1].id)).scene(width: 428, at: .max))
    }
}
