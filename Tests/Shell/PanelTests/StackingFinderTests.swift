import Testing

@testable import Panel

@Suite struct StackingFinderTests {
    @Test func swayPutsNewSurfacesBelowBeforeItHasASceneGraph() {
        for (major, minor) in [(1, 0), (1, 7), (1, 9), (0, 15)] as [(Int64, Int64)] {
            #expect(StackingFinder.stacking(onSway: (major, minor)) == .newestBelow)
        }
        for (major, minor) in [(1, 10), (1, 11), (2, 0)] as [(Int64, Int64)] {
            #expect(StackingFinder.stacking(onSway: (major, minor)) == .newestAbove)
        }
    }
}
