import Feedback
import ShellModel
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
        haptics.style.strength = 0.5
        haptics.style.duration = 0.01
    }

    private var count: Int { motor.pulses.count / 2 }

    enum Event: Sendable {
        case tap, selection(String?), lost, trigger(HapticsStyle.Trigger)
    }

    /// Each event comes a second after the one before; the script ends with this number of pulses.
    @Test(
        arguments: [
            // The consequences of a tap are not felt.
            ([.trigger(.tap), .tap, .selection("a"), .selection("b")], 1),
            // A selection is felt whoever has caused it.
            ([.trigger(.selection), .tap, .selection("a"), .selection("a")], 0),
            ([.trigger(.selection), .selection("a"), .selection("b"), .selection("a")], 2),
            // The first state of a connection is not a change.
            ([.trigger(.selection), .selection("a"), .lost, .selection("b"), .selection(nil), .selection("c")], 0),
            ([.trigger(.selection), .selection("a"), .selection(nil), .selection("c"), .selection("d")], 1),
            // The selection is known even while it triggers nothing.
            ([.trigger(.tap), .selection("a"), .selection("b"), .trigger(.selection), .selection("b")], 0),
            ([.trigger(.tap), .selection("a"), .selection("b"), .trigger(.selection), .selection("a")], 1),
        ] as [([Event], Int)])
    mutating func onlyTheTriggerIsFelt(events: [Event], pulses: Int) {
        for (index, event) in events.enumerated() {
            let time = UInt64(index) * 1000 * Self.millisecond
            switch event {
            case .tap: haptics.tapCompleted(at: time)
            case .selection(let tab): haptics.selectionIs(tab, at: time)
            case .lost: haptics.connectionLost()
            case .trigger(let trigger): haptics.style.trigger = trigger
            }
        }
        #expect(count == pulses)
    }

    @Test mutating func neverIsNever() {
        haptics.selectionIs("a", at: 0)
        haptics.tapCompleted(at: 0)
        haptics.selectionIs("b", at: 1000 * Self.millisecond)
        #expect(count == 0)
        #expect(motor.releases == 0)
        haptics.style.trigger = .tap
        haptics.style.trigger = .never
        haptics.style.trigger = .never
        haptics.tapCompleted(at: 2000 * Self.millisecond)
        #expect(count == 0)
        #expect(motor.releases == 1)
        // A page may still ask for something, unless haptics are off.
        haptics.play(.light, at: 3000 * Self.millisecond)
        #expect(count == 1)
        haptics.style.trigger = .tap
        haptics.style.isEnabled = false
        #expect(motor.releases == 2)
        haptics.tapCompleted(at: 4000 * Self.millisecond)
        haptics.play(.success, at: 5000 * Self.millisecond)
        #expect(count == 1 && haptics.nextPulse == nil)
    }

    @Test(arguments: [
        (HapticKind.light, [0.5, 0.01]), (.medium, [1, 0.015]), (.selection, [0.375, 0.0075]),
    ]) mutating func kindsAreInProportion(kind: HapticKind, expected: [Double]) {
        haptics.style.trigger = .tap
        haptics.style.kind = kind
        haptics.tapCompleted(at: 0)
        #expect(motor.pulses == expected && haptics.nextPulse == nil)
    }

    @Test mutating func successHasTwoPulses() {
        haptics.style.strength = 0.2
        haptics.play(.success, at: 7 * Self.millisecond)
        #expect(count == 1 && haptics.nextPulse == 127 * Self.millisecond)
        haptics.advance(to: 126 * Self.millisecond)
        #expect(count == 1)
        haptics.advance(to: 130 * Self.millisecond)
        #expect(motor.pulses.map { ($0 * 1000).rounded() } == [300, 10, 500, 15] && haptics.nextPulse == nil)
        // Another kind takes its place, and no pulse is stronger than the motor.
        haptics.style.strength = 0.9
        haptics.play(.success, at: 1000 * Self.millisecond)
        haptics.play(.medium, at: 1050 * Self.millisecond)
        #expect(haptics.nextPulse == nil && count == 4 && motor.pulses[6] == 1)
        // Turning haptics off ends a pattern in the middle.
        haptics.play(.success, at: 2000 * Self.millisecond)
        haptics.style.isEnabled = false
        haptics.advance(to: 3000 * Self.millisecond)
        #expect(count == 5)
    }

    @Test mutating func pulsesDoNotRunTogether() {
        haptics.style.trigger = .tap
        let times: [UInt64] = [1000, 1010, 1039, 1040, 1079, 1080, 2000]
        for time in times { haptics.tapCompleted(at: time * Self.millisecond) }
        #expect(count == 4)
        // Not even a clock that goes back stops them for good.
        haptics.tapCompleted(at: 0)
        #expect(count == 5)
    }
}
