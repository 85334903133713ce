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
                #expect(abs(capsule.size.height - 32) < 1e-9 && capsule.size.width == text.width.rounded(.up) + 1 + 24)
                #expect(abs(disc.x - 22 - capsule.rect.maxX - 10) <= 0.5 && abs(disc.y - capsule.center.y) <= 0.5)
                #expect(capsule.rect.x >= 8 - 1e-9 && disc.x + 22 <= size.width)
            }
        }
    }

    /// A long label is broken, and moves no disc away from the button; none is cut because its width is not whole.
    @Test func longLabelIsBroken() throws {
        var actions = sample.actions
        actions[1].title = "Dokument anlegen und sofort bearbeiten"
        let long = Sample(look: sample.look, tabs: sample.tabs, actions: actions)
        let model = try long.model(after: .select("create"))
        func measure(_ run: TextRun) -> Double? {
            min(Double(run.string.count) * run.size * 0.5501, run.maximumWidth ?? .infinity)
        }
        for (width, lines) in [
            (428.0, ["Dokument anlegen", "und sofort", "bearbeiten"]),
            (1280, ["Dokument anlegen und", "sofort bearbeiten"]),
        ] {
            let size = Size(width: width, height: 800)
            let scene = model.menuScene(
                size: size, barFrame: sample.barFrame(on: size), screen: size, at: .max, measure: measure)
            for line in lines + ["New post", "New document"] {
                #expect(try #require(scene.text(line)?.run).maximumWidth == nil)
                #expect(try #require(scene.text(line)).size.width <= 240)
            }
            let discs = ["compose", "camera", "document"].map { scene.icon($0)?.center.x ?? 0 }
            #expect(discs.allSatisfy { abs($0 - width / 2) <= 0.5 }, "\(discs)")
            #expect(!model.needsLargeContent(.action("new-photo"), in: scene))
        }
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
