import Geometry
import ShellModel
@testable import TabBar
import Testing

/// The icon and title of a held tab, large in the middle of the screen.
@Suite struct LargeContentTests {
    private let shown = 3000 * millisecond

    private func model(_ sample: Sample, textScale: Double = 1, _ appearance: Appearance = .light) throws -> BarModel {
        var model = try sample.model(nil, appearance)
        model.textScale = textScale
        return model
    }

    private func scene(
        _ model: BarModel, _ target: BarPart.Target, screen: Size = Size(width: 428, height: 926), scale: Double = 1
    ) -> Scene {
        var model = model
        model.showLargeContent(of: target, at: start)
        return model.largeContentScene(
            size: model.largeContentSize(onScreen: screen), scale: scale, at: shown, measure: sixTenths)
    }

    @Test func minimizedBarNeedsIt() throws {
        let sample = Sample.betterFit
        let model = try sample.model("plan", after: .minimize(true))
        #expect(model.needsLargeContent(.expandBar, in: model.scene(width: 428, at: shown, measure: sixTenths)))
        #expect(scene(model, .expandBar).text("Plan") != nil)
    }

    @Test func titleOfAMenuIsShownLargeIfItIsCutOff() throws {
        var sample = Sample.swiftKit
        sample.actions = [Action(id: "post", title: "Post", icon: "plus")]
        let model = try model(sample, textScale: 2)
        let run = TextRun(string: "Post", families: [], weight: 400, size: 12)
        func menu(_ run: TextRun) -> Scene {
            Scene(items: [.text(run, in: .zero, anchor: .leading, .black)])
        }
        #expect(!model.needsLargeContent(.action("post"), in: menu(run)))
        var cut = run
        cut.maximumWidth = 20
        #expect(model.needsLargeContent(.action("post"), in: menu(cut)))
        #expect(scene(model, .action("post")).text("Post") != nil)
        #expect(!model.needsLargeContent(.closeMenu, in: menu(cut)))
    }

    @Test(arguments: Sample.all, [1, 1.6, 3])
    func everythingIsInTheMiddleOfTheScreen(sample: Sample, textScale: Double) throws {
        let model = try model(sample, textScale: textScale)
        for screen in [Size(width: 320, height: 480), Size(width: 428, height: 926), Size(width: 3840, height: 2160)] {
            let size = model.largeContentSize(onScreen: screen)
            #expect(size.width <= min(screen.width, 400) && size.height <= min(screen.height, 352))
            for tab in sample.tabs {
                let scene = scene(model, .tab(tab.id), screen: screen, scale: 1.5)
                #expect(scene.parts.isEmpty)
                let all = Rect(x: -1e-6, y: -1e-6, width: size.width + 2e-6, height: size.height + 2e-6)
                #expect(scene.items.allSatisfy { all.union($0.bounds) == all })
                let icon = try #require(scene.drawn.first { $0.isIcon })
                #expect(abs(icon.center.x - size.width / 2) < 1 && icon.rect.width >= 90)
                let lines = scene.lines
                #expect(lines.map(\.run.string).joined(separator: " ") == tab.title)
                #expect(
                    lines.allSatisfy { $0.run.size >= 20 && $0.run.maximumWidth == nil && $0.box.y > icon.rect.maxY })
            }
        }
    }

    @Test(arguments: [
        ("Conversations and messages of today", ["Conversations", "and messages", "of today"]),
        ("Notes", ["Notes"]), ("Quick actions, now", ["Quick", "actions, now"]),
    ])
    func longTitleHasSeveralLines(title: String, lines: [String]) {
        let layout = layout(title, textScale: 1.6)
        #expect(layout.lines.map(\.run.string) == lines)
        #expect(layout.lines.allSatisfy { $0.run.maximumWidth == nil && sixTenths($0.run) ?? 0 <= $0.box.width })
        let boxes = layout.lines.map(\.box)
        #expect(zip(boxes, boxes.dropFirst()).allSatisfy { $0.maxY <= $1.y + 1e-9 })
        #expect((boxes.last?.maxY ?? 0) <= layout.card.maxY)
    }

    private func layout(_ title: String, textScale: Double) -> LargeContentLayout {
        LargeContentLayout(
            title: title, families: [], in: Size(width: 320, height: 352), textScale: textScale, scale: 1,
            measure: sixTenths)
    }

    @Test func wordThatIsTooLongIsSmallerAndThenCutOff() {
        func run(_ title: String) -> TextRun? { layout(title, textScale: 1).lines.first?.run }
        #expect(run("Donaudampfschiff")?.maximumWidth == nil && (run("Donaudampfschiff")?.size ?? 24) < 24)
        #expect(run("Donaudampfschifffahrtsgesellschaft")?.maximumWidth != nil)
    }

    @Test(arguments: Sample.all, Appearance.allCases)
    func colorsCanBeRead(sample: Sample, appearance: Appearance) throws {
        let model = try model(sample, textScale: 1, appearance)
        for tab in sample.tabs {
            let scene = scene(model, .tab(tab.id))
            var ground: Color?
            for item in scene.items { if case .rounded(_, _, let top, _) = item { ground = top } }
            let card = try #require(ground)
            #expect(card.alpha == 1)
            for drawn in scene.drawn where drawn.isIcon || drawn.isText {
                #expect((drawn.color?.contrast(with: card) ?? 0) >= 4.5, "\(drawn.item)")
            }
        }
    }

    @Test func badgeIsShown() throws {
        let sample = Sample.swiftKit
        let model = try sample.model("home", after: .badge("activity", .count(120)), .badge("search", .dot))
        #expect(scene(model, .tab("activity")).text("99") != nil)
        #expect(scene(model, .tab("search")).items.contains { if case .ellipse = $0 { true } else { false } })
        #expect(scene(model, .tab("home")).capsules.isEmpty)
    }

    @Test func selectedTabHasItsFilledIcon() throws {
        let sample = Sample.lucidpal
        let tab = try #require(sample.tabs.first { $0.filledIcon != nil })
        let filled = try #require(tab.filledIcon)
        #expect(scene(try sample.model(tab.id), .tab(tab.id)).icon(filled) != nil)
        let other = try #require(sample.tabs.first { $0.id != tab.id })
        #expect(scene(try sample.model(other.id), .tab(tab.id)).icon(tab.icon) != nil)
    }

    @Test func appearsAndDisappearsSoftly() throws {
        var model = try Sample.stressMonitor.model()
        func alpha(_ time: UInt64) -> Double {
            let scene = model.largeContentScene(size: Size(width: 400, height: 352), at: time, measure: sixTenths)
            return scene.text("Flash")?.alpha ?? scene.text("Growth")?.alpha ?? 0
        }
        #expect(model.largeContentTarget == nil)
        model.showLargeContent(of: .tab("flash"), at: start)
        #expect(model.largeContentTarget == .tab("flash") && model.isLargeContentAnimating(at: start))
        let way = (0...15).map { alpha(start + UInt64($0) * 10 * millisecond) }
        #expect(way.first == 0 && way.last == 1 && zip(way, way.dropFirst()).allSatisfy { $0 < $1 })
        // Another tab changes it at once.
        model.showLargeContent(of: .tab("growth"), at: shown)
        #expect(alpha(shown) == 1 && !model.isLargeContentAnimating(at: shown))
        model.showLargeContent(of: nil, at: shown)
        #expect(model.largeContentTarget == nil && alpha(shown) == 1 && alpha(shown + 150 * millisecond) == 0)
        model.reducesMotion = true
        model.showLargeContent(of: .tab("flash"), at: 2 * shown)
        #expect(alpha(2 * shown) == 1 && !model.isLargeContentAnimating(at: 2 * shown))
    }

    @Test func nearestTargetIsUnderASlidingFinger() throws {
        let scene = try Sample.stressMonitor.model().scene(width: 428, at: start)
        let row = try #require(scene.spot("home")).rect
        func target(_ x: Double, _ dy: Double = 0) -> BarPart.Target? {
            scene.slidTarget(at: Point(x: x, y: row.center.y + dy))
        }
        #expect(target(88) == .tab("home") && target(150) == .tab("home") && target(152) == .tab("flash"))
        #expect(target(40) == .tab("home") && target(390) == .tab("growth"))
        // 44 px away from the cells, which are 84 high, the finger has left the bar.
        #expect(target(214, -42 - 43) == .tab("flash") && target(214, -42 - 45) == nil && target(214, 42 + 45) == nil)
    }
}
