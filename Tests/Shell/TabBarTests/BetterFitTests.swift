// SPDX-License-Identifier: MIT

import Geometry
@testable import TabBar
import ShellModel
import Testing

@Suite struct BetterFitTests {
    private let sample = Sample.betterFit
    private let start = 2000 * millisecond

    private func container(_ scene: Scene) -> (rect: Rect, radius: Double)? {
        for case .rounded(let rect, let radius, _, _) in scene.items { return (rect, radius) }
        return nil
    }

    private func minimizing() throws -> (BarModel, ShellState) {
        var model = try sample.model("plan")
        let state = try sample.state("plan").after(.scrolled("plan", .down), at: start)
        model.update(to: state, at: start)
        return (model, state)
    }

    @Test func containerFloats() throws {
        let layout = BarLayout(look: sample.look, tabCount: 4, width: 428)
        #expect(layout.bar == Rect(x: 16, y: sample.look.topOverflow, width: 396, height: 64))
        #expect(layout.bar.maxY == sample.look.surfaceHeight - 16)
        #expect(layout.targets.allSatisfy { $0.x >= 16 && $0.maxX <= 412 })
        #expect(layout.minimizedBar == Rect(x: 176, y: layout.bar.maxY - 48, width: 76, height: 48))
    }

    @Test func exclusiveZoneIsThatOfTheMinimizedBar() {
        #expect(sample.look.exclusiveZone == 64)
        #expect(sample.look.pageBottomInset == 16)
    }

    @Test func sheetDimsTheExclusiveZone() throws {
        var model = try sample.model()
        let reserved = Rect(x: 0, y: sample.look.surfaceHeight - 64, width: 428, height: 64)
        func dim(_ time: UInt64) -> Double {
            for case .fill(reserved, let color) in model.scene(width: 428, at: time).items { return color.alpha }
            return 0
        }
        #expect(dim(.max) == 0)
        let open = try sample.state().after(.select("search"), at: start)
        model.update(to: open, at: start)
        #expect(model.isAnimating(at: start) && dim(start) == 0)
        let midway = dim(start + 60 * millisecond)
        #expect(midway > 0.01 && midway < 0.4)
        #expect(abs(dim(.max) - 0.4) < 0.003 && !model.isAnimating(at: .max))
        let end = start + 5000 * millisecond
        model.update(to: try open.after(.setSheet(nil), at: end), at: end)
        #expect(dim(end) > 0.39 && dim(.max) == 0)
    }

    @Test func opaqueStripIsNotDimmed() {
        #expect(sample.look.drawsBackground && !Sample.stressMonitor.look.drawsBackground)
    }

    @Test func minimizedBarShowsTheSelectedIcon() throws {
        var (model, state) = try minimizing()
        let bar = BarLayout(look: sample.look, tabCount: 4, width: 428).minimizedBar
        let minimized = model.scene(width: 428, at: .max, measure: sixTenths)
        #expect(container(minimized)?.rect == bar && container(minimized)?.radius == 24)
        let icon = try #require(minimized.icon("waveform.fill"))
        #expect(abs(icon.center.x - bar.center.x) < 1e-9 && abs(icon.center.y - bar.center.y) < 1e-9)
        let visible = minimized.items.filter { !$0.isInvisible }
        #expect(visible.count == 4, "expected a shadow, the material, the bar and an icon, not \(visible)")
        #expect(model.isMinimized)

        #expect(minimized.hitRegions.map(\.target) == [.expandBar])
        #expect(minimized.hitRegions[0].label == "Plan" && minimized.hitRegions[0].rect == bar)
        #expect(minimized.hitRegion(at: bar.center)?.target == .expandBar)
        #expect(model.inputRegion(width: 428) == [bar])

        state = try state.after(.scrolled("plan", .up), at: start + 5000 * millisecond)
        model.update(to: state, at: start + 5000 * millisecond)
        let expanded = model.scene(width: 428, at: .max, measure: sixTenths)
        #expect(expanded == (try sample.model("plan")).scene(width: 428, at: .max, measure: sixTenths))
        #expect(expanded.hitRegions.count == 4)
    }

    @Test func containerShrinksEvenlyWhileTheRestFades() throws {
        let (model, _) = try minimizing()
        let layout = BarLayout(look: sample.look, tabCount: 4, width: 428)
        var last = layout.bar
        for time in stride(from: start, to: start + 600 * millisecond, by: 8 * Int(millisecond)) {
            let scene = model.scene(width: 428, at: time, measure: sixTenths)
            let rect = try #require(container(scene)).rect
            #expect(rect.width <= last.width && rect.y >= last.y && rect.maxY == layout.bar.maxY)
            let icon = try #require(scene.icon("waveform.fill")).rect
            #expect(rect.contains(Point(x: icon.x, y: icon.y)) && rect.contains(Point(x: icon.maxX, y: icon.maxY)))
            for text in scene.texts("Search") where text.alpha > 0 { #expect(text.rect.intersection(rect) != nil) }
            last = rect
        }
        #expect(last.width < 78)
    }

    @Test func startDuringMinimizingContinuesIt() throws {
        let (model, state) = try minimizing()
        var late = BarModel()
        late.update(to: state, at: start + 100 * millisecond)
        let time = start + 100 * millisecond
        #expect(late.scene(width: 428, at: time) == model.scene(width: 428, at: time))
        #expect(late.isAnimating(at: time))
    }

    @Test func searchOpensASheetAndKeepsTheSelection() throws {
        var model = try sample.model("plan")
        let before = model.scene(width: 428, at: start)
        model.update(to: try sample.state("plan").after(.select("search"), at: start), at: start)
        #expect(model.content.selected == "plan")
        let after = model.scene(width: 428, at: .max)
        // All but the dimming behind it.
        #expect(Array(after.items.dropFirst()) == before.items && after.hitRegions == before.hitRegions)
    }

    @Test func selectedTabHasTheAccentColour() throws {
        let scene = try sample.model("recovery").scene(width: 428, at: start)
        let accent = Color(sample.look.light[.selectedIcon])
        #expect(scene.icon("clock.fill")?.color == accent && scene.text("Recovery")?.color == accent)
        #expect(scene.icon("waveform")?.color == Color(sample.look.light[.icon]))
    }
}
