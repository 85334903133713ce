// SPDX-License-Identifier: MIT

import Geometry
import TabBar
import ShellModel
import Testing

@Suite("The look better-fit")
struct BetterFitTests {
    private let sample = Sample.betterFit
    private let start = 2000 * millisecond

    private func container(_ scene: Scene) -> (rect: Rect, radius: Double)? {
        for case .rounded(let rect, let radius, _, _) in scene.items { return (rect, radius) }
        return nil
    }

    private func folding() throws -> (BarModel, ShellState) {
        var model = try sample.model("plan")
        let state = try sample.state("plan").after(.scrolled("plan", .down), at: start)
        model.update(to: state, at: start)
        return (model, state)
    }

    @Test("the container stands clear of the screen's edges")
    func floating() throws {
        let layout = BarLayout(look: sample.look, tabCount: 4, width: 428)
        #expect(layout.bar == Rect(x: 16, y: sample.look.topOverflow, width: 396, height: 64))
        #expect(layout.bar.maxY == sample.look.surfaceHeight - 16)
        #expect(layout.targets.allSatisfy { $0.x >= 16 && $0.maxX <= 412 })
        #expect(layout.pill == Rect(x: 176, y: layout.bar.maxY - 48, width: 76, height: 48))
    }

    @Test("pages are kept clear of the folded bar by the compositor, and of the rest by themselves")
    func insets() {
        #expect(sample.look.exclusiveZone == 64)
        #expect(sample.look.pageBottomInset == 16)
    }

    @Test("an open sheet dims what the bar reserves around itself, as fast as the sheet comes")
    func veil() throws {
        var model = try sample.model()
        let reserved = Rect(x: 0, y: sample.look.surfaceHeight - 64, width: 428, height: 64)
        func dim(_ time: UInt64) -> Double {
            for case .fill(reserved, let color) in model.scene(width: 428, at: time).items { return color.alpha }
            return 0
        }
        #expect(dim(.max) == 0)
        let open = try sample.state().after(.select("search"), at: start)
        model.update(to: open, at: start)
        #expect(model.isMoving(at: start) && dim(start) == 0)
        let midway = dim(start + 60 * millisecond)
        #expect(midway > 0.01 && midway < 0.4)
        #expect(abs(dim(.max) - 0.4) < 0.003 && !model.isMoving(at: .max))
        let end = start + 5000 * millisecond
        model.update(to: try open.after(.setSheet(nil), at: end), at: end)
        #expect(dim(end) > 0.39 && dim(.max) == 0)
    }

    @Test("a bar that hides all that it reserves is not drawn anew for a sheet")
    func noVeil() {
        #expect(sample.look.drawsBackground && !Sample.stressMonitor.look.drawsBackground)
    }

    @Test("scrolling down folds the bar to a pill with the selected tab's icon, scrolling up unfolds it")
    func folded() throws {
        var (model, state) = try folding()
        let pill = BarLayout(look: sample.look, tabCount: 4, width: 428).pill
        let folded = model.scene(width: 428, at: .max, measure: sixTenths)
        #expect(container(folded)?.rect == pill && container(folded)?.radius == 24)
        let icon = try #require(folded.icon("plan.fill"))
        #expect(abs(icon.center.x - pill.center.x) < 1e-9 && abs(icon.center.y - pill.center.y) < 1e-9)
        let visible = folded.items.filter { !$0.isInvisible }
        #expect(visible.count == 3, "a shadow, the pill and an icon, and not \(visible)")
        #expect(model.isMinimized)

        #expect(folded.hotspots.map(\.target) == [.restoreBar])
        #expect(folded.hotspots[0].label == "Plan" && folded.hotspots[0].rect == pill)
        #expect(folded.hotspot(at: pill.center)?.target == .restoreBar)
        #expect(model.inputRegion(width: 428) == [pill])

        state = try state.after(.scrolled("plan", .up), at: start + 5000 * millisecond)
        model.update(to: state, at: start + 5000 * millisecond)
        let unfolded = model.scene(width: 428, at: .max, measure: sixTenths)
        #expect(unfolded == (try sample.model("plan")).scene(width: 428, at: .max, measure: sixTenths))
        #expect(unfolded.hotspots.count == 4)
    }

    @Test("on the way the container shrinks evenly, within the surface, and the rest fades")
    func way() throws {
        let (model, _) = try folding()
        let layout = BarLayout(look: sample.look, tabCount: 4, width: 428)
        var last = layout.bar
        for time in stride(from: start, to: start + 600 * millisecond, by: 8 * Int(millisecond)) {
            let scene = model.scene(width: 428, at: time, measure: sixTenths)
            let rect = try #require(container(scene)).rect
            #expect(rect.width <= last.width && rect.y >= last.y && rect.maxY == layout.bar.maxY)
            let icon = try #require(scene.icon("plan.fill")).rect
            #expect(rect.contains(Point(x: icon.x, y: icon.y)) && rect.contains(Point(x: icon.maxX, y: icon.maxY)))
            for text in scene.texts("Search") where text.alpha > 0 { #expect(text.rect.intersection(rect) != nil) }
            last = rect
        }
        #expect(last.width < 78)
    }

    @Test("one who joins in the middle sees it in the middle, and the zone and the surface stay")
    func joining() throws {
        let (model, state) = try folding()
        var late = BarModel()
        late.update(to: state, at: start + 100 * millisecond)
        let time = start + 100 * millisecond
        #expect(late.scene(width: 428, at: time) == model.scene(width: 428, at: time))
        #expect(late.isMoving(at: time))
    }

    @Test("search opens a sheet; the selection stays with the tab before it, and so does every mark")
    func search() throws {
        var model = try sample.model("plan")
        let before = model.scene(width: 428, at: start)
        model.update(to: try sample.state("plan").after(.select("search"), at: start), at: start)
        #expect(model.selected == "plan")
        let after = model.scene(width: 428, at: .max)
        // All but the dimming behind it.
        #expect(Array(after.items.dropFirst()) == before.items && after.hotspots == before.hotspots)
    }

    @Test("one accent for the selected tab")
    func tint() throws {
        let scene = try sample.model("recovery").scene(width: 428, at: start)
        let accent = Color(sample.look.light[.selectedIcon])
        #expect(scene.icon("recovery.fill")?.color == accent && scene.text("Recovery")?.color == accent)
        #expect(scene.icon("plan")?.color == Color(sample.look.light[.icon]))
    }
}
