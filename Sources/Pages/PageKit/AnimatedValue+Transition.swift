// SPDX-License-Identifier: MIT

import Motion
import ShellModel
import ShellModel

extension AnimatedValue {
    /// Sends it to a target in the way of a look, or at once where motion is reduced.
    package mutating func animate(
        to target: Double, from start: UInt64, along transition: Transition, reducesMotion: Bool = false
    ) {
        let isAtOnce = reducesMotion || transition.duration == 0
        animate(to: target, from: start, with: isAtOnce ? .immediate : Timing(transition))
    }
}
