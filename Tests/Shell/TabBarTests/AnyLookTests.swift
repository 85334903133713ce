// SPDX-License-Identifier: MIT

import Geometry
import TabBar
import ShellModel
import TestSupport
import Testing

@Suite("What holds for every look")
struct AnyLookTests {
    private let start = 2000 * millisecond

    private func isFinite(_ rect: Rect) -> Bool {
        [rect.x, rect.y, rect.width, rect.height].allSatisfy(\.isFinite) && rect.width >= 0 && rect.height >= 0
    }

    /// The look with so many tabs beside its buttons.
    private func sample(_ sample: Sample, tabs count: Int) -> Sample {
        var look = sample.look
        look.row.tabs = 0
        var tabs = (0..<count).map {
            Sample.tab(TabID(rawValue: "tab\($0)"), filled: $0.isMultiple(of: 2) ? "filled\($0)" : nil)
        }
        for (index, tab) in sample.tabs.enumerated() where tab.isProminent { tabs.insert(tab, at: min(index, count)) }
        return Sample(look: look, tabs: tabs, actions: sample.actions)
    }

    @Test("on any width, with any number of tabs and any text scale", arguments: Sample.all)
    func anything(sample original: Sample) throws {
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
        let bar = BarLayout(look: look, tabCount: 1, width: width).bar
        let spots = scene.hotspots
        #expect(spots.count == sample.tabs.count)
        for spot in spots {
            #expect(spot.rect.height >= 44)
            let fits = least + (spot.isRound ? 0 : 2 * look.row.buttonSlot) <= bar.width
            if fits { #expect(spot.rect.width >= 44 - 1e-9, "\(sample) \(width)") }
            // Targets of a fixed size keep their least and stand out where it cannot be otherwise.
            if look.row.layout == .equal || least <= width {
                #expect(spot.rect.x >= bar.x - 1e-6 && spot.rect.maxX <= bar.maxX + 1e-6)
            }
            #expect(spot.rect.y >= 0 && spot.rect.maxY <= surface.height)
        }
        let flat = spots.filter { !$0.isRound }
        #expect(zip(flat, flat.dropFirst()).allSatisfy { $0.rect.maxX <= $1.rect.x + 1e-6 })
    }

    @Test("icons grow with the text, targets and container stay, and nothing overlaps", arguments: Sample.all)
    func textScale(sample: Sample) throws {
        let usual = BarLayout(look: sample.look, tabCount: 3, width: 600)
        var last = 0.0
        for scale in stride(from: 0.5, through: 4, by: 0.25) {
            let layout = BarLayout(look: sample.look, tabCount: 3, width: 600, textScale: scale)
            #expect(layout.targets == usual.targets && layout.bar == usual.bar)
            #expect(layout.iconSide >= last && (scale < 1 || layout.iconSide >= sample.look.icon.size))
            last = layout.iconSide
            guard sample.look.title.isShown else { continue }
            let (icon, title) = (layout.icon(0, emphasis: 0), layout.title(0))
            #expect(icon.y >= layout.bar.y && title.maxY <= layout.bar.maxY)
            #expect(icon.maxY <= title.y + 1e-9 && layout.stack.titleSize >= sample.look.title.size * min(scale, 1))
            if sample.look.indicator.shape != .none { #expect(title.maxY <= layout.indicator(0).y + 1e-9) }
        }
        let large = BarLayout(look: sample.look, tabCount: 3, width: 600, textScale: 1.25)
        #expect(large.iconSide > usual.iconSide)
    }

    @Test("the look's text scale counts, and the command line's more")
    func whoseTextScale() throws {
        var look = Sample.swiftKit.look
        look.textScale = 1.25
        let sample = Sample(look: look, tabs: Sample.swiftKit.tabs)
        var model = try sample.model()
        func side(_ model: BarModel) -> Double? {
            model.scene(width: 428, at: start).icon("search")?.size.width
        }
        #expect(side(model) == 27)
        model.textScale = 1
        #expect(side(model) == 22)
    }

    @Test("another look, or other tabs, are there at once, with nothing pressed", arguments: Sample.all.dropFirst())
    func liveChange(sample: Sample) throws {
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
        #expect(!model.isMoving(at: now))
        var fresh = BarModel()
        fresh.update(to: state, at: .max)
        #expect(model.scene(width: 428, at: .max) == fresh.scene(width: 428, at: .max))
        #expect(model.scene(width: 428, at: now) == fresh.scene(width: 428, at: .max))
    }

    @Test("one who joins in the middle of a change shows it where it is", arguments: Sample.all)
    func joining(sample: Sample) throws {
        let pages = sample.tabs.filter { $0.role == .page }.map(\.id)
        let before = try sample.state()
        let commands: [Command] =
            [.select(pages[1]), .setAppearance(.dark)]
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

    @Test("at its start in the dark nothing fades from the light", arguments: Sample.all)
    func startInTheDark(sample: Sample) throws {
        let model = try sample.model(nil, .dark)
        #expect(!model.isMoving(at: 1000 * millisecond))
        #expect(model.color(.background, at: 1000 * millisecond) == Color(sample.look.dark[.background]))
    }

    @Test("reduced motion, the look's or the command line's: every change is there at once", arguments: Sample.all)
    func reducedMotion(sample original: Sample) throws {
        for isLooks in [true, false] {
            var look = original.look
            look.reducesMotion = isLooks
            let sample = Sample(look: look, tabs: original.tabs, actions: original.actions)
            var model = try sample.model()
            model.reducesMotion = !isLooks
            var state = try sample.state()
            for tab in sample.tabs {
                state = try state.after(.select(tab.id), at: start).after(.badge(tab.id, .count(2)))
                model.update(to: state, at: start)
                model.setPressed(true, .tab(tab.id), at: start)
                model.setPressed(false, .tab(tab.id), at: start)
                #expect(!model.isMoving(at: start) && !model.menuIsMoving(at: start))
            }
        }
    }

    @Test("what is needed for the first picture is what the first picture is made of", arguments: Sample.all)
    func needs(sample: Sample) throws {
        let model = try sample.model()
        for scale in [1, 1.5, 2] {
            let needs = model.needs(scale: scale)
            let used = model.scene(width: 1280, scale: scale, at: start).needs(scale: scale)
            #expect(used.icons.allSatisfy(needs.icons.contains) && used.texts.allSatisfy(needs.texts.contains))
            #expect(Set(needs.icons).count == needs.icons.count && Set(needs.texts).count == needs.texts.count)
        }
    }

    @Test("the default look needs three icons and no text")
    func defaultNeeds() throws {
        let needs = try Sample.stressMonitor.model().needs(scale: 2)
        #expect(needs.icons == ["home", "flash", "growth"].map { SceneAssets.Icon(name: $0, side: 48) })
        #expect(needs.texts.isEmpty)
    }

    @Test("a safe area: the bar grows below, and tabs keep clear of the sides", arguments: Sample.all)
    func safeArea(sample: Sample) {
        var look = sample.look
        look.safeArea.bottom = 34
        look.safeArea.leading = 44
        look.safeArea.trailing = 20
        let (usual, safe) = (
            BarLayout(look: sample.look, tabCount: 3, width: 800), BarLayout(look: look, tabCount: 3, width: 800)
        )
        #expect(look.surfaceHeight == sample.look.surfaceHeight + 34)
        #expect(safe.bar.y == usual.bar.y && safe.targets[0].y == usual.targets[0].y)
        let isFloating = look.bar.bottomMargin > 0
        #expect(safe.bar.height == usual.bar.height + (isFloating ? 0 : 34))
        #expect(safe.targets[0].x >= 44 - 1e-9 && safe.targets[2].maxX <= 780 + 1e-9)
        #expect(safe.bar.x == (look.bar.sideMargin > 0 ? look.bar.sideMargin + 44 : 0))
    }
}
