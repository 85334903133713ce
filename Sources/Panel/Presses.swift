// SPDX-License-Identifier: MIT
import SurfaceKit
import TabBar

/// The fingers and pointers that are down on a scene. One place is pressed by one of them: a second finger on it is not a
/// second press.
struct Presses {
    /// What an event changed.
    enum Outcome: Equatable {
        case nothing
        /// A place looks pressed now.
        case pressed(Hotspot.Target)
        /// A place no longer looks pressed.
        case lifted(Hotspot.Target)
        /// A place was pressed and released: what it stands for is to be done.
        case done(Hotspot.Target)
    }

    private struct Press {
        var target: Hotspot.Target
        var isInside: Bool
    }

    private var presses: [InputSource: Press] = [:]

    /// Takes an event of a source; events that are no presses change nothing.
    mutating func take(_ event: InputEvent, from source: InputSource, on scene: Scene) -> Outcome {
        switch event {
        case .press(let point):
            guard let target = scene.hotspot(at: point)?.target,
                !presses.values.contains(where: { $0.target == target })
            else { return .nothing }
            presses[source] = Press(target: target, isInside: true)
            return .pressed(target)
        case .move(let point):
            guard let press = presses[source] else { return .nothing }
            let isInside = scene.hotspot(at: point)?.target == press.target
            guard isInside != press.isInside else { return .nothing }
            presses[source]?.isInside = isInside
            return isInside ? .pressed(press.target) : .lifted(press.target)
        case .release:
            guard let press = presses.removeValue(forKey: source) else { return .nothing }
            return press.isInside ? .done(press.target) : .nothing
        case .cancel:
            guard let press = presses.removeValue(forKey: source), press.isInside else { return .nothing }
            return .lifted(press.target)
        case .leave, .wheel, .scroll, .key:
            return .nothing
        }
    }

    /// Forgets the presses on places that are no longer there.
    mutating func retain(_ scene: Scene) {
        guard !presses.isEmpty else { return }
        presses = presses.filter { press in scene.hotspots.contains { $0.target == press.value.target } }
    }
}
