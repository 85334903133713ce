// SPDX-License-Identifier: MIT

import Geometry
import TabBar
import ShellModel
import Testing

@Suite struct LucidpalTests {
    private let sample = Sample.lucidpal
    private let start = 2000 * millisecond

    @Test(arguments: [264.0, 320, 428, 1920])
    func sixTabsFitOnAPhone(width: Double) throws {
        let scene = try sample.model().scene(width: width, at: start)
        #expect(scene.parts.compactMap(\.tab) == sample.tabs.map(\.id))
        #expect(scene.parts.allSatisfy { $0.rect.x >= -1e-9 && $0.rect.maxX <= width + 1e-9 })
        #expect(scene.parts.allSatisfy { $0.rect.width >= 44 - 1e-9 && $0.rect.width <= (560 - 16) / 6 + 1e-9 })
        let widths = scene.parts.map(\.rect.width)
        #expect((widths.max() ?? 0) - (widths.min() ?? 0) < 1e-9)
    }

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
        var model = try sample.model("agent")
        model.update(to: try sample.state("agent").after(.select("chat"), at: start), at: start)
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

    @Test func pageInsetIsThatOfTheLook() {
        #expect(sample.look.pageInset(at: .bottom) == 80)
        #expect(sample.look.exclusiveZone == 80 && sample.look.pageOverlap == 80)
    }
}
