import Geometry
import PageKit
import PageTestSupport
import TestSupport
import Testing

@testable import StressMonitor

/// The pages in words.
@Suite struct AccessibilityTests {
    enum Kind: String, CaseIterable, Sendable {
        case home, flash, growth
    }

    private func page(_ kind: Kind, _ source: TestSource) -> any StressPage {
        switch kind {
        case .home: HomePage(source)
        case .flash: FlashPage(source)
        case .growth: GrowthPage(source)
        }
    }

    private func expect(_ text: String, matches name: String) throws {
        #expect(text == (try goldenText(name, now: text)))
    }

    @Test(arguments: Kind.allCases) func treesMatchTheGoldenFiles(kind: Kind) throws {
        try expect(page(kind, MockData.source()).settle().tree(phone).outline, matches: kind.rawValue)
    }

    /// A press by name is one at the named part's center.
    @Test(arguments: Kind.allCases, [phone, desk])
    func everythingThatCanBePressedTakesAPress(kind: Kind, context: PageContext) {
        for source in [MockData.source(), TestSource()] {
            let page = page(kind, source)
            page.settle(context)
            #expect(page.deafNodes(context, at: 0) == [])
            #expect(page.repeatedIDs(context) == [])
            #expect(page.hiddenFocus(context) == [])
        }
    }

    @Test func dayHasAnEntryForEachRowWithItsDeleteButton() throws {
        let page = GrowthPage(MockData.source()).settle()
        var context = phone
        context.reducedMotion = true
        context = page.open("\(page.today(at: 0))", in: context)
        page.work(context)
        #expect(page.deafNodes(context, at: 0) == [])
        #expect(page.repeatedIDs(context) == [])
        try expect(page.tree(context).outline, matches: "growth-day")
        #expect(page.hiddenFocus(context) == [])
        #expect(page.tree(page.open("nowhere", in: context)).outline.contains("No such day"))
    }

    @Test func startButtonStartsTheExercise() throws {
        let page = FlashPage(TestSource()).settle()
        let start = try #require(page.tree(phone).all.first { $0.label == "Start" }?.bounds)
        #expect(page.tap(start.center, phone, at: 0) == .redraw)
        #expect(page.run != nil)
        let labels = page.tree(phone).all.map(\.label)
        #expect(labels.contains("Pause") && labels.contains("End") && !labels.contains("Start"))
    }

    @Test func recordIsUndoneByTheButtonOfItsMessage() throws {
        let page = FlashPage(TestSource()).settle(desk)
        let walk = try #require(page.tree(desk).all.first { $0.label == "Walk" }?.bounds)
        _ = page.tap(walk.center, desk, at: 0)
        let toast = try #require(page.tree(desk).all.first { $0.role == .status })
        #expect(toast.label == "Walk recorded" && toast.children.map(\.label) == ["Undo"])
        _ = page.tap(try #require(toast.children[0].bounds).center, desk, at: 0)
        #expect(!page.tree(desk).all.contains { $0.role == .status })
    }
}
