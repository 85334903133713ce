// SPDX-License-Identifier: MIT

/// Something that can be felt.
public protocol HapticActuator: AnyObject {
    /// Gives one short pulse and returns at once; nothing happens where it cannot be done.
    ///
    /// - Parameters:
    ///   - strength: 0…1 of what the motor can do.
    ///   - duration: s.
    func pulse(strength: Double, duration: Double)
    /// Lets go of the device until the next pulse.
    func release()
}

/// Decides when the device gives a pulse. Times are CLOCK_MONOTONIC, ns.
public struct Haptics {
    /// What a pulse follows; the words are those of the look's key `haptics.trigger`.
    public enum Trigger: String, Sendable, CaseIterable {
        case never
        /// When a tab is pressed.
        case tap
        /// With every change of the selection, whoever caused it.
        case selection
    }

    /// Two pulses within 40 ms are one to the finger, and a strain on the motor.
    private static let interval: UInt64 = 40_000_000

    /// With `never` the motor is let go of.
    public var trigger = Trigger.never {
        didSet { if trigger == .never, trigger != oldValue { motor.release() } }
    }
    /// How strong a pulse is: 0…1 of what the motor can do.
    public var strength = 0.2
    /// How long a pulse is, s.
    public var duration = 0.007

    private let motor: any HapticActuator
    private var limit = RateLimit(interval: Haptics.interval)
    /// The selected tab, as far as it is known.
    private var selected: String?

    public init(motor: any HapticActuator) {
        self.motor = motor
    }

    /// A tab was pressed.
    public mutating func tabPressed(at time: UInt64) {
        if trigger == .tap { pulse(at: time) }
    }

    /// The state says which tab is selected. The first that it says is no change.
    public mutating func selectionIs(_ tab: String?, at time: UInt64) {
        let previous = selected
        selected = tab
        if trigger == .selection, let previous, let tab, tab != previous { pulse(at: time) }
    }

    /// The state is no longer known; what the next connection says first is no change.
    public mutating func connectionLost() {
        selected = nil
    }

    private mutating func pulse(at time: UInt64) {
        if limit.admits(time) { motor.pulse(strength: strength, duration: duration) }
    }
}
