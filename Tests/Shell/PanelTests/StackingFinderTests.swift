import Testing

@testable import Panel

@Suite struct StackingFinderTests {
    @Test func swayPutsNewSurfacesBelowBeforeItHasASceneGraph() {
        let older: [(Int64, Int64)] = [(1, 0), (1, 7), (1, 9), (0, 15)]
        let newer: [(Int64, Int64)] = [(1, 10), (1, 11), (2, 0)]
        #expect(older.allSatisfy { StackingFinder.stacking(onSway: $0) == .newestBelow })
        #expect(newer.allSatisfy { StackingFinder.stacking(onSway: $0) == .newestAbove })
    }
}
