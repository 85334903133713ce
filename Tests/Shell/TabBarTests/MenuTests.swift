// SPDX-License-Identifier: MIT

import Geometry
import TabBar
import ShellModel
import Testing

@Suite struct MenuTests {
    private let sample = Sample.swiftKitMenu
    private let size = Size(width: 428, height: 800)
    private let titles = ["New post", "Take a photo", "New document"]

    private var bar: Rect { sample.barFrame(on: size) }

    private func scene(_ model: BarModel, _ time: UInt64) -> Scene {
        model.menuScene(size: size, barFrame: bar, at: time, measure: sixTenths)
    }

    private func opened() throws -> (BarModel, ShellState) {
        var model = try sample.model()
        let state = try sample.state().after(.select("create"), at: start)
        model.update(to: state, at: start)
        return (model, state)
    }

    private func dim(_ scene: Scene) -> Double {
        for case .fill(Rect(x: 0, y: 0, width: size.width, height: size.height), let color) in scene.items {
            return color.alpha
        }
        return 0
    }

    @Test func closedMenuHasNoScene() throws {
        let model = try sample.model()
        #expect(scene(model, start) == Scene(items: []))
        #expect(!model.isMenuVisible(at: start) && !model.isMenuAnimating(at: start))
        #expect(model.visibleMenu(at: start) == nil)
    }

    @Test func openMenuDimsTheRest() throws {
        let (model, _) = try opened()
        let menu = scene(model, .max)
        #expect(abs(dim(menu) - 0.4) < 0.003)
        let own = model.scene(width: 428, at: .max)
        let (above, below) = (try #require(menu.discs.first), try #require(own.discs.first))
        #expect(above.size == Size(width: 56, height: 56))
        #expect(above.rect == below.rect.offset(x: bar.x, y: bar.y))
        #expect(abs(try #require(menu.icon("plus")).rotation - .pi / 4) < 1e-9)
    }

    @Test func actionsAreStackedAboveTheButton() throws {
        let (model, _) = try opened()
        let menu = scene(model, .max)
        let button = try #require(menu.discs.first).rect
        var lower = button
        for (title, icon) in zip(titles, ["compose", "camera", "document"]) {
            let picture = try #require(menu.icon(icon))
            let disc = try #require(
                menu.drawn.first { drawn in
                    if case .ellipse = drawn.item { drawn.center == picture.center } else { false }
                })
            #expect(disc.size == Size(width: 44, height: 44))
            #expect(disc.center.x == button.center.x && disc.rect.maxY <= lower.y)
            let label = try #require(menu.text(title))
            #expect(label.rect.maxX <= disc.rect.x && label.center.y == disc.center.y)
            lower = disc.rect
        }
    }

    /// Labels are in capsules at the leading side of their discs, wherever the button is.
    @Test(arguments: [0, 2, 4], [Edge.bottom, .top, .left, .right])
    func labelsAreInCapsulesAtTheLeadingSide(place: Int, edge: Edge) throws {
        var tabs = sample.tabs
        tabs.insert(tabs.remove(at: 2), at: place)
        let moved = Sample(look: sample.look, tabs: tabs, actions: sample.actions).with { $0.bar.position = edge }
        let model = try moved.model(after: .select("create"))
        for size in [size, Size(width: 1280, height: 800), Size(width: 1920, height: 1080)] {
            let look = try #require(model.look(on: size))
            let frame = edge.strip(of: look.surfaceHeight, in: size)
            let menu = model.menuScene(size: size, barFrame: frame, screen: size, at: .max, measure: sixTenths)
            for (title, icon) in zip(titles, ["compose", "camera", "document"]) {
                let text = try #require(menu.text(title)).rect
                let capsule = try #require(menu.capsules.first { $0.center == text.center })
                let disc = try #require(menu.icon(icon)).center
                #expect(capsule.color == Color(RGBA(0, alpha: 0.7)))
                #expect(abs(capsule.size.height - 32) < 1e-9 && abs(capsule.size.width - text.width - 24) < 1e-9)
                #expect(abs(disc.x - 22 - capsule.rect.maxX - 10) <= 0.5 && abs(disc.y - capsule.center.y) <= 0.5)
                #expect(capsule.rect.x >= 8 - 1e-9 && disc.x + 22 <= size.width)
            }
        }
    }

    @Test func actionsEnterStaggered() throws {
        let (model, _) = try opened()
        // Spring (0.5, 0) after 0.2 of 0.5, at the same share of 0.35.
        for (index, title) in titles.enumerated() {
            let begin = start + UInt64(index) * 50 * millisecond
            #expect(scene(model, begin).text(title) == nil)
            let label = try #require(scene(model, begin + 140 * millisecond).text(title))
            #expect(abs(label.scale - (0.5 + 0.5 * 0.71542)) < 1e-5)
            #expect(abs(label.alpha - 0.71542) < 1e-5)
        }
        #expect(model.isMenuAnimating(at: start + 200 * millisecond))
        #expect(scene(model, .max).text(titles[2])?.scale == 1)
    }

    @Test func actionsLeaveTogether() throws {
        var (model, state) = try opened()
        let end = start + 5000 * millisecond
        state = try state.after(.setMenu(nil), at: end)
        model.update(to: state, at: end)
        let middle = scene(model, end + 75 * millisecond)
        let alphas = titles.map { middle.text($0)?.alpha ?? 0 }
        #expect(alphas.allSatisfy { $0 > 0.5 && abs($0 - alphas[0]) < 1e-9 })
        #expect(abs(dim(middle) - 0.4 * alphas[0]) < 1e-6)
        #expect(middle.parts.isEmpty)
        #expect(model.isMenuVisible(at: end + 149 * millisecond))
        #expect(!model.isMenuVisible(at: end + 150 * millisecond))
        #expect(scene(model, end + 150 * millisecond) == Scene(items: []))
    }

    @Test func partsOfTheMenu() throws {
        let (model, _) = try opened()
        let menu = scene(model, start)
        for (index, id) in (["new-post", "new-photo", "new-document"] as [ActionID]).enumerated() {
            let spot = menu.parts[index]
            #expect(spot.target == .action(id) && spot.node.label == titles[index])
            #expect(spot.rect.width >= 44 && spot.rect.height >= 44)
            #expect(menu.part(at: spot.rect.center)?.target == .action(id))
        }
        let button = try #require(menu.discs.first)
        #expect(menu.part(at: button.center)?.target == .closeMenu)
        #expect(menu.part(at: Point(x: 5, y: 5))?.target == .closeMenu)
        #expect(menu.part(at: Point(x: 5, y: 795))?.target == .closeMenu)
    }

    @Test func startDuringOpeningContinuesIt() throws {
        let (model, state) = try opened()
        var late = BarModel()
        let now = start + 90 * millisecond
        late.update(to: state, at: now)
        #expect(scene(late, now) == scene(model, now))
        let closing = try state.after(.setMenu(nil), at: start + 1000 * millisecond)
        var (old, new) = (model, BarModel())
        old.update(to: closing, at: start + 1000 * millisecond)
        new.update(to: closing, at: start + 1060 * millisecond)
        let later = start + 1060 * millisecond
        #expect(new.isMenuVisible(at: later) && scene(new, later) == scene(old, later))
        #expect(!new.isMenuVisible(at: start + 1150 * millisecond))
    }

    @Test func reopeningContinuesFromTheCurrentValue() throws {
        var (model, state) = try opened()
        let (end, again) = (start + 1000 * millisecond, start + 1070 * millisecond)
        state = try state.after(.setMenu(nil), at: end)
        model.update(to: state, at: end)
        let before = scene(model, again)
        state = try state.after(.select("create"), at: again)
        model.update(to: state, at: again)
        #expect(abs(dim(scene(model, again)) - dim(before)) < 1e-9)
        for title in titles {
            #expect(abs((scene(model, again).text(title)?.alpha ?? 0) - (before.text(title)?.alpha ?? 0)) < 1e-9)
        }
    }

    @Test func reducedMotionMakesTheMenuImmediate() throws {
        var model = try sample.model()
        model.reducesMotion = true
        var state = try sample.state().after(.select("create"), at: start)
        model.update(to: state, at: start)
        #expect(scene(model, start) == scene(model, .max) && !model.isMenuAnimating(at: start))
        #expect(scene(model, start).text(titles[2])?.alpha == 1)
        state = try state.after(.setMenu(nil), at: start + 1)
        model.update(to: state, at: start + 1)
        #expect(!model.isMenuVisible(at: start + 1))
    }

    @Test(arguments: [200.0, 300, 400])
    func actionsStayOnALowScreen(height: Double) throws {
        let (model, _) = try opened()
        let size = Size(width: 428, height: height)
        let menu = model.menuScene(size: size, barFrame: sample.barFrame(on: size), at: .max, measure: sixTenths)
        for spot in menu.parts { #expect(spot.rect.y >= 0 && spot.rect.maxY <= height) }
    }
}
