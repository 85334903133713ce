@testable import PageKit
import ShellModel
import Testing

@Suite struct NavigationStackTests {
    private let curve = Transition(duration: 200 * millisecond, curve: .linear)

    @Test func deeperLevelSlidesInAndOut() {
        var navigation = NavigationStack()
        navigation.navigate(to: ["a"], at: second, along: curve, isImmediate: false)
        var levels = navigation.visibleLevels(at: second + 50 * millisecond)
        #expect(levels.map(\.path) == [[], ["a"]])
        #expect(abs(levels[0].distance + 0.25) < 1e-9 && abs(levels[1].distance - 0.75) < 1e-9)
        #expect(navigation.visibleLevels(at: 2 * second) == [.init(path: ["a"], distance: 0)])
        navigation.navigate(to: [], at: 2 * second, along: curve, isImmediate: false)
        levels = navigation.visibleLevels(at: 2 * second + 50 * millisecond)
        #expect(levels.map(\.path) == [[], ["a"]])
        #expect(abs(levels[0].distance + 0.75) < 1e-9 && abs(levels[1].distance - 0.25) < 1e-9)
        #expect(navigation.visibleLevels(at: 3 * second) == [.init(path: [], distance: 0)])
        #expect(!navigation.isMoving(at: 3 * second))
    }

    @Test(arguments: [[], ["b"], ["a", "b"], ["c", "d"]] as [[String]])
    func interruptedNavigationContinuesFromItsPosition(target: [String]) {
        var navigation = NavigationStack()
        navigation.navigate(to: ["a"], at: second, along: curve, isImmediate: false)
        let turn = second + 80 * millisecond
        let before = navigation.visibleLevels(at: turn)
        navigation.navigate(to: target, at: turn, along: curve, isImmediate: false)
        let after = navigation.visibleLevels(at: turn)
        for sight in before {
            let same = after.first { $0.path == sight.path }
            #expect(abs((same?.distance ?? 9) - sight.distance) < 1e-9)
        }
        #expect(navigation.visibleLevels(at: turn + second) == [.init(path: target, distance: 0)])
    }

    @Test func navigationToTheRootFromAnyDepth() {
        var navigation = NavigationStack()
        navigation.navigate(to: ["a", "b", "c"], at: 0, along: curve, isImmediate: true)
        navigation.navigate(to: [], at: second, along: curve, isImmediate: false)
        let levels = navigation.visibleLevels(at: second + 100 * millisecond)
        #expect(levels.map(\.path) == [[], ["a", "b", "c"]])
    }

    @Test func rapidNavigationAlwaysShowsALevel() {
        var navigation = NavigationStack()
        let spring = Transition(duration: 300 * millisecond, bounce: 0.4)
        let paths: [[String]] = [["a"], ["a", "b"], [], ["c"], ["c", "d", "e"], ["c"], []]
        var now = second
        for round in 0..<200 {
            navigation.navigate(to: paths[round % paths.count], at: now, along: spring, isImmediate: false)
            for step in 0..<5 {
                let levels = navigation.visibleLevels(at: now + UInt64(step) * 7 * millisecond)
                #expect((1...2).contains(levels.count))
            }
            now += 30 * millisecond
        }
        #expect(navigation.visibleLevels(at: now + 10 * second).map(\.path) == [navigation.path])
    }
}
