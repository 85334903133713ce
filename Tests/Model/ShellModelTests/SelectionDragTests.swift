import ShellModel
import Testing

@Suite struct SelectionDragTests {
    private static let pages: [TabID] = ["a", "b", "c"]

    @Test(arguments: [
        (0.0, "a", "b", 0.0), (0.25, "a", "b", 0.25), (1, "b", "c", 0), (1.75, "b", "c", 0.75), (2, "b", "c", 1),
        (-0.25, "a", "b", -0.25), (2.25, "b", "c", 1.25), (9, "b", "c", 2), (-9, "a", "b", -1),
    ])
    func positionIsBetweenTwoPages(position: Double, from: String, to: String, progress: Double) throws {
        let drag = try #require(SelectionDrag(to: position, among: Self.pages))
        #expect(drag.from.rawValue == from && drag.to.rawValue == to && drag.progress == progress)
    }

    @Test func onePageHasNoPositions() {
        #expect(SelectionDrag(to: 0, among: ["a"]) == nil)
        #expect(SelectionDrag(to: .nan, among: Self.pages) == nil)
    }

    @Test func sharesAddUpToOne() throws {
        for position in stride(from: -1.0, through: 3, by: 0.125) {
            let drag = try #require(SelectionDrag(to: position, among: Self.pages))
            #expect(abs(Self.pages.reduce(0) { $0 + drag.share(of: $1) } - 1) < 1e-9)
        }
    }

    /// The page and the bar continue with the same spring, with the duration of the look's pages.
    @Test func releaseGoesOnWithASpring() throws {
        let released = try Sample.full().after(.drag(from: "a", to: "b", progress: 0.9), .endDrag(velocity: 1))
        let duration = try #require(released.look).motion[.page].duration
        let spring = Transition(duration: duration, bounce: 0)
        #expect(duration > 0 && released.drag?.release?.transition == spring)
        #expect(released.selection?.transition == spring && released.selection?.pageTransition == spring)
        // The next selection is the look's again.
        let next = try released.reduce(.select("c"), at: 9).state
        #expect(next.selection?.pageTransition == next.look?.motion[.page])
    }
}
