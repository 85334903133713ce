import Geometry

/// A step of a drag. Two fingers on a touchpad drag from (0, 0).
public enum DragPhase: Equatable, Sendable {
    /// The drag has begun with a press at a point.
    case began(Point)
    /// The finger has moved; the first time from the point of its press.
    case moved(from: Point, to: Point)
    case ended
    case cancelled
}

/// The recognizer of a drag or a long press, with a finger, the pointer's button or two fingers on a touchpad. During a drag, others
/// do nothing.
public struct DragRecognizer<Field, Action>: GestureRecognizer {
    public enum Start: Sendable {
        /// Not a drag.
        case never
        /// Begins with a movement.
        case moving
        /// Begins when the press has lasted for a time, ns.
        case held(UInt64)
        case now
        /// Neither a drag nor anything else.
        case ignored
    }

    private let start: (Field, GestureContact, Point) -> Start
    private let move: (Field, GestureContact, _ from: Point, _ to: Point) -> GestureAnswer
    private let action: (DragPhase, GestureContact) -> Action
    private var touch: (contact: GestureContact, start: Point, last: Point, isDragging: Bool)?
    public private(set) var deadline: UInt64?

    /// `start` returns the beginning of a drag with a press at a point; `move` judges the movement between two points,
    /// from the press on; `action` makes the action of a step.
    public init(
        start: @escaping (Field, GestureContact, Point) -> Start,
        move: @escaping (Field, GestureContact, _ from: Point, _ to: Point) -> GestureAnswer,
        action: @escaping (DragPhase, GestureContact) -> Action
    ) {
        (self.start, self.move, self.action) = (start, move, action)
    }

    public mutating func handle(
        _ event: InputEvent, of contact: GestureContact, at time: UInt64, in field: Field, _ actions: inout [Action]
    ) -> GestureAnswer {
        switch event {
        case .press(let point): return press(point, contact, at: time, in: field, &actions)
        case .scroll(let dx, let dy, let isFinal):
            if touch?.contact != contact {
                let answer = press(.zero, contact, at: time, in: field, &actions)
                guard touch?.contact == contact else { return answer }
            }
            let last = touch?.last ?? .zero
            let answer = move(to: Point(x: last.x + dx, y: last.y + dy), contact, in: field, &actions)
            return isFinal && answer != .failed ? end(.ended, contact, &actions) : answer
        case .move(let point): return move(to: point, contact, in: field, &actions)
        default: return end(event == .cancel ? .cancelled : .ended, contact, &actions)
        }
    }

    public mutating func update(at time: UInt64, in field: Field, _ actions: inout [Action]) -> GestureAnswer {
        guard let deadline, let touch, time >= deadline else { return .possible }
        return begin(touch.contact, touch.last, &actions)
    }

    private mutating func press(
        _ point: Point, _ contact: GestureContact, at time: UInt64, in field: Field, _ actions: inout [Action]
    ) -> GestureAnswer {
        if let touch { return touch.isDragging ? .claimed : .failed }
        switch start(field, contact, point) {
        case .never: return .failed
        case .ignored: return .claimed
        case .now: return begin(contact, point, &actions)
        case .moving: break
        case .held(let duration): deadline = time &+ duration
        }
        touch = (contact, point, point, false)
        return .possible
    }

    private mutating func move(
        to point: Point, _ contact: GestureContact, in field: Field, _ actions: inout [Action]
    ) -> GestureAnswer {
        guard let touch, touch.contact == contact else { return .claimed }
        let answer = touch.isDragging ? .claimed : move(field, contact, touch.start, point)
        if answer == .failed { (self.touch, deadline) = (nil, nil) }
        defer { self.touch?.last = point }
        guard answer == .claimed else { return answer }
        let last = touch.isDragging ? touch.last : touch.start
        if !touch.isDragging { _ = begin(contact, touch.start, &actions) }
        if point != last { actions.append(action(.moved(from: last, to: point), contact)) }
        return answer
    }

    private mutating func begin(_ contact: GestureContact, _ point: Point, _ actions: inout [Action]) -> GestureAnswer {
        (touch, deadline) = ((contact, point, point, true), nil)
        actions.append(action(.began(point), contact))
        return .claimed
    }

    private mutating func end(_ phase: DragPhase, _ contact: GestureContact, _ actions: inout [Action]) -> GestureAnswer
    {
        guard let touch, touch.contact == contact else { return .claimed }
        (self.touch, deadline) = (nil, nil)
        guard touch.isDragging else { return .failed }
        actions.append(action(phase, contact))
        return .claimed
    }
}
