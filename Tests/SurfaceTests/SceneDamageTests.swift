// SPDX-License-Identifier: MIT

import Canvas
import Geometry
import Glibc
import TabBar
import TabConfig
import TabModel
import Testing

@Suite("What has to be drawn again")
struct SceneDamageTests {
    private func icon(_ side: Int) -> Bitmap {
        Bitmap(mask: (0..<side * side).map { UInt8(truncatingIfNeeded: $0 &* 37 | 1) }, width: side, height: side)
    }

    private func model(_ random: inout SeededGenerator, _ model: BarModel, at time: UInt64) throws -> BarModel {
        var model = model
        let tab = TabID(rawValue: ["home", "flash", "growth"][Int(random.next() % 3)])
        switch random.next() % 4 {
        case 0: model.setPressed(true, tab, at: time)
        case 1: model.setPressed(false, tab, at: time)
        case 2: model.isConnected.toggle()
        default:
            let configuration = Configuration.default
            let state = try ShellState(tabs: configuration.tabs, look: configuration.look, selected: nil, now: 0)
            model.update(to: try state.reduce(.select(tab, at: time)).state)
        }
        return model
    }

    @Test(
        "a frame painted over the one before, where they differ, is the frame painted whole",
        arguments: [1, 1.25, 1.5, 2, 1.15, 2.75])
    func pixels(scale: Double) throws {
        var random = SeededGenerator(UInt64(scale * 100))
        let (width, height) = (200.0, 152.0)
        let whole = [Rect(x: 0, y: 0, width: width, height: height)]
        let columns = Int((width * scale).rounded())
        let rows = Int((height * scale).rounded())
        let painter = BarPainter { _, side in icon(side) }
        let patched = Bitmap(format: .argb32, width: columns, height: rows)
        let patchedCanvas = Canvas(bitmap: patched, scale: scale)
        let configuration = Configuration.default
        var bar = BarModel()
        bar.update(to: try ShellState(tabs: configuration.tabs, look: configuration.look, selected: nil, now: 0))
        var scene = bar.scene(width: width, at: 0)
        painter.draw(scene, on: patchedCanvas, area: whole)
        var time: UInt64 = 1_000_000_000
        for step in 0..<60 {
            time += UInt64.random(in: 1...60_000_000, using: &random)
            if step % 3 == 0 { bar = try model(&random, bar, at: time) }
            let next = bar.scene(width: width, at: time)
            let damage = next.damage(since: scene)
            if next == scene { #expect(damage.isEmpty) }
            if !damage.isEmpty { painter.draw(next, on: patchedCanvas, area: damage) }
            scene = next
            let full = Bitmap(format: .argb32, width: columns, height: rows)
            painter.draw(scene, on: Canvas(bitmap: full, scale: scale), area: whole)
            let isEqual = try patched.withPixels { first in
                try full.withPixels { second in
                    try memcmp(#require(first.baseAddress), #require(second.baseAddress), first.count) == 0
                }
            }
            try #require(isEqual, "step \(step), damage \(damage)")
        }
    }

    @Test("a change of one tab damages that tab only, and scenes with other parts everything")
    func extent() throws {
        let configuration = Configuration.default
        var bar = BarModel()
        bar.update(to: try ShellState(tabs: configuration.tabs, look: configuration.look, selected: nil, now: 0))
        let before = bar.scene(width: 428, at: 0)
        #expect(before.damage(since: before).isEmpty)
        bar.setPressed(true, "flash", at: 1)
        let pressed = bar.scene(width: 428, at: 2)
        #expect(pressed.damage(since: before) == [before.hotspots[1].rect])
        let all = before.damage(since: Scene(items: [], hotspots: []))
        #expect(all.reduce(Rect.zero) { $0.union($1) } == Rect(x: 0, y: 0, width: 428, height: 152))
    }
}
