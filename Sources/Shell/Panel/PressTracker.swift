// SPDX-License-Identifier: MIT
import SurfaceKit
import TabBar

/// The fingers and pointers that are down on a scene. Several of them on one place are one press, which is over with the
/// last of them.
struct PressTracker {
    /// What an event changed.
    enum Outcome: Equatable {
        case nothing
        /// A place looks pressed now.
        case pressed(HitRegion.Target)
        /// A place no longer looks pressed.
        case lifted(HitRegion.Target)
        /// A place was pressed and released: what it stands for is to be done.
        case done(HitRegion.Target)
    }

    private struct Press {
        var target: HitRegion.Target
        var isInside: Bool
    }

    private var presses: [InputSource: Press] = [:]

    /// Takes an event of a source; events that are no presses change nothing.
    mutating func take(_ event: InputEvent, from source: InputSource, on scene: Scene) -> Outcome {
        switch event {
        case .press(let point):
            guard let target = scene.hitRegion(at: point)?.target else { return .nothing }
            let isFirst = !isPressed(target)
            presses[source] = Press(target: target, isInside: true)
            return isFirst ? .pressed(target) : .nothing
        case .move(let point):
            guard let press = presses[source] else { return .nothing }
            let isInside = scene.hitRegion(at: point)?.target == press.target
            guard isInside != press.isInside else { return .nothing }
            let wasPressed = isPressed(press.target)
            presses[source]?.isInside = isInside
            guard isPressed(press.target) != wasPressed else { return .nothing }
            return isInside ? .pressed(press.target) : .lifted(press.target)
        case .release:
            guard let press = presses.removeValue(forKey: source), press.isInside, !isPressed(press.target) else {
                return .nothing
            }
            return .done(press.target)
        case .cancel:
            guard let press = presses.removeValue(forKey: source), press.isInside, !isPressed(press.target) else {
                return .nothing
            }
            return .lifted(press.target)
        case .leave, .wheel, .scroll, .key, .text:
            return .nothing
        }
    }

    private func isPressed(_ target: HitRegion.Target) -> Bool {
        presses.values.contains { $0.target == target && $0.isInside }
    }

    /// Forgets the presses on places that are no longer there.
    mutating func retain(_ scene: Scene) {
        guard !presses.isEmpty else { return }
        presses = presses.filter { press in scene.hitRegions.contains { $0.target == press.value.target } }
    }
}
