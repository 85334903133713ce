// SPDX-License-Identifier: MIT
public import Motion

extension Timing {
    /// Creates the timing of an animation from a transition of the state.
    public init(_ transition: Transition) {
        switch transition.timing {
        case .curve(let curve):
            self = .curve(curve, duration: transition.duration)
        case .spring(let bounce):
            self = .spring(Spring(duration: Double(transition.duration) / 1e9, bounce: bounce))
        }
    }
}
