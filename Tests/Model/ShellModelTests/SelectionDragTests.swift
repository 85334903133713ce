import ShellModel
import Testing

@Suite struct SelectionDragTests {
    private static let pages: [TabID] = ["a", "b", "c"]

    private func state(_ commands: Command...) throws -> ShellState {
        try commands.reduce(Sample.full()) { try $0.reduce($1, at: 1).state }
    }

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

    @Test func dragSelectsNothingYetAndIsNotSaved() throws {
        let (state, effects) = try Sample.full().reduce(.drag(from: "a", to: "b", progress: 0.7), at: 5)
        #expect(state.selection?.tab == "a")
        #expect(state.drag == SelectionDrag(from: "a", to: "b", progress: 0.7, acceptedAt: 5))
        #expect(!effects.contains(.persist))
        #expect(try Sample.full().topics(of: .drag(from: "a", to: "b", progress: 0.7)) == [.drag])
    }

    @Test(arguments: [
        (0.49, 0.0, "a"), (0.51, 0, "b"), (0.2, 3, "b"), (0.8, -3, "a"), (0.2, 1, "a"), (-0.3, 0, "a"), (1.3, -1, "b"),
    ])
    func releaseSelectsTheNearestPageOrThatOfTheVelocity(progress: Double, velocity: Double, tab: String) throws {
        let dragged = try state(.drag(from: "a", to: "b", progress: progress))
        let released = try dragged.reduce(.endDrag(velocity: velocity), at: 9).state
        #expect(released.selection?.tab.rawValue == tab)
        #expect(released.drag?.release?.tab.rawValue == tab && released.drag?.release?.velocity == velocity)
        #expect(released.drag?.progress == progress && released.drag?.acceptedAt == 9)
        #expect(try dragged.topics(of: .endDrag(velocity: velocity)) == (tab == "a" ? [.drag] : [.drag, .selection]))
    }

    /// The page and the bar continue with the same spring, with the duration of the look's pages.
    @Test func releaseGoesOnWithASpring() throws {
        let released = try state(.drag(from: "a", to: "b", progress: 0.9), .endDrag(velocity: 1))
        let duration = try #require(released.look).motion[.page].duration
        let spring = Transition(duration: duration, bounce: 0)
        #expect(duration > 0 && released.drag?.release?.transition == spring)
        #expect(released.selection?.transition == spring && released.selection?.pageTransition == spring)
        // The next selection is the look's again.
        let next = try released.reduce(.select("c"), at: 9).state
        #expect(next.selection?.pageTransition == next.look?.motion[.page])
    }

    @Test func cancelledDragGoesBack() throws {
        let cancelled = try state(.drag(from: "a", to: "b", progress: 0.9), .endDrag(velocity: nil))
        #expect(cancelled.selection?.tab == "a" && cancelled.drag?.release?.tab == "a")
        #expect(try cancelled.ignores(.endDrag(velocity: 2)))
        #expect(try Sample.full().ignores(.endDrag(velocity: 2)))
    }

    @Test(arguments: ["a", "b", "c"] as [TabID]) func selectionDuringADragEndsIt(tab: TabID) throws {
        let selected = try state(.drag(from: "a", to: "b", progress: 0.4)).reduce(.select(tab), at: 9).state
        #expect(selected.drag?.release?.tab == tab && selected.drag?.release?.velocity == 0)
        #expect(selected.selection?.tab == tab)
        #expect(try selected.ignores(.endDrag(velocity: 8)))
    }

    @Test func whatCoversThePagesGoes() throws {
        let dragged = try state(.setSheet("find"), .focus(.enter), .drag(from: "a", to: "b", progress: 0.1))
        #expect(dragged.sheet.tab == nil && dragged.bar.focus == nil)
    }

    @Test func onlyPagesAreDraggedTo() throws {
        let state = try Sample.full()
        #expect(throws: CommandError.noPage("find")) {
            try state.reduce(.drag(from: "a", to: "find", progress: 0), at: 1)
        }
        #expect(throws: CommandError.sameTab("a")) { try state.reduce(.drag(from: "a", to: "a", progress: 0), at: 1) }
        #expect(throws: CommandError.unknownTab("x", known: state.tabs.map(\.id))) {
            try state.reduce(.drag(from: "x", to: "a", progress: 0), at: 1)
        }
    }

    @Test func dragOfATabThatGoesIsDiscarded() throws {
        let dragged = try Sample.state().after(.drag(from: "a", to: "c", progress: 0.5))
        let rest = try ShellConfiguration(tabs: [Sample.tab("a"), Sample.tab("b")], actions: [], look: Look())
        #expect(try dragged.after(.configure(rest)).drag == nil)
    }
}
