// SPDX-License-Identifier: MIT
import Geometry
import SurfaceKit
import TabBar

/// The presses on the elements of a scene. Several fingers or pointers on one element are one press, which ends with
/// the last of them.
struct PressTracker {
    /// The effect of an input event.
    enum Outcome: Equatable {
        case none
        /// An element was pressed.
        case pressed(HitRegion.Target)
        /// The press on an element was cancelled.
        case cancelled(HitRegion.Target)
        /// An element was pressed and released, which activates it.
        case activated(HitRegion.Target)
    }

    /// The distance from a tab at which a finger that was put on it still presses it, logical pixels. A finger covers what it
    /// presses, and rolls as it is lifted.
    static let touchTolerance = 44.0

    private var presses: [InputSource: (target: HitRegion.Target, isInside: Bool)] = [:]

    /// Applies an event of a source.
    mutating func handle(_ event: InputEvent, from source: InputSource, on scene: Scene) -> Outcome {
        switch event {
        case .press(let point):
            guard let target = scene.hitRegion(at: point)?.target else { return .none }
            let isFirst = !isPressed(target)
            presses[source] = (target, true)
            return isFirst ? .pressed(target) : .none
        case .move(let point):
            guard let press = presses[source] else { return .none }
            let isInside = Self.isInside(press.target, point, source, scene)
            guard isInside != press.isInside else { return .none }
            let wasPressed = isPressed(press.target)
            presses[source]?.isInside = isInside
            guard isPressed(press.target) != wasPressed else { return .none }
            return isInside ? .pressed(press.target) : .cancelled(press.target)
        case .release, .cancel:
            guard let press = presses.removeValue(forKey: source), press.isInside, !isPressed(press.target) else {
                return .none
            }
            return event == .cancel ? .cancelled(press.target) : .activated(press.target)
        case .secondaryPress, .dataDragged, .dataDragEnded, .leave, .wheel, .scroll, .key, .character, .text:
            return .none
        }
    }

    private static func isInside(
        _ target: HitRegion.Target, _ point: Point, _ source: InputSource, _ scene: Scene
    ) -> Bool {
        if scene.hitRegion(at: point)?.target == target { return true }
        guard case .touch = source, case .tab = target else { return false }
        return scene.hitRegions.contains { $0.target == target && $0.contains(point, tolerance: touchTolerance) }
    }

    private func isPressed(_ target: HitRegion.Target) -> Bool {
        presses.values.contains { $0.target == target && $0.isInside }
    }

    /// Discards presses on elements that are no longer in the scene.
    mutating func retain(_ scene: Scene) {
        guard !presses.isEmpty else { return }
        presses = presses.filter { press in scene.hitRegions.contains { $0.target == press.value.target } }
    }
}
