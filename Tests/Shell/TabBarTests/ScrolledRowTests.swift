// SPDX-License-Identifier: MIT

import Geometry
@testable import TabBar
import ShellModel
import Testing

/// A row with more tabs than fit.
@Suite struct ScrolledRowTests {
    private let start = 2000 * millisecond

    private func sample(_ sample: Sample, count: Int = 14) -> Sample {
        Sample(look: sample.look, tabs: (0..<count).map { Sample.tab(TabID(rawValue: "tab\($0)")) })
    }

    private static let samples = [Sample.stressMonitor, .lucidpal, .swiftKit, .betterFit]

    @Test(arguments: samples, [320.0, 428])
    func selectedTabIsInSight(original: Sample, width: Double) throws {
        let sample = sample(original)
        for tab in sample.tabs {
            let scene = try sample.model(tab.id).scene(width: width, at: .max, measure: sixTenths)
            let bar = BarLayout(look: sample.look, tabCount: 1, width: width).bar
            let target = try #require(scene.spot(tab.id)).rect
            #expect(target.width >= 44 && target.x >= bar.x - 1e-9 && target.maxX <= bar.maxX + 1e-9)
            // Nothing is drawn or pressed beyond the container.
            #expect(scene.hitRegions.allSatisfy { $0.rect.x >= bar.x - 1e-9 && $0.rect.maxX <= bar.maxX + 1e-9 })
            for drawn in scene.drawn where drawn.alpha > 0 {
                guard case .icon = drawn.item else { continue }
                #expect(drawn.center.x >= bar.x - 22 && drawn.center.x <= bar.maxX + 22)
            }
        }
    }

    @Test(arguments: samples)
    func rowFollowsAFingerUntilTheNextSelection(original: Sample) throws {
        let sample = sample(original)
        var model = try sample.model("tab0")
        func x(_ tab: Int) throws -> Double {
            let look = try #require(model.look)
            return model.layout(look, width: 428, height: 0, at: start).targets[tab].x
        }
        let before = try x(3)
        let isScrolled = model.scrollRow(by: 100, width: 428, at: start)
        let moved = before - (try x(3))
        #expect(isScrolled && abs(moved - 100) < 1e-6 && !model.isAnimating(at: start))
        // Not beyond the ends, and back at once.
        _ = model.scrollRow(by: 5000, width: 428, at: start)
        let bar = BarLayout(look: sample.look, tabCount: 14, width: 428).bar
        #expect(
            abs(try x(13) + BarLayout(look: sample.look, tabCount: 14, width: 428).targets[13].width - bar.maxX) < 1e-6)
        _ = model.scrollRow(by: -44, width: 428, at: start)
        #expect(try x(13) > bar.maxX - 44 - 1e-6)
        model.update(to: try sample.state("tab0").after(.select("tab1"), at: start), at: start)
        let look = try #require(model.look)
        let target = model.layout(look, width: 428, height: 0).targets[1]
        #expect(target.x >= bar.x - 1e-9 && target.maxX <= bar.maxX)
        #expect(model.isAnimating(at: start))
    }

    @Test func rowThatFitsIsNotScrolled() throws {
        var model = try Sample.lucidpal.model()
        let isScrolled = model.scrollRow(by: 10, width: 428, at: start)
        #expect(!isScrolled)
    }

    @Test func capacity() {
        #expect(Sample.stressMonitor.look.tabCapacity(width: 428) == 9)
        #expect(Sample.lucidpal.look.tabCapacity(width: 320) == 7)
        #expect(Sample.betterFit.look.tabCapacity(width: 428) == 9)
        #expect(Sample.aspireBudget.look.tabCapacity(width: 320, buttons: 1) == 5)
        #expect(Sample.lucidpal.look.minimumWidth(tabs: 14) == 616)
    }
}
