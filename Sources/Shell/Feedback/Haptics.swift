// SPDX-License-Identifier: MIT

/// A device that gives haptic pulses.
public protocol HapticActuator: AnyObject {
    /// Starts one short pulse and returns at once; nothing happens without a motor.
    ///
    /// - Parameters:
    ///   - strength: 0…1 of the motor's maximum.
    ///   - duration: s.
    func pulse(strength: Double, duration: Double)
    /// Closes the device until the next pulse.
    func release()
}

/// The policy of haptic pulses. Times are CLOCK_MONOTONIC, ns.
public struct Haptics {
    /// The trigger of a pulse; the raw values are those of the look's key `haptics.trigger`.
    public enum Trigger: String, Sendable, CaseIterable {
        case never
        /// A tap, once it is completed; one that is taken back is not felt.
        case tap
        /// Every change of the selection, also by another client.
        case selection
    }

    /// The minimum interval: two pulses within 40 ms feel like one and strain the motor.
    private static let interval: UInt64 = 40_000_000

    /// `never` releases the motor.
    public var trigger = Trigger.never {
        didSet { if trigger == .never, trigger != oldValue { motor.release() } }
    }
    /// The strength of a pulse: 0…1 of the motor's maximum.
    public var strength = 0.2
    /// The duration of a pulse, s.
    public var duration = 0.007

    private let motor: any HapticActuator
    private var limit = RateLimit(interval: Haptics.interval)
    /// The selected tab; nil if unknown.
    private var selected: String?

    public init(motor: any HapticActuator) {
        self.motor = motor
    }

    /// Handles a completed tap.
    public mutating func tapCompleted(at time: UInt64) {
        if trigger == .tap { pulse(at: time) }
    }

    /// Handles the selected tab of a new state. The first one is not a change.
    public mutating func selectionIs(_ tab: String?, at time: UInt64) {
        let previous = selected
        selected = tab
        if trigger == .selection, let previous, let tab, tab != previous { pulse(at: time) }
    }

    /// Clears the selected tab: the first one of the next connection is not a change.
    public mutating func connectionLost() {
        selected = nil
    }

    private mutating func pulse(at time: UInt64) {
        if limit.admits(time) { motor.pulse(strength: strength, duration: duration) }
    }
}
