// SPDX-License-Identifier: MIT

import Motion
import TabModel

extension Animated {
    /// Sends it to a target in the way of a look, or at once where motion is reduced.
    package mutating func animate(
        to target: Double, from start: UInt64, along transition: Transition, reducesMotion: Bool = false
    ) {
        let curve: CubicBezier
        switch transition.timing {
        case .curve(let points): curve = CubicBezier(points.x1, points.y1, points.x2, points.y2)
        case .spring: curve = .easeOut
        }
        animate(to: target, from: start, duration: reducesMotion ? 0 : transition.duration, curve: curve)
    }
}
