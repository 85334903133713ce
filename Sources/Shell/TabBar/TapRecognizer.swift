import Gestures

/// A step of a press. Each ``pressed(_:)`` is followed by exactly one of the others.
public enum TapPhase: Equatable, Sendable {
    case pressed(BarPart.Target)
    /// The press is without effect: it has left the target, the target has gone, or it is another gesture.
    case cancelled(BarPart.Target)
    /// The target was pressed and released.
    case activated(BarPart.Target)
}

/// The recognizer of presses. Several fingers or pointers on one target are one press, which ends with the last of them.
struct TapRecognizer: GestureRecognizer {
    private var presses: [InputSource: (target: BarPart.Target, isInside: Bool)] = [:]

    mutating func handle(
        _ event: InputEvent, of contact: GestureContact, at time: UInt64, in field: BarField,
        _ actions: inout [BarGesture]
    ) -> GestureAnswer {
        let source = contact.source
        switch event {
        case .press(let point):
            guard let target = field.target(at: point) else { return .failed }
            if !isPressed(target) { actions.append(.tap(.pressed(target))) }
            presses[source] = (target, true)
            return .possible
        case .move(let point):
            guard let target = presses[source]?.target else { return .failed }
            let wasPressed = isPressed(target)
            presses[source]?.isInside = field.holds(target, at: point, from: source)
            let isPressed = isPressed(target)
            if isPressed != wasPressed { actions.append(.tap(isPressed ? .pressed(target) : .cancelled(target))) }
            return .possible
        case .release:
            end(source, &actions, with: TapPhase.activated)
            return .claimed
        case .cancel: end(source, &actions, with: TapPhase.cancelled)
        default: break
        }
        return .failed
    }

    /// Cancels the presses on targets that have gone.
    mutating func update(at time: UInt64, in field: BarField, _ actions: inout [BarGesture]) -> GestureAnswer {
        for (source, press) in presses where !field.has(press.target) {
            end(source, &actions, with: TapPhase.cancelled)
        }
        return .possible
    }

    private mutating func end(
        _ source: InputSource, _ actions: inout [BarGesture], with phase: (BarPart.Target) -> TapPhase
    ) {
        guard let press = presses.removeValue(forKey: source), press.isInside, !isPressed(press.target) else { return }
        actions.append(.tap(phase(press.target)))
    }

    private func isPressed(_ target: BarPart.Target) -> Bool {
        presses.values.contains { $0.target == target && $0.isInside }
    }
}

/// The targets under pointers.
public struct HoverTracker {
    private var targets: [InputSource: BarPart.Target] = [:]

    public init() {}

    public var isEmpty: Bool { targets.isEmpty }

    /// Moves a pointer to a target, or from all. Returns the targets with a change: true if a pointer is over them.
    public mutating func move(_ source: InputSource, to target: BarPart.Target?) -> [BarPart.Target: Bool] {
        let earlier = targets[source]
        guard target != earlier else { return [:] }
        targets[source] = target
        return [earlier, target].compactMap(\.self).reduce(into: [:]) { $0[$1] = targets.values.contains($1) }
    }

    /// Moves the pointers from the targets that have gone.
    public mutating func retain(where isThere: (BarPart.Target) -> Bool) -> [BarPart.Target: Bool] {
        let gone = targets.filter { !isThere($0.value) }
        for source in gone.keys { targets[source] = nil }
        return gone.values.reduce(into: [:]) { $0[$1] = false }
    }
}
