// SPDX-License-Identifier: MIT

import BarGeometry
import Geometry
import Motion
@testable import TabBar
import ShellModel
import Testing

@Suite struct SwiftKitTests {
    private let sample = Sample.swiftKit
    private let accent = Color(rgb: 0x0066CC)

    private func scene(_ model: BarModel, _ time: UInt64, width: Double = 428) -> Scene {
        model.scene(width: width, at: time, measure: sixTenths)
    }

    /// The bar's upper edge on its surface.
    private var top: Double { sample.look.topOverflow }

    @Test func metricsOfATab() throws {
        let scene = scene(try sample.model(), start)
        let selected = try #require(scene.icon("house.fill"))
        #expect(scene.icon("house") == nil && scene.icon("person.fill") == nil)
        #expect(selected.size == Size(width: 24, height: 24) && selected.color == accent)
        let icon = try #require(scene.icon("search"))
        #expect(icon.size == Size(width: 22, height: 22) && icon.rect.y == top + 16)
        #expect(icon.color == Color.black.opacity(Color(RGBA(0, alpha: 0.55)).alpha))
        for (title, weight) in [("Home", 600), ("Search", 400)] {
            let text = try #require(scene.text(title))
            let run = try #require(text.run)
            #expect(run.weight == weight && run.size == 10)
            #expect(text.rect.y == top + 42.5 && text.rect.height == 12)
        }
        let indicator = try #require(scene.capsules.first)
        #expect(indicator.size == Size(width: 20, height: 3) && indicator.rect.y == top + 59)
        #expect(indicator.color == accent)
        let target = try #require(scene.spot("home")).rect
        #expect(abs(indicator.center.x - target.center.x) < 1e-9)
        #expect(target.y == top + 12 && target.height == 52 && top + sample.look.bar.height - target.maxY == 28)
    }

    @Test func indicatorIsGoneWhileAHiddenTabIsSelected() throws {
        var hidden = Sample.tab("hidden")
        hidden.isHidden = true
        let configuration = try ShellConfiguration(tabs: sample.tabs + [hidden], look: sample.look)
        let state = ShellState(configuration, restoring: PersistentState(), now: 0)
        var model = BarModel()
        model.update(to: state, at: 0)
        #expect(scene(model, start).capsules.count == 1)
        model.update(to: try state.after(.select("hidden")), at: 1)
        #expect(scene(model, start).capsules.isEmpty)
    }

    @Test func indicatorSlidesWithOvershoot() throws {
        let model = try sample.model(after: .select("profile"))
        let layout = BarLayout(look: sample.look, tabCount: 5, prominent: [2], width: 428)
        let (from, to) = (layout.targets[0].center.x, layout.targets[4].center.x)
        // The vectors of spring (0.5, 0.3), at the same share of 0.35.
        for (milliseconds, share) in [(0, 0), (70, 0.42330), (140, 0.87371), (210, 1.03393), (350, 1.01450)] {
            let capsules = scene(model, start + UInt64(milliseconds) * millisecond).capsules
            #expect(capsules.count == 1)
            let indicator = try #require(capsules.first)
            #expect(abs(indicator.center.x - (from + (to - from) * share)) < 0.01)
            #expect(indicator.size == Size(width: 20, height: 3) && indicator.alpha == 1)
        }
        #expect(scene(model, .max).capsules.first?.center.x == to)
    }

    @Test func iconGrowsWithTheSpring() throws {
        let model = try sample.with { $0.icon.bounce = 1 }.model(after: .select("activity"))
        let half = scene(model, start + 70 * millisecond)
        let (outline, filled) = (try #require(half.icon("activity")), try #require(half.icon("activity.fill")))
        #expect(outline.alpha > 0 && filled.alpha > 0)
        #expect(abs(outline.size.width - 22 * 1.04233) < 0.01)
        #expect(abs(filled.size.width - 24 * (1.04233 / 1.1)) < 0.01)
        let beyond = try #require(scene(model, start + 210 * millisecond).icon("activity.fill"))
        #expect(beyond.size.width > 24.05)
        let rest = try #require(scene(model, .max).icon("activity.fill"))
        #expect(rest.size.width == 24 && rest.scale == 1)
    }

    @Test func magnifyingGlassIsNeverFilled() throws {
        for time in [start, start + 70 * millisecond, .max] {
            let model = try sample.model(after: .select("search"))
            let scene = scene(model, time)
            #expect(scene.icons("search").count == 1 && scene.icons("search.fill").isEmpty)
        }
    }

    @Test func pressedTabShrinks() throws {
        var model = try sample.model()
        model.setPressed(true, .tab("search"), at: start)
        let share = 0.35774
        let icon = try #require(scene(model, start + 40 * millisecond).icon("search"))
        #expect(abs(icon.scale - (1 - 0.15 * share)) < 1e-5)
        let target = try #require(scene(model, start).spot("search")).rect
        let rest = try #require(scene(try sample.model(), start).icon("search"))
        #expect(abs((icon.center.y - target.center.y) - (rest.center.y - target.center.y) * icon.scale) < 1e-9)
        let pressed = scene(model, start + start)
        #expect(abs(try #require(pressed.icon("search")).scale - 0.85) < 1e-9)
        #expect(abs(try #require(pressed.text("Search")).scale - 0.85) < 1e-9)
        #expect(pressed.icon("house.fill")?.scale == 1 && pressed.capsules.first?.scale == 1)
        #expect(pressed.parts == scene(model, start).parts)
        model.setPressed(false, .tab("search"), at: start + start)
        #expect(scene(model, start + 4000 * millisecond).icon("search")?.scale == 1)
        #expect(!model.isAnimating(at: start + 4000 * millisecond))
    }

    @Test(arguments: [(1, "1"), (9, "9"), (10, "10"), (99, "99"), (100, "99"), (.max, "99")])
    func metricsOfABadge(count: Int, text: String) throws {
        let model = try sample.model(after: .badge("activity", .count(count)))
        let scene = scene(model, start + 1000 * millisecond)
        let icon = try #require(scene.icon("activity"))
        let badge = try #require(scene.capsules.last)
        #expect(badge.rect.maxX == icon.rect.maxX + 10 && badge.rect.y == icon.rect.y - 6)
        #expect(badge.color == Color(rgb: 0xDC2A20))
        #expect(badge.size.width >= badge.size.height)
        let label = try #require(scene.text(text))
        guard case .text(let run, _, .center, .white) = label.item else {
            Issue.record("not white, centred")
            return
        }
        #expect(run.weight == 700 && run.size == 10)
        #expect(badge.size.height == 14)
        #expect(badge.size.width == max(14, (Double(text.count) * 6 + 10).rounded(.up)))
        #expect(abs(label.center.x - badge.center.x) < 1e-9 && label.center.y == badge.center.y)
    }

    @Test func badgeGrowsAndShrinks() throws {
        var model = try sample.model()
        let none = try sample.state()
        let some = try none.after(.badge("activity", .count(5)))
        model.update(to: try none.after(.badge("activity", .count(0))), at: start)
        #expect(scene(model, start + millisecond).text("5") == nil && !model.isAnimating(at: start))
        model.update(to: some, at: start)
        #expect(scene(model, start).text("5") == nil)
        // The vectors of spring (0.5, 0.3), at the same share of 0.3.
        let middle = try #require(scene(model, start + 60 * millisecond).capsules.last)
        #expect(abs(middle.scale - 0.42330) < 1e-5 && abs(middle.alpha - 0.42330) < 1e-5)
        let beyond = try #require(scene(model, start + 180 * millisecond).capsules.last)
        #expect(abs(beyond.scale - 1.03393) < 1e-5 && beyond.alpha == 1)
        #expect(scene(model, .max).capsules.last?.scale == 1)
        let end = start + start
        model.update(to: none, at: end)
        let leaving = try #require(scene(model, end + 60 * millisecond).text("5"))
        #expect(abs(leaving.alpha - (1 - 0.42330)) < 1e-5)
        #expect(scene(model, end + 180 * millisecond).text("5") == nil)
        #expect(!model.isAnimating(at: end + start))
    }

    @Test func metricsOfTheButton() throws {
        let scene = scene(try sample.model(), start)
        let middle = top + 12 + 52.0 / 2
        let disc = try #require(scene.discs.first)
        #expect(disc.rect == Rect(center: Point(x: 214, y: middle - 16), width: 52, height: 52))
        guard case .disc(_, let paint, _) = disc.item else { return }
        #expect(!paint.isBottomToTop && paint.first == accent && abs(paint.last.alpha - 0.8) < 0.003)
        #expect(
            scene.items.contains { item in
                guard case .roundedShadow(let of, 26, let shape, let color) = item else { return false }
                return of == disc.rect && shape.sigma == 8 && shape.offsetY == 4 && abs(color.alpha - 0.4) < 0.003
            })
        #expect(scene.icon("plus")?.size == Size(width: 22, height: 22))
    }

    @Test func buttonRotatesWhileTheSheetIsOpen() throws {
        var model = try sample.model()
        let open = try sample.state().after(.select("create"), at: start)
        model.update(to: open, at: start)
        #expect(model.content.selected == "home")
        let spring = Spring(duration: 0.3, bounce: 0.4)
        for milliseconds in [0, 50, 120, 200] as [UInt64] {
            let plus = try #require(scene(model, start + milliseconds * millisecond).icon("plus"))
            let left = spring.state(after: Double(milliseconds) / 1000, displacement: 1, velocity: 0).displacement
            #expect(abs(plus.rotation - (1 - left) * .pi / 4) < 1e-6)
        }
        #expect(abs((scene(model, .max).icon("plus")?.rotation ?? 0) - .pi / 4) < 1e-9)
        model.update(to: try open.after(.setSheet(nil), at: start + 5000 * millisecond), at: start)
        #expect(scene(model, .max).icon("plus")?.rotation == 0)
        #expect(model.content.selected == "home")
    }

    @Test func pageColourReplacesAMissingBlur() throws {
        var model = try sample.model()
        let blurred = scene(model, start)
        model.supportsBackgroundBlur = false
        let plain = scene(model, start)
        let bar = Rect(x: 0, y: top, width: 428, height: sample.look.bar.height)
        for (scene, opacity) in [(blurred, 0.5), (plain, 0.96)] {
            let material = Color(sample.look.light[.page]).opacity(opacity)
            // It is below the look's own background.
            #expect(scene.items.first == .rounded(bar, radius: 0, top: material, bottom: material))
        }
        #expect(plain.items.dropFirst() == blurred.items.dropFirst())
        // An opaque bar has nothing behind it.
        var opaque = try Sample.aspireBudget.model()
        let before = opaque.scene(width: 428, at: start)
        opaque.supportsBackgroundBlur = false
        #expect(opaque.scene(width: 428, at: start) == before)
    }

    /// A page that blurs itself is seen through the bar, while nothing else is between them.
    @Test func barIsGlassOverAPageThatBlursItself() throws {
        for sample in [Sample.betterFit, .lucidpal] {
            let tab = try #require(sample.tabs.first).id
            let status = ProgramStatus(program: .page(tab), phase: .alive, blursBackdrop: true)
            let state = try sample.state(nil, .light)
            let over = try state.after(.setProgramStatus(status))
            let covered = try over.after(.setCovered(true, over: tab))
            func opacity(_ state: ShellState, blurs: Bool = false, above: Bool = true) -> Double {
                var model = BarModel()
                (model.supportsBackgroundBlur, model.isAbovePages) = (blurs, above)
                model.update(to: state, at: start)
                let layers = model.scene(width: 428, at: .max).items.compactMap { item -> Double? in
                    if case .rounded(_, _, let color, _) = item {
                        color.alpha
                    } else if case .fill(_, let color) = item {
                        color.alpha
                    } else {
                        nil
                    }
                }
                // The material and the container; glass is one.
                return layers.prefix(blurs || !(above && state.isBarOverBlur) ? 2 : 1).reduce(0) { $0 + (1 - $0) * $1 }
            }
            #expect(abs(opacity(over) - 0.7) < 1e-6)
            #expect(opacity(covered) > 0.95 && opacity(state) > 0.95 && opacity(over, above: false) > 0.95)
            #expect(opacity(over, blurs: true) == opacity(state, blurs: true))
        }
    }

    /// Text of the page that shines through is no text any more: black on white in light, white on black in dark.
    @Test(arguments: Appearance.allCases)
    func textOfThePageIsIllegibleUnderTheBar(appearance: Appearance) throws {
        for sample in Sample.all where sample.look.bar.material == .translucent {
            var model = try sample.model(nil, appearance)
            model.supportsBackgroundBlur = false
            let layers = model.scene(width: 428, at: .max).items.compactMap { item -> Color? in
                switch item {
                case .rounded(_, _, let color, _), .fill(_, let color): color
                default: nil
                }
            }.prefix(2)
            let palette = sample.look[palette: appearance]
            let drawn = [appearance == .light ? Color.black : .white, Color(palette[.page])].map { color in
                layers.reduce(color) { $1.drawn(on: $0) }
            }
            #expect(layers.count == 2 && drawn[0].contrast(with: drawn[1]) < 1.12, "\(sample): \(drawn)")
        }
    }

    @Test func nothingIsOverTheMaterial() throws {
        let scene = scene(try sample.model(), start)
        for appearance in Appearance.allCases {
            #expect(sample.look[palette: appearance][.background].alpha == 0)
            #expect(sample.look[palette: appearance][.backgroundEnd].alpha == 0)
        }
        #expect(
            scene.items.contains { item in
                guard case .line(let line, let color) = item else { return false }
                return line == Rect(x: 0, y: top, width: 428, height: 1) && abs(color.alpha - 0.09) < 0.01
            })
    }

    @Test func accessibilityTextsFollowTheLook() throws {
        let model = try sample.model(
            after: .badge("activity", .count(3)), .badge("profile", .count(1)), .badge("search", .count(250)))
        let scene = scene(model, start)
        #expect(scene.parts.map(\.node.label) == ["Home", "Search", "Create", "Activity", "Profile"])
        #expect(scene.parts.map(\.node.isSelected) == [true, false, nil, false, false])
        #expect(scene.parts[0].node.description == "Selected")
        #expect(scene.parts[1].node.description == "Double-tap to switch to Search")
        #expect(
            scene.parts.map(\.node.value)
                == [nil, "250 notifications", nil, "3 notifications", "1 notification"])
    }

    // MARK: - The icon of a selected tab: 1 → 1.15 → 1 within 0.35 s, besides the spring to its selected size

    /// Without the other motions.
    private var still: Sample {
        sample.with { look in
            look.motion[.select] = Transition(duration: 1, curve: .linear)
            look.motion[.indicator] = .immediate
        }
    }

    @Test func selectedIconBouncesOnce() throws {
        let model = try still.model(after: .select("activity"))
        func at(_ milliseconds: UInt64) -> Scene { scene(model, start + milliseconds * millisecond) }
        for (milliseconds, scale) in [(1, 1), (88, 1.075), (175, 1.15), (263, 1.075), (349, 1)] as [(UInt64, Double)] {
            #expect(abs(try #require(at(milliseconds).icon("activity.fill")).scale - scale) < 0.002)
            #expect(at(milliseconds).icon("house")?.scale == 1)
        }
        #expect(at(350).icon("activity.fill")?.scale == 1)
        #expect(model.isAnimating(at: start + 349 * millisecond))
        #expect(!model.isAnimating(at: start + 350 * millisecond))
    }

    @Test func damageIsTheIconAlone() throws {
        let model = try still.model(after: .select("activity"))
        func at(_ milliseconds: UInt64) -> Scene { scene(model, start + milliseconds * millisecond) }
        let icon = try #require(at(350).icon("activity.fill")).rect
        for milliseconds in stride(from: UInt64(16), to: 350, by: 16) {
            let damage = at(milliseconds).damage(since: at(milliseconds - 15))
            #expect(damage.count == 1)
            // 1.15 times the icon, and a pixel that resampling takes.
            #expect(damage.allSatisfy { $0.intersection(icon.inset(by: -3)) == $0 })
        }
        #expect(at(366).damage(since: at(350)).isEmpty)
    }

    @Test func nothingElseBounces() throws {
        var reduced = sample
        reduced.look.reducesMotion = true
        let models = [
            try reduced.model(after: .select("activity")), try sample.model("activity", after: .select("activity")),
            try Sample.betterFit.model(after: .select("plan")),
        ]
        for model in models { #expect(model.motion.bounces.values.allSatisfy { !$0.isMoving(at: start) }) }
    }
}
