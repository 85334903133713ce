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
}
