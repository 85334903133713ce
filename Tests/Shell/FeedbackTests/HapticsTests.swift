// SPDX-License-Identifier: MIT

import Feedback
import Testing

@Suite struct HapticsTests {
    private final class FakeMotor: HapticActuator {
        var pulses: [Double] = []
        var releases = 0

        func pulse(strength: Double, duration: Double) { pulses += [strength, duration] }
        func release() { releases += 1 }
    }

    private static let millisecond: UInt64 = 1_000_000

    private let motor = FakeMotor()
    private var haptics: Haptics

    init() {
        haptics = Haptics(motor: motor)
        haptics.strength = 0.5
        haptics.duration = 0.01
    }

    private var count: Int { motor.pulses.count / 2 }

    @Test mutating func aTapIsFelt() {
        haptics.trigger = .tap
        haptics.tapCompleted(at: 0)
        #expect(motor.pulses == [0.5, 0.01])
        // Its consequences are not.
        haptics.selectionIs("a", at: 1000 * Self.millisecond)
        haptics.selectionIs("b", at: 2000 * Self.millisecond)
        #expect(count == 1)
    }

    @Test mutating func aSelectionIsFeltWhoeverCausedIt() {
        haptics.trigger = .selection
        haptics.tapCompleted(at: 0)
        haptics.selectionIs("a", at: 1000 * Self.millisecond)
        haptics.selectionIs("a", at: 2000 * Self.millisecond)
        #expect(count == 0)
        haptics.selectionIs("b", at: 3000 * Self.millisecond)
        #expect(count == 1)
        haptics.selectionIs("a", at: 4000 * Self.millisecond)
        #expect(count == 2)
    }

    @Test mutating func theFirstStateOfAConnectionIsNoChange() {
        haptics.trigger = .selection
        haptics.selectionIs("a", at: 0)
        haptics.connectionLost()
        haptics.selectionIs("b", at: 1000 * Self.millisecond)
        haptics.selectionIs(nil, at: 2000 * Self.millisecond)
        haptics.selectionIs("c", at: 3000 * Self.millisecond)
        #expect(count == 0)
        haptics.selectionIs("d", at: 4000 * Self.millisecond)
        #expect(count == 1)
    }

    /// The selection is tracked even while it triggers nothing.
    @Test mutating func aTriggerThatIsChangedIsNoChangeOfTheSelection() {
        haptics.trigger = .tap
        haptics.selectionIs("a", at: 0)
        haptics.selectionIs("b", at: 0)
        haptics.trigger = .selection
        haptics.selectionIs("b", at: 0)
        #expect(count == 0)
        haptics.selectionIs("a", at: 0)
        #expect(count == 1)
    }

    @Test mutating func neverIsNever() {
        haptics.selectionIs("a", at: 0)
        haptics.tapCompleted(at: 0)
        haptics.selectionIs("b", at: 1000 * Self.millisecond)
        #expect(count == 0)
        #expect(motor.releases == 0)
        haptics.trigger = .tap
        haptics.trigger = .never
        haptics.trigger = .never
        haptics.tapCompleted(at: 2000 * Self.millisecond)
        #expect(count == 0)
        #expect(motor.releases == 1)
    }

    @Test mutating func pulsesDoNotRunTogether() {
        haptics.trigger = .tap
        let times: [UInt64] = [1000, 1010, 1039, 1040, 1079, 1080, 2000]
        for time in times { haptics.tapCompleted(at: time * Self.millisecond) }
        #expect(count == 4)
        // Not even a clock that goes back stops them for good.
        haptics.tapCompleted(at: 0)
        #expect(count == 5)
    }

    @Test func triggersMatchLookKeys() {
        #expect(Haptics.Trigger.allCases.map(\.rawValue) == ["never", "tap", "selection"])
    }
}
