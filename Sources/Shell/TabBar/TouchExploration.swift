import Geometry
import Gestures

/// A step of an exploration by touch.
public enum ExplorationPhase: Equatable, Sendable {
    case touched
    /// Describe the target at the finger's place; `isDown` is false if the finger has been lifted.
    case explored(Point, isDown: Bool)
    case lifted
    /// Activate the target that was described last.
    case activated
}

/// The recognizer of touch exploration, while speech is on: the target under a finger that slides or rests is
/// described, and a double tap anywhere activates the one described last. It claims all touches; only the first of
/// several fingers counts.
struct TouchExploration: GestureRecognizer {
    /// The time after which a finger that rests explores, ns; a tap is shorter.
    static let tapDuration: UInt64 = 200_000_000
    /// The time between two taps within which they are one double tap, ns.
    static let doubleTapInterval: UInt64 = 300_000_000
    /// The distance after which a finger explores, logical px; a tap is within it.
    static let tolerance = 8.0

    private enum Phase: Equatable {
        case idle
        /// A finger is down, perhaps for a tap.
        case down(Point, isSecond: Bool)
        case exploring
        /// A tap is over; another one may follow.
        case tapped(Point)
    }

    private var phase = Phase.idle
    private var source: InputSource?
    private(set) var deadline: UInt64?

    mutating func handle(
        _ event: InputEvent, of contact: GestureContact, at time: UInt64, in field: BarField,
        _ actions: inout [BarGesture]
    ) -> GestureAnswer {
        guard case .touch = contact.source else { return .failed }
        if case .press(let point) = event {
            guard field.isExplored, source == nil else { return field.isExplored ? .claimed : .failed }
            var isSecond = false
            if case .tapped = phase, let deadline, time <= deadline { isSecond = true }
            (phase, source, deadline) = (.down(point, isSecond: isSecond), contact.source, time &+ Self.tapDuration)
            actions.append(.explore(.touched))
            return .claimed
        }
        guard source == contact.source else { return .claimed }
        switch (event, phase) {
        case (.move(let point), .down(let start, _)):
            if point.distance(to: start) > Self.tolerance { explore(point, &actions) }
        case (.move(let point), .exploring): actions.append(.explore(.explored(point, isDown: true)))
        case (.release, .down(let point, let isSecond)):
            let isTap = time < deadline ?? 0
            reset()
            if !isTap {
                actions.append(.explore(.explored(point, isDown: false)))
            } else if isSecond {
                actions.append(.explore(.activated))
            } else {
                (phase, deadline) = (.tapped(point), time &+ Self.doubleTapInterval)
            }
        case (.release, _):
            reset()
            actions.append(.explore(.lifted))
        default: reset()
        }
        return .claimed
    }

    /// Applies the time: a resting finger explores, and so does a single tap.
    mutating func update(at time: UInt64, in field: BarField, _ actions: inout [BarGesture]) -> GestureAnswer {
        guard let deadline, time >= deadline else { return .possible }
        switch phase {
        case .down(let point, _): explore(point, &actions)
        case .tapped(let point):
            reset()
            actions.append(.explore(.explored(point, isDown: false)))
        case .idle, .exploring: self.deadline = nil
        }
        return .possible
    }

    private mutating func reset() { (phase, source, deadline) = (.idle, nil, nil) }

    private mutating func explore(_ point: Point, _ actions: inout [BarGesture]) {
        (phase, deadline) = (.exploring, nil)
        actions.append(.explore(.explored(point, isDown: true)))
    }
}
