// SPDX-License-Identifier: MIT

import BarGeometry
import Geometry
@testable import TabBar
import ShellModel
import Testing

@Suite struct BetterFitTests {
    private let sample = Sample.betterFit

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
        #expect(sample.look.pageCover == 80)
        #expect(layout.minimizedBar == Rect(x: 16, y: layout.bar.maxY - 48, width: 76, height: 48))
    }

    @Test func minimizedBarShowsTheSelectedIcon() throws {
        var (model, state) = try minimizing()
        let layout = BarLayout(look: sample.look, tabCount: 4, search: 3, width: 428)
        let (bar, disc) = (layout.minimizedBar, try #require(layout.minimizedSearch))
        let minimized = model.scene(width: 428, at: .max, measure: sixTenths)
        #expect(container(minimized)?.rect == bar && container(minimized)?.radius == 24)
        let icon = try #require(minimized.icon("waveform.fill"))
        #expect(abs(icon.center.x - bar.center.x) < 1e-9 && abs(icon.center.y - bar.center.y) < 1e-9)
        let visible = minimized.items.filter { !$0.isInvisible }
        #expect(visible.count == 8, "expected a shadow, the material, the ground and an icon, twice, not \(visible)")
        #expect(disc == Rect(x: 364, y: bar.y, width: 48, height: 48))
        let search = try #require(minimized.icon("search"))
        #expect(abs(search.center.x - disc.center.x) < 1e-9 && abs(search.center.y - disc.center.y) < 1e-9)
        #expect(model.isMinimized)

        #expect(minimized.parts.map(\.target) == [.expandBar, .tab("search")])
        #expect(minimized.part(at: disc.center)?.node.label == "Search")
        #expect(minimized.parts[0].node.label == "Plan" && minimized.parts[0].rect == bar)
        #expect(minimized.part(at: bar.center)?.target == .expandBar)
        #expect(model.inputRegion(width: 428) == [bar, disc])

        state = try state.after(.scrolled("plan", .up), at: start + 5000 * millisecond)
        model.update(to: state, at: start + 5000 * millisecond)
        let expanded = model.scene(width: 428, at: .max, measure: sixTenths)
        #expect(expanded == (try sample.model("plan")).scene(width: 428, at: .max, measure: sixTenths))
        #expect(expanded.parts.count == 4)
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
            for text in scene.texts("Recovery") where text.alpha > 0 { #expect(text.rect.intersection(rect) != nil) }
            last = rect
        }
        #expect(last.width < 78)
    }

    @Test func searchOpensASheetAndKeepsTheSelection() throws {
        let model = try sample.model("plan", after: .select("search"))
        let before = try sample.model("plan").scene(width: 428, at: start)
        #expect(model.content.selected == "plan")
        let after = model.scene(width: 428, at: .max)
        #expect(after.items == before.items && after.parts.map(\.rect) == before.parts.map(\.rect))
        #expect(before.spot("search")?.node.isExpanded == false && after.spot("search")?.node.isExpanded == true)
    }
}
