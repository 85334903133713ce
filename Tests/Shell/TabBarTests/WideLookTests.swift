// SPDX-License-Identifier: MIT

import BarGeometry
import Geometry
@testable import TabBar
import ShellModel
import Testing

/// Bars and rails on screens from a width of 1280, where there is room for titles beside icons.
@Suite struct WideLookTests {
    /// The layout and the scene of a bar on its surface on a screen.
    private func bar(
        _ sample: Sample, on screen: Size, at edge: Edge = .bottom, measure: @escaping TextMeasure = sixTenths
    ) throws -> (look: Look, size: Size, layout: BarLayout, scene: Scene) {
        let model = try sample.with { $0.bar.position = edge }.model()
        let look = try #require(model.look(on: screen))
        let size = edge.strip(of: look.surfaceHeight, in: screen).size
        let layout = model.layout(look, width: size.width, height: size.height, measure)
        let scene = model.scene(
            width: size.width, height: size.height, screen: screen, at: .max, measure: measure)
        return (look, size, layout, scene)
    }

    @Test(arguments: Sample.all)
    func narrowerScreensHaveTheLookAsItIs(sample: Sample) {
        #expect(sample.look.adapted(to: Size(width: 1279, height: 800)) == sample.look)
        var look = sample.look
        look.bar.wide = .never
        #expect(look.adapted(to: Size(width: 1920, height: 1080)) == look)
    }

    @Test func lookWithoutTitlesIsTheSame() {
        #expect(Sample.stressMonitor.look.adapted(to: Size(width: 1920, height: 1080)) == Sample.stressMonitor.look)
    }

    /// The disc of a rail without room for titles does not cross the rail's edge.
    @Test(arguments: Sample.all, [Edge.left, .right])
    func buttonIsWithinARail(sample: Sample, edge: Edge) throws {
        for width in [428.0, 820, 1280] {
            let layout = try bar(sample, on: Size(width: width, height: 926), at: edge).layout
            for index in sample.tabs.indices where sample.tabs[index].isProminent {
                #expect(layout.button(index).x >= layout.bar.x && layout.button(index).maxX <= layout.bar.maxX)
            }
        }
    }

    /// A floating bar is as wide as the column of a page.
    @Test(arguments: [320.0, 428, 820, 1280, 1920])
    func floatingBarIsAsWideAsAPage(width: Double) throws {
        let screen = Size(width: width, height: 800)
        #expect(try bar(.betterFit, on: screen).layout.bar.width == min(width - 32, 720))
        // The container of a bar at the screen's edge has no margins beside it.
        #expect(try bar(.aspireBudget, on: screen).layout.bar.width == min(width, 720))
    }

    /// Many tabs, or long titles: a wider row, then smaller titles, then ones below, then none.
    @Test func titlesMakeDo() throws {
        func sample(_ count: Int, _ title: String) -> Sample {
            var tabs = Array(Sample.lucidpal.tabs.prefix(1))
            tabs += (1..<count).map { Sample.tab(TabID(rawValue: "\(title)\($0)"), icon: "notes") }
            return Sample(look: Sample.lucidpal.look, tabs: tabs)
        }
        let screen = Size(width: 1280, height: 800)
        let eight = try bar(sample(8, "notes"), on: screen).layout
        #expect(eight.stack.placement == .beside && eight.stack.titleSize == 15)
        #expect(eight.targets.allSatisfy { $0.width >= 126 })
        let long = try bar(sample(8, "conversati"), on: screen).layout
        #expect(long.stack.placement == .beside && (12..<15).contains(long.stack.titleSize))
        #expect(try bar(sample(8, "conversations about"), on: screen).layout.stack.placement == .hidden)
    }

    /// A title keeps 8 from the screen's edges: it becomes smaller, down to 12, and then all titles go.
    @Test(arguments: [(10, 14.0), (11, 13.0), (12, 12.0), (13, nil), (30, nil)] as [(Int, Double?)])
    func titlesKeepClearOfTheEdge(letters: Int, size: Double?) throws {
        var tabs = Sample.aspireBudget.tabs
        tabs[4].title = String(repeating: "n", count: letters)
        let sample = Sample(look: Sample.aspireBudget.look, tabs: tabs, actions: Sample.aspireBudget.actions)
        // Half as wide as high.
        func measure(_ run: TextRun) -> Double? { Double(run.string.count) * run.size / 2 }
        let (_, _, layout, scene) = try bar(sample, on: Size(width: 428, height: 926), measure: measure)
        #expect(size == nil ? layout.stack.placement == .hidden : layout.stack.titleSize == size)
        for drawn in scene.drawn {
            if case .text = drawn.item { #expect(drawn.rect.x >= 8 && drawn.rect.maxX <= 420) }
        }
    }
}
