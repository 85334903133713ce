/// A kind of haptic feedback, with its meaning in SwiftUI's `SensoryFeedback`.
public enum HapticKind: String, Sendable, CaseIterable {
    case light
    /// A touch of medium weight.
    case medium
    case selection
    case success

    public struct Pulse: Equatable, Sendable {
        /// The time after the beginning, ns.
        public var delay: UInt64
        /// The strength as a factor of a light pulse's.
        public var strength: Double
        /// The duration as a factor of a light pulse's.
        public var duration: Double
    }

    /// The pulses in order. The proportions are our choice, for lack of a standard.
    public var pulses: [Pulse] {
        switch self {
        case .light: [Pulse(delay: 0, strength: 1, duration: 1)]
        case .medium: [Pulse(delay: 0, strength: 2, duration: 1.5)]
        case .selection: [Pulse(delay: 0, strength: 0.75, duration: 0.75)]
        case .success:
            [
                Pulse(delay: 0, strength: 1.5, duration: 1),
                Pulse(delay: 120_000_000, strength: 2.5, duration: 1.5),
            ]
        }
    }
}
