@testable import BarGeometry
import Geometry
@testable import TabBar
import ShellModel
import Testing

@Suite struct ScrolledRowTests {

    private func sample(_ sample: Sample, count: Int = 14) -> Sample {
        Sample(look: sample.look, tabs: (0..<count).map { Sample.tab(TabID(rawValue: "tab\($0)")) })
    }

    private static let samples = [Sample.stressMonitor, .lucidpal, .swiftKit, .betterFit]

    @Test(arguments: samples, [320.0, 428])
    func selectedTabIsInSight(original: Sample, width: Double) throws {
        let sample = sample(original)
        for (index, tab) in sample.tabs.enumerated() {
            let scene = try sample.model(tab.id).scene(width: width, at: .max, measure: sixTenths)
            let bar = BarLayout(look: sample.look, tabCount: 1, width: width).bar
            let target = try #require(scene.spot(tab.id)).rect
            #expect(target.width >= 44 && target.x >= bar.x - 1e-9 && target.maxX <= bar.maxX + 1e-9)
            #expect(abs(target.center.x - (try #require(scene.icon(tab.icon))).center.x) < 1)
            for neighbour in [index - 1, index + 1] where sample.tabs.indices.contains(neighbour) {
                let spot = try #require(scene.spot(sample.tabs[neighbour].id)).rect
                #expect(spot.width > 0 && (bar.x...bar.maxX).contains(spot.center.x))
            }
            // Nothing is drawn or pressed beyond the container.
            #expect(scene.parts.allSatisfy { $0.rect.x >= bar.x - 1e-9 && $0.rect.maxX <= bar.maxX + 1e-9 })
            for icon in scene.drawn where icon.isIcon && icon.alpha > 0 {
                #expect(icon.center.x >= bar.x - 22 && icon.center.x <= bar.maxX + 22)
            }
        }
    }

    /// The leading edge of a tab.
    private func x(_ tab: Int, _ model: BarModel, at time: UInt64) throws -> Double {
        let look = try #require(model.look)
        return model.layout(look, width: 428, height: 0, at: time).targets[tab].x
    }

    @Test(arguments: samples)
    func rowFollowsAFingerUntilTheNextSelection(original: Sample) throws {
        let sample = sample(original)
        var model = try sample.model("tab0")
        let before = try x(3, model, at: start)
        let isScrolled = model.scrollRow(by: 100, width: 428, at: start)
        let moved = before - (try x(3, model, at: start))
        #expect(isScrolled && abs(moved - 100) < 1e-6 && !model.isAnimating(at: start))
        // Touch targets follow the tabs.
        let scene = model.scene(width: 428, at: start)
        #expect(abs(try #require(scene.spot("tab4")).rect.x - (try x(4, model, at: start))) < 1e-6)
        model.update(to: try sample.state("tab0").after(.select("tab1"), at: start), at: start)
        #expect(abs(before - (try x(3, model, at: start)) - 100) < 1e-6, "it begins where the finger has left it")
        #expect(model.isAnimating(at: start))
        let target = try #require(model.scene(width: 428, at: .max).spot("tab1")).rect
        let bar = BarLayout(look: sample.look, tabCount: 1, width: 428).bar
        #expect(target.x >= bar.x - 1e-9 && target.maxX <= bar.maxX)
    }

    @Test(arguments: samples)
    func rowStretchesAtItsEndsAndSpringsBack(original: Sample) throws {
        var model = try sample(original).model("tab0")
        let end = try x(0, model, at: start)
        _ = model.scrollRow(by: -100, width: 428, at: start)
        let stretched = try x(0, model, at: start) - end
        // A finger's way of 100 px in a window of w: w · (1 − 1 / (0.55 · 100 / w + 1)).
        #expect(stretched > 40 && stretched < 55)
        model.releaseRow(at: start)
        #expect(model.isRowMoving(at: start) && model.isAnimating(at: start))
        var last = stretched
        for frame in 1...120 {
            let stretch = try x(0, model, at: start + UInt64(frame) * 16 * millisecond) - end
            #expect(stretch >= -1e-9 && stretch <= last + 1e-9)
            last = stretch
        }
        #expect(last == 0 && !model.isAnimating(at: start + start))
    }

    @Test func rowIsNotPulledBeyondItsEndsWithReducedMotion() throws {
        var model = try sample(.lucidpal).model("tab0")
        model.reducesMotion = true
        let end = try x(0, model, at: start)
        _ = model.scrollRow(by: -100, width: 428, at: start)
        #expect(try x(0, model, at: start) == end)
    }

    /// iOS's deceleration rate: the velocity falls to 0.998 of itself in a millisecond, so a row rests half a second's way farther.
    @Test func rowGoesOnWithTheFingersVelocity() throws {
        var model = try sample(.lucidpal, count: 60).model("tab0")
        let before = try x(0, model, at: start)
        for step in 0...5 {
            _ = model.scrollRow(by: 8, width: 428, at: start + UInt64(step) * 10 * millisecond)
        }
        let lifted = start + 50 * millisecond
        model.releaseRow(at: lifted)
        func offset(_ milliseconds: UInt64) throws -> Double {
            before - (try x(0, model, at: lifted + milliseconds * millisecond))
        }
        // 40 px in 50 ms, from the first movement on.
        let velocity = 800.0
        #expect(abs(try offset(0) - 48) < 1e-6)
        #expect(abs((try offset(101) - (try offset(100))) - velocity / 1000 * 0.8187) < 0.002)
        #expect(abs(try offset(10_000) - 48 - velocity / 2) < 6)
        #expect(model.isAnimating(at: lifted) && !model.isAnimating(at: lifted + 10_000 * millisecond))
        // A finger stops it, and so does a selection, where it is.
        let stopped = lifted + 100 * millisecond
        let place = try offset(100)
        #expect(model.isRowMoving(at: stopped))
        model.holdRow(at: stopped)
        #expect(!model.isRowMoving(at: stopped) && !model.isAnimating(at: stopped))
        #expect(abs(try offset(5000) - place) < 1e-9)
    }

    @Test func rowThatFitsIsNotScrolled() throws {
        var model = try Sample.lucidpal.model()
        let isScrolled = model.scrollRow(by: 10, width: 428, at: start)
        model.releaseRow(at: start)
        #expect(!isScrolled && !model.canScrollRow(width: 428) && !model.isAnimating(at: start))
    }

    @Test func positionsAndOffsetsAgree() {
        let row = ScrolledRow(centers: [22, 66, 120, 180, 224], length: 246, width: 100)
        #expect(row.maximum == 146 && row.offset(at: 0) == 0 && row.offset(at: 4) == 146)
        for offset in stride(from: 0, through: 146, by: 0.5) {
            #expect(abs(row.offset(at: row.position(at: offset)) - offset) < 1e-9)
        }
        #expect(row.position(at: -100) == 0 && row.position(at: 500) == 4)
    }

    @Test func capacity() {
        #expect(Sample.stressMonitor.look.tabCapacity(length: 428) == 9)
        #expect(Sample.lucidpal.look.tabCapacity(length: 320) == 7)
        #expect(Sample.betterFit.look.tabCapacity(length: 428) == 9)
        #expect(Sample.aspireBudget.look.tabCapacity(length: 320, buttons: 1) == 5)
        #expect(Sample.lucidpal.look.minimumLength(tabs: 14) == 616)
    }
}
