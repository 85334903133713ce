import BarGeometry
import Geometry
import Glibc
@testable import TabBar
import ShellModel
import Testing

@Suite struct BarLayoutTests {
    private func layout(_ width: Double, tabs: Int = 3, textScale: Double = 1) -> BarLayout {
        BarLayout(look: Sample.stressMonitor.look, tabCount: tabs, width: width, textScale: textScale)
    }

    @Test func barIsAtTheBottomOfAHigherWindow() {
        let layout = BarLayout(look: Sample.stressMonitor.look, tabCount: 3, width: 428, height: 800)
        #expect(layout.bar == Rect(x: 0, y: 681, width: 428, height: 119))
        #expect(layout.targets[1].y == 681 + 19)
        #expect(layout.indicator(at: 0).y == 681 + 52)
        #expect(BarLayout(look: Sample.stressMonitor.look, tabCount: 3, width: 428, height: 152) == self.layout(428))
    }

    @Test func targetsAreOrderedAndLargeEnoughOnEveryWidth() {
        for width in stride(from: 100.0, through: 2560, by: 1) {
            let targets = layout(width).targets
            #expect(targets.allSatisfy { $0.width >= 44 && $0.height >= 44 })
            #expect(zip(targets, targets.dropFirst()).allSatisfy { $0.maxX <= $1.x + 1e-9 })
            #expect(abs(targets[0].x - (width - targets[2].maxX)) < 1e-9)
            if width >= 132 { #expect(targets[0].x >= -1e-9) }
        }
    }

    @Test func gapsShrinkBeforeTargets() {
        #expect(layout(427).targets[0].width == 46)
        #expect(layout(427).targets[1].x - layout(427).targets[0].maxX < 80)
        #expect(layout(200).targets[0].width == 46)
        #expect(layout(138).targets.map(\.x) == [0, 46, 92])
        #expect(abs(layout(135).targets[0].width - 45) < 1e-9)
        #expect(layout(100).targets[0].width == 44)
        #expect(layout(900).targets[1].x - layout(900).targets[0].maxX == 80)
    }

    @Test(arguments: [0, 1, 2, 5, 9])
    func anyNumberOfTabs(count: Int) {
        let targets = layout(428, tabs: count).targets
        #expect(targets.count == count)
        if let first = targets.first, let last = targets.last { #expect(abs(first.x + last.maxX - 428) < 1e-9) }
    }

    /// And the icon grows around its centre.
    @Test(arguments: [0.5, 1, 1.25, 1.5, 1.6, 2, 4])
    func iconAndIndicatorKeepTheirDistance(scale: Double) {
        let (normal, layout) = (layout(428), layout(428, textScale: scale))
        #expect(layout.targets == normal.targets && layout.stack.iconSide == min(24 * scale, 46))
        let (icon, indicator) = (layout.icon(0, selectionProgress: 1), layout.indicator(at: 0))
        #expect(icon.center == normal.icon(0, selectionProgress: 1).center)
        #expect(abs(indicator.y - icon.maxY - 4) < 1e-9)
        #expect(icon.y >= layout.bar.y && indicator.maxY <= layout.bar.maxY - 35)
    }

    @Test func titlesBetweenFixedTargetsExtendIntoTheGaps() {
        var look = Sample.stressMonitor.look
        look.title.isShown = true
        let wide = BarLayout(look: look, tabCount: 3, width: 428)
        // The tabs are 126 apart, and a title keeps 2 at either side.
        #expect((0..<3).map { wide.title($0).width } == [122, 122, 122])
        #expect((0..<3).map { wide.title($0).center.x } == wide.targets.map(\.center.x))
        for width in stride(from: 140.0, through: 500, by: 7) {
            let layout = BarLayout(look: look, tabCount: 3, width: width)
            let titles = (0..<3).map { layout.title($0) }
            #expect(zip(titles, titles.dropFirst()).allSatisfy { $0.maxX <= $1.x })
            #expect(titles[0].x >= 0 && titles[2].maxX <= width)
        }
        // Touching targets leave no extra space.
        let touching = BarLayout(look: Sample.lucidpal.look, tabCount: 6, width: 428)
        #expect((1..<5).allSatisfy { abs(touching.title($0).width - touching.targets[$0].width + 4) < 1e-9 })
        // At the ends titles keep 8 from the screen's edges, and the margin of the row has them already.
        #expect([0, 5].allSatisfy { abs(touching.title($0).width - touching.targets[$0].width + 4) < 1e-9 })
    }

    @Test(arguments: [(14, 428.0), (30, 428), (4, 150), (2, 44)])
    func rowThatDoesNotFitIsScrolledToTheSelectedTab(count: Int, width: Double) {
        func targets(_ position: Double) -> [Rect] {
            BarLayout(look: Sample.stressMonitor.look, tabCount: count, width: width).scrolled(to: position).targets
        }
        for index in 0..<count {
            let selected = targets(Double(index))[index]
            #expect(selected.width == 44 && selected.x >= -1e-9 && selected.maxX <= width + 1e-9)
        }
        // No gap at either end, and no leap on the way.
        #expect(abs(targets(0)[0].x) < 1e-9 && abs(targets(Double(count - 1))[count - 1].maxX - width) < 1e-9)
        #expect(targets(-0.2) == targets(0) && targets(Double(count) + 0.3) == targets(Double(count - 1)))
        let way: [Double] = stride(from: 0, through: Double(count - 1), by: 0.125).map { targets($0)[0].x }
        #expect(zip(way, way.dropFirst()).allSatisfy { (-1e-9...5.5 + 1e-9).contains($0 - $1) })
        // A row that fits is not scrolled.
        let fitting = BarLayout(look: Sample.stressMonitor.look, tabCount: count, width: 5000)
        #expect(
            BarLayout(look: Sample.stressMonitor.look, tabCount: count, width: 5000).scrolled(to: 1) == fitting)
    }

    /// A cell is as long as the distance of two tabs, and ends above the padding at the screen's edge. Only a free button
    /// has space beside it.
    @Test(arguments: Sample.all, [428.0, 1280]) func everyPointOfTheRowHitsOneTab(sample: Sample, width: Double) throws
    {
        let screen = Size(width: width, height: 926)
        let model = try sample.model()
        let look = try #require(model.look(on: screen))
        let layout = model.layout(look, width: width, height: 0)
        let parts = model.scene(width: width, screen: screen, at: .max).parts.filter { !$0.isRound }
        let buttons = sample.tabs.indices.filter { sample.tabs[$0].isProminent }.map { layout.targets[$0] }
        let (first, last) = (try #require(parts.first).rect, try #require(parts.last).rect)
        var wrong: [Point] = []
        for x in stride(from: first.x + 0.5, to: last.maxX, by: 1)
        where !buttons.contains(where: { $0.x <= x && x < $0.maxX }) {
            for y in stride(from: layout.bar.y + 0.5, to: first.maxY, by: 1) {
                let point = Point(x: x, y: y)
                if parts.count(where: { $0.contains(point) }) != 1 { wrong.append(point) }
            }
        }
        #expect(wrong.isEmpty)
        let depths = ["stress-monitor": 84.0, "aspire-budget": 95.0, "swift-kit": 76.0]
        let depth: Double = look.title.isBeside ? layout.bar.height : depths[look.name] ?? 64
        #expect(first.y == layout.bar.y && first.height == depth)
        guard look.name == "stress-monitor" else { return }
        #expect(parts.map(\.rect.width) == [126, 126, 126] && layout.targets.map(\.width) == [46, 46, 46])
        let scene = try sample.with { $0.row.fillsGaps = false }.model().scene(width: width, screen: screen, at: .max)
        #expect(scene.parts.map(\.rect) == layout.targets)
    }

    @Test func wholeDiscIsATarget() throws {
        let model = try Sample.aspireBudget.model()
        let scene = model.scene(width: 428, at: start)
        let center = Point(x: 214, y: 57.5)
        for degree in stride(from: 0.0, to: 360, by: 5) {
            let angle = degree * .pi / 180
            let (x, y) = (cos(angle), sin(angle))
            #expect(scene.part(at: Point(x: center.x + 34.9 * x, y: center.y + 34.9 * y))?.tab == "add")
            #expect(scene.part(at: Point(x: center.x + 35.1 * x, y: center.y + 35.1 * y))?.tab != "add")
        }
        #expect(scene.part(at: Point(x: center.x + 33, y: 40)) == nil)
        let region = model.inputRegion(width: 428)
        #expect(region.contains(Rect(x: 0, y: 45, width: 428, height: 95)))
        #expect(region.contains { $0.contains(Point(x: 214, y: 23)) })
        #expect(!region.contains { $0.contains(Point(x: 100, y: 40)) })
    }

    private func widths(_ look: Look, _ own: [Double?], width: Double = 428) -> [Double] {
        BarLayout(look: look, tabCount: own.count, widths: own, width: width).targets.map(\.width)
    }

    @Test func tabHasItsOwnWidth() {
        let kit = Sample.swiftKit.look
        // 428 − 16 − 120 for three.
        let share = (428 - 16 - 120) / 3.0
        #expect(widths(kit, [nil, 120, nil, nil]) == [share, 120, share, share])
        #expect(widths(kit, [60, 80, 100]) == [60, 80, 100])
        #expect(widths(Sample.stressMonitor.look, [nil, 80, nil]) == [46, 80, 46])
        // Never under the minimum.
        #expect(widths(kit, [30, nil])[0] == 44)
        // A wide tab leaves the others their minimum.
        #expect(widths(kit, [1000, nil, nil]) == [1000, 44, 44])
        let narrow = widths(Sample.stressMonitor.look, [nil, 300, nil], width: 320)
        #expect(narrow.allSatisfy { $0 >= 44 } && narrow[1] > narrow[0])
    }
}
