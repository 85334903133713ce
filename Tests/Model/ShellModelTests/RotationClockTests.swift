import Testing

@testable import ShellModel

/// The turns of a rotation, on a scripted clock.
@Suite struct RotationClockTests {
    private typealias Surroundings = RotationClock.Surroundings
    private let rules = RotationRules(
        stops: [.init(tab: "a", seconds: 10), .init(tab: "b", seconds: 20)], resumeAfter: 30)

    private func time(_ seconds: Double) -> UInt64 { UInt64(seconds * 1e9) }

    private func clock() -> RotationClock {
        var clock = RotationClock()
        clock.rules = rules
        return clock
    }

    @Test func aTabWithoutATurnGivesWayAtTheBeginning() {
        var clock = clock()
        #expect(clock.advance(to: 0, Surroundings(front: "c")) == "a")
    }

    /// It stays as long as a finger's choice does.
    @Test func aTabThatAnotherClientSelectsStays() {
        var clock = clock()
        _ = clock.advance(to: 0, Surroundings(front: "a"))
        #expect(clock.advance(to: time(5), Surroundings(front: "c")) == nil)
        #expect(clock.deadline == time(35))
        #expect(clock.advance(to: time(35), Surroundings(front: "c")) == "a")
        // One with a turn has its whole time.
        #expect(clock.advance(to: time(36), Surroundings(front: "b")) == nil)
        #expect(clock.deadline == time(56))
    }

    @Test func oneTabNeverWakes() {
        var clock = RotationClock()
        clock.rules = RotationRules(stops: [.init(tab: "a", seconds: 1)])
        #expect(clock.advance(to: 0, Surroundings(front: "b")) == "a")
        #expect(clock.advance(to: time(100), Surroundings(front: "a")) == nil)
        #expect(clock.deadline == nil)
    }
}
