// SPDX-License-Identifier: MIT

package import Motion

extension AnimatedValue {
    /// Animates the value to a target along a look's transition, or sets it at once with reduced motion.
    package mutating func animate(
        to target: Double, from start: UInt64, along transition: Transition, reducesMotion: Bool = false
    ) {
        let isImmediate = reducesMotion || transition.duration == 0
        animate(to: target, from: start, with: isImmediate ? .immediate : Timing(transition))
    }
}
