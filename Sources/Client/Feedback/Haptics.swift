public import ShellModel

/// A device that gives haptic pulses.
public protocol HapticActuator: AnyObject {
    /// Starts one short pulse and returns at once; nothing happens without a motor.
    ///
    /// - Parameters:
    ///   - strength: 0…1 of the motor's maximum.
    ///   - duration: s.
    func pulse(strength: Double, duration: Double)
    func release()
}

/// The policy of haptic feedback. Times are CLOCK_MONOTONIC, ns.
public struct Haptics {
    /// The minimum interval: two pulses within 40 ms feel like one and strain the motor.
    private static let interval: UInt64 = 40_000_000

    /// The look's values. The motor is released when the bar does not use it any more.
    public var style: HapticsStyle {
        didSet {
            let isOff = !style.isEnabled && oldValue.isEnabled
            if isOff || style.trigger == .never && oldValue.trigger != .never {
                pulses = []
                motor.release()
            }
        }
    }

    private let motor: any HapticActuator
    private var limit = RateLimit(interval: Haptics.interval)
    private var pulses: ArraySlice<(time: UInt64, pulse: HapticKind.Pulse)> = []
    private var selected: String?

    /// Creates a policy under which nothing is felt.
    public init(motor: any HapticActuator) {
        self.motor = motor
        style = HapticsStyle()
        style.trigger = .never
    }

    /// The time at which ``advance(to:)`` is due; nil for never.
    public var nextPulse: UInt64? { pulses.first?.time }

    public mutating func tapCompleted(at time: UInt64) {
        if style.trigger == .tap { play(style.kind, at: time) }
    }

    /// Handles the selected tab of a new state. The first one is not a change.
    public mutating func selectionIs(_ tab: String?, at time: UInt64) {
        let previous = selected
        selected = tab
        if style.trigger == .selection, let previous, let tab, tab != previous { play(style.kind, at: time) }
    }

    /// Clears the selected tab: the first one of the next connection is not a change.
    public mutating func connectionLost() {
        selected = nil
    }

    /// Plays a kind in place of one that is being played.
    public mutating func play(_ kind: HapticKind, at time: UInt64) {
        guard style.isEnabled, limit.admits(time) else { return }
        pulses = kind.pulses.map { (time &+ $0.delay, $0) }[...]
        advance(to: time)
    }

    public mutating func advance(to time: UInt64) {
        while let next = pulses.first, next.time <= time {
            pulses.removeFirst()
            motor.pulse(
                strength: min(style.strength * next.pulse.strength, 1), duration: style.duration * next.pulse.duration)
        }
    }
}
