// SPDX-License-Identifier: MIT

import Geometry
import TabBar
import ShellModel
import Testing

@Suite struct LucidpalTests {
    private let sample = Sample.lucidpal

    @Test func selectedTabHasAFilledIcon() throws {
        for selected in sample.tabs {
            let scene = try sample.model(selected.id).scene(width: 428, at: start, measure: sixTenths)
            for tab in sample.tabs {
                let isSelected = tab.id == selected.id
                #expect((scene.icon(tab.icon) == nil) == isSelected)
                #expect((scene.icon("\(tab.icon).fill") == nil) == !isSelected)
                let color = Color(sample.look.light[isSelected ? .selectedTitle : .title])
                #expect(scene.text(tab.title)?.color == color)
                #expect(scene.spot(tab.id)?.node.isSelected == isSelected)
            }
        }
    }

    @Test func iconsCrossFadeWithoutAGap() throws {
        let model = try sample.model("agent", after: .select("chat"))
        for milliseconds in 0...200 as ClosedRange<UInt64> {
            let scene = model.scene(width: 428, at: start + milliseconds * millisecond)
            for name in ["agent", "chat"] {
                let (outline, filled) = (scene.icon(name)?.alpha ?? 0, scene.icon("\(name).fill")?.alpha ?? 0)
                #expect(1 - (1 - outline) * (1 - filled) > 0.9)
            }
        }
        let rest = model.scene(width: 428, at: .max)
        #expect(rest == (try sample.model("chat")).scene(width: 428, at: .max))
    }
}
