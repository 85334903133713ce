import BarGeometry
import Geometry
import Motion
import ShellModel
@testable import TabBar
import Testing

@Suite struct BarDragTests {
    private static let samples = [Sample.stressMonitor, .lucidpal, .swiftKit, .betterFit, .aspireBudget]
    private static let width = 428.0

    /// The indicator moves as far as the finger, over all pages, and skips other tabs.
    @Test(arguments: samples) func indicatorIsWhereTheFingerIs(sample: Sample) throws {
        var model = try sample.model()
        let look = try #require(model.look)
        let layout = model.layout(look, width: Self.width, height: 0)
        let pages = model.dragPages
        #expect(pages == sample.tabs.filter { $0.role == .page }.map(\.id))
        func center(_ tab: TabID) throws -> Double {
            layout.targets[try #require(sample.tabs.firstIndex { $0.id == tab })].center.x
        }
        let first = try center(pages[0])
        #expect(model.dragOrigin(width: Self.width, at: start) == first)
        let last = try center(pages[pages.count - 1])
        for x in stride(from: first, through: last, by: 7) {
            let position = try #require(model.dragPosition(at: x, width: Self.width))
            let drag = try #require(SelectionDrag(to: position, among: pages))
            let state = try sample.state().after(
                .drag(from: drag.from, to: drag.to, progress: drag.progress), at: start)
            model.update(to: state, at: start)
            #expect(!model.isAnimating(at: start))
            let origin = try #require(model.dragOrigin(width: Self.width, at: start))
            #expect(abs(origin - x) < 1e-6, "\(origin) for \(x)")
        }
    }

    @Test func beyondTheEndsTheFingerHasAResistance() throws {
        let model = try Sample.stressMonitor.model()
        let origin = try #require(model.dragOrigin(width: Self.width, at: start))
        func position(_ length: Double) -> Double { model.dragPosition(at: origin - length, width: Self.width) ?? .nan }
        #expect(position(0) == 0)
        #expect(position(30) < 0 && position(30) > position(60))
        #expect(position(10_000) > -1.0 / 3)
        #expect((model.dragPosition(at: 10_000, width: Self.width) ?? .nan) < 2 + 1.0 / 3)
    }

    /// A bar after a drag towards the second page, and those pages.
    private func dragged(_ sample: Sample, progress: Double, velocity: Double?) throws -> (BarModel, [TabID]) {
        let pages = try sample.model().dragPages
        let drag = Command.drag(from: pages[0], to: pages[1], progress: progress)
        var model = try sample.model(after: drag)
        model.update(to: try sample.state().after(drag, .endDrag(velocity: velocity), at: start), at: start)
        return (model, pages)
    }

    @Test func selectionGoesOnWithTheVelocityOfTheFinger() throws {
        let (model, pages) = try dragged(.stressMonitor, progress: 0.5, velocity: 2)
        #expect(model.motion.indicator.value(at: start) == 0.5)
        #expect(abs(model.motion.indicator.velocity(at: start) - 2) < 1e-6)
        for (index, velocity) in [-2.0, 2, 0].enumerated() {
            #expect(abs((model.motion.selectionProgress[pages[index]]?.velocity(at: start) ?? .nan) - velocity) < 1e-6)
        }
        #expect(model.isAnimating(at: start))
        #expect(model.motion.indicator.value(at: .max) == 1)
        #expect(model.motion.selectionProgress[pages[1]]?.value(at: .max) == 1)
        #expect(model.motion.selectionProgress[pages[0]]?.value(at: .max) == 0)
    }

    @Test func cancelledDragGoesBack() throws {
        let (model, pages) = try dragged(.swiftKit, progress: 0.9, velocity: nil)
        #expect(model.motion.indicator.value(at: start) > 0.5)
        #expect(model.motion.indicator.value(at: .max) == 0)
        #expect(model.motion.selectionProgress[pages[0]]?.value(at: .max) == 1)
    }

    /// A row that does not fit is scrolled by the finger; a minimized bar is pressed; reduced motion has no drags.
    @Test func barThatCannotBeDragged() throws {
        let row = Sample(
            look: Sample.stressMonitor.look, tabs: (0..<14).map { Sample.tab(TabID(rawValue: "tab\($0)")) })
        #expect(try row.model().dragOrigin(width: Self.width, at: start) == nil)
        var reduced = try Sample.stressMonitor.model()
        reduced.reducesMotion = true
        #expect(reduced.dragOrigin(width: Self.width, at: start) == nil)
        let single = Sample(look: Sample.stressMonitor.look, tabs: [Sample.tab("one")])
        #expect(try single.model().dragOrigin(width: Self.width, at: start) == nil)
    }
}
