import BarGeometry
import Geometry
@testable import TabBar
import ShellModel
import Testing

/// The height of a bar on low screens; bars and rails on wide ones.
@Suite struct AdaptedLookTests {
    private static let phones = Sample.all.filter { $0.look.name != "stress-monitor" }

    @Test(arguments: [
        nil, Size(width: 1280, height: 500), Size(width: 1280, height: 800), Size(width: 1920, height: 1080),
    ])
    func defaultLookIsTheSameOnHighScreens(screen: Size?) {
        #expect(Sample.stressMonitor.look.adapted(to: screen) == Sample.stressMonitor.look)
    }

    @Test(arguments: [320, 499] as [Double])
    func defaultBarTakesAFifthOfALowScreenAtMost(height: Double) {
        let look = Sample.stressMonitor.look
        let adapted = look.adapted(to: Size(width: 640, height: height))
        #expect(adapted.exclusiveZone <= height / 5)
        #expect(adapted.icon.size == look.icon.size && adapted.row.height >= 44)
    }

    @Test func bottomPaddingIsAsLargeAsTheTopOne() {
        var look = Sample.stressMonitor.look
        look.bar.bottomPadding = .auto
        let adapted = look.adapted(to: Size(width: 1280, height: 800))
        #expect(adapted.bar.height == 84 && adapted.exclusiveZone == 84)
        #expect(adapted.icon == look.icon && adapted.row == look.row)
        // A home indicator has its space below that.
        look.safeArea.bottom = 34
        #expect(look.adapted(to: Size(width: 1280, height: 800)).coveredHeight == 118)
        look = Sample.swiftKit.look
        look.bar.bottomPadding = .auto
        #expect(look.adapted(to: nil).bar.height == 76)
        #expect(look.adapted(to: nil).pageInset(at: .bottom) == 76)
        look = Sample.betterFit.look
        look.bar.bottomPadding = .auto
        #expect(look.adapted(to: nil).bar.height == 64)
    }

    @Test(arguments: phones)
    func barIsCompactOnALowScreen(sample: Sample) throws {
        #expect(sample.look.adapted(to: Size(width: 1279, height: 500)) == sample.look)
        #expect(sample.look.adapted(to: nil) == sample.look)
        let look = sample.look.adapted(to: Size(width: 1280, height: 499))
        #expect(look.bar.height == 50 && look.row.height >= 44 && look.coveredHeight <= 58)
        #expect(look.pageInset(at: .bottom) <= look.coveredHeight)
        var never = sample.look
        never.bar.compact = .never
        #expect(never.adapted(to: Size(width: 1279, height: 320)) == never)
    }

    @Test(arguments: phones, [1, 1.6, 4])
    func compactTitlesAreBesideTheirIcons(sample: Sample, textScale: Double) throws {
        var model = try sample.model()
        model.textScale = textScale
        let scene = model.scene(width: 926, screen: Size(width: 926, height: 428), at: start, measure: sixTenths)
        let bar = BarLayout(look: sample.look.adapted(to: Size(width: 1280, height: 428)), tabCount: 1, width: 926).bar
        for tab in sample.tabs where !tab.isProminent {
            let target = try #require(scene.spot(tab.id)).rect
            let icon = try #require(scene.icon(tab.icon) ?? scene.icon(tab.filledIcon ?? "")).rect
            #expect(icon.y >= bar.y && icon.maxY <= bar.maxY && icon.x >= target.x)
            guard let title = scene.text(tab.title) else {
                // No room: the icon is in the middle.
                #expect(textScale > 1 && abs(icon.center.x - target.center.x) <= 0.5)
                continue
            }
            #expect(abs(title.rect.x - icon.maxX - 6) <= 2 && title.rect.maxX <= target.maxX)
            #expect(abs(title.center.y - icon.center.y) <= 1)
            // Both together are in the middle of the target.
            #expect(abs((icon.x + title.rect.maxX) / 2 - target.center.x) <= 2)
        }
        for disc in scene.discs { #expect(disc.rect.y >= bar.y && disc.rect.maxY <= bar.maxY) }
        if textScale == 1 { #expect(scene.drawn.contains { $0.isText }) }
    }

    /// On a screen that is also narrow, they stay below.
    @Test(arguments: phones)
    func compactTitlesAreBelowTheirIconsOnANarrowScreen(sample: Sample) throws {
        // Larger titles need more room beside the screen's edge.
        let width = sample.look.title.size > 12 ? 420.0 : 320
        let scene = try sample.model().scene(
            width: width, screen: Size(width: width, height: 480), at: start, measure: sixTenths)
        let low = sample.look.adapted(to: Size(width: 1280, height: 480))
        let bar = BarLayout(look: low, tabCount: 1, width: width).bar
        for tab in sample.tabs where !tab.isProminent {
            let icon = try #require(scene.icon(tab.icon) ?? scene.icon(tab.filledIcon ?? "")).rect
            let title = try #require(scene.text(tab.title)).rect
            #expect(icon.y >= bar.y && icon.maxY <= title.y && title.maxY <= bar.maxY)
            #expect(abs(icon.center.x - title.center.x) <= 1)
        }
        #expect(scene.capsules.allSatisfy { $0.rect.maxY <= bar.maxY })
    }

    @Test(arguments: phones, [926.0, 1280, 1921, 3840])
    func rowsHaveAMaximumWidth(sample: Sample, width: Double) {
        let count = sample.tabs.count
        let layout = BarLayout(look: sample.look, tabCount: count, width: width)
        let (first, last) = (layout.targets[0].x, layout.targets[count - 1].maxX)
        let maximum = sample.look.bar.isFloating ? min(width - 2 * sample.look.bar.sideMargin, 720) : 560
        #expect(last - first <= maximum && last - first >= maximum - 60)
        #expect(abs(first + last - width) <= 1 + 1e-6)
        if sample.look.bar.isFloating {
            // The column of a page.
            #expect(layout.bar.width == 720 && layout.bar.x == ((width - 720) / 2).rounded(.down))
        } else {
            #expect(layout.bar.x == 0 && layout.bar.width == width)
        }
    }

    @Test func manyTabsHaveAWiderRow() {
        let layout = BarLayout(look: Sample.lucidpal.look, tabCount: 12, width: 1920)
        #expect(layout.targets.allSatisfy { $0.width >= 86 })
        #expect(BarLayout(look: Sample.lucidpal.look, tabCount: 12, width: 560).targets.allSatisfy { $0.width >= 44 })
    }

    // MARK: - Screens from a width of 1280, with room for titles beside icons

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

    /// A title keeps 8 from the screen's edges: it becomes smaller, down to 12, and then loses letters.
    @Test(arguments: [(10, 14.0), (11, 13.0), (12, 12.0), (13, 12.0), (30, 12.0)])
    func titlesKeepClearOfTheEdge(letters: Int, size: Double) throws {
        var tabs = Sample.aspireBudget.tabs
        tabs[4].title = String(repeating: "n", count: letters)
        let sample = Sample(look: Sample.aspireBudget.look, tabs: tabs, actions: Sample.aspireBudget.actions)
        // Half as wide as high.
        func measure(_ run: TextRun) -> Double? {
            min(Double(run.string.count) * run.size / 2, run.maximumWidth ?? .infinity)
        }
        let (_, _, layout, scene) = try bar(sample, on: Size(width: 428, height: 926), measure: measure)
        #expect(layout.stack.placement == .below && layout.stack.titleSize == size)
        for text in scene.drawn.filter(\.isText) { #expect(text.rect.x >= 8 && text.rect.maxX <= 420) }
    }
}
