// SPDX-License-Identifier: MIT

/// A kind of haptic feedback, by the meaning that it has in SwiftUI's `SensoryFeedback`.
public enum HapticKind: String, Sendable, CaseIterable {
    /// Something light was touched.
    case light
    /// Something of medium weight was touched.
    case medium
    /// A selection has changed.
    case selection
    /// A task has ended well.
    case success

    /// One pulse of a kind.
    public struct Pulse: Equatable, Sendable {
        /// The time after the beginning, ns.
        public var delay: UInt64
        /// The strength as a factor of that of a light pulse.
        public var strength: Double
        /// The duration as a factor of that of a light pulse.
        public var duration: Double
    }

    /// The pulses in their order. The proportions are chosen by us: there is no standard for them.
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
