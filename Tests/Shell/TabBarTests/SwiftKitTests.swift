import Geometry
import Motion
@testable import TabBar
import ShellModel
import Testing

@Suite struct SwiftKitTests {
    private let sample = Sample.swiftKit

    private func scene(_ model: BarModel, _ time: UInt64, width: Double = 428) -> Scene {
        model.scene(width: width, at: time, measure: sixTenths)
    }

    /// The bar's upper edge on its surface.
    private var top: Double { sample.look.topOverflow }

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

    /// The colours of the areas, from the lowest on.
    private func layers(_ model: BarModel) -> [Color] {
        model.scene(width: 428, at: .max).items.compactMap { item in
            switch item {
            case .rounded(_, _, let color, _), .fill(_, let color): color
            default: nil
            }
        }
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
                // The material and the container; glass is one.
                let count = blurs || !(above && state.isBarOverBlur) ? 2 : 1
                return layers(model).prefix(count).reduce(0) { $0 + (1 - $0) * $1.alpha }
            }
            #expect(abs(opacity(over) - 0.7) < 1e-6)
            #expect(opacity(covered) > 0.95 && opacity(state) > 0.95 && opacity(over, above: false) > 0.95)
            #expect(opacity(over, blurs: true) == opacity(state, blurs: true))
        }
    }

    /// The page's text that shines through is not text any more: black on white in light, white on black in dark.
    @Test(arguments: Appearance.allCases)
    func textOfThePageIsIllegibleUnderTheBar(appearance: Appearance) throws {
        for sample in Sample.all where sample.look.bar.material == .translucent {
            var model = try sample.model(nil, appearance)
            model.supportsBackgroundBlur = false
            let layers = layers(model).prefix(2)
            let palette = sample.look[palette: appearance]
            let drawn = [appearance == .light ? Color.black : .white, Color(palette[.page])].map { color in
                layers.reduce(color) { $1.drawn(on: $0) }
            }
            #expect(layers.count == 2 && drawn[0].contrast(with: drawn[1]) < 1.12, "\(sample): \(drawn)")
        }
    }

    // MARK: - The icon of a selected tab: 1 → 1.15 → 1 within 0.35 s, besides the spring to its selected size

    /// Without the other motions.
    private var still: Sample {
        sample.with { look in
            look.motion[.select] = Transition(duration: 1, curve: .linear)
            look.motion[.indicator] = .immediate
        }
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
