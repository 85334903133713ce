/// The carrier of a gesture: a finger or the pointer's button while it is down, or two scrolling fingers on a touchpad.
public struct GestureContact: Hashable, Sendable {
    public let source: InputSource
    /// True for two fingers on a touchpad.
    public let scrolls: Bool
}

/// The answer of a recognizer to an event of a contact.
public enum GestureAnswer: Sendable {
    /// The contact may become this gesture, or another one.
    case possible
    /// The contact is this gesture, and no other one.
    case claimed
    /// The contact is not this gesture. Its later events do not come.
    case failed
}

/// A recognizer of one gesture: a value that follows contacts, and adds the steps of its gesture to a list of actions.
public protocol GestureRecognizer<Field, Action> {
    /// The surroundings of a gesture: the content of the surface that recognizers need.
    associatedtype Field
    /// A step of any gesture in the arena.
    associatedtype Action

    /// The time at which ``update(at:in:_:)`` is due, CLOCK_MONOTONIC in ns; nil for never.
    var deadline: UInt64? { get }

    /// Applies an event of a contact: a press, moves, and a release or a cancellation; or scrolls, and the final one or a
    /// cancellation. After its end, or the answer ``GestureAnswer/failed``, no more events of it come.
    mutating func handle(
        _ event: InputEvent, of contact: GestureContact, at time: UInt64, in field: Field, _ actions: inout [Action]
    ) -> GestureAnswer

    /// Applies the time and a change of the field. Clears a passed deadline.
    mutating func update(at time: UInt64, in field: Field, _ actions: inout [Action]) -> GestureAnswer
}

extension GestureRecognizer {
    public var deadline: UInt64? { nil }
    public mutating func update(at time: UInt64, in field: Field, _ actions: inout [Action]) -> GestureAnswer {
        .possible
    }
}

/// The recognizers of one surface, which compete for each contact: all of them get its events until one claims it, and
/// the others are cancelled. However a contact ends, by a release or because its surface goes or the compositor takes
/// it, each recognizer that knows it and has not failed gets the end exactly once.
public struct GestureArena<Field, Action> {
    private var recognizers: [any GestureRecognizer<Field, Action>]
    /// The recognizers still possible for each contact, or the claiming one; indices in their order.
    private var contenders: [GestureContact: [Int]] = [:]

    /// - Parameter recognizers: in the order of their events. The first claim counts.
    public init(_ recognizers: [any GestureRecognizer<Field, Action>]) {
        self.recognizers = recognizers
    }

    /// The time at which ``update(at:in:)`` is due, CLOCK_MONOTONIC in ns; nil for never.
    public var deadline: UInt64? { recognizers.compactMap(\.deadline).min() }

    /// Applies an event; nil if it belongs to no contact, such as a key, or a movement without a press.
    public mutating func handle(
        _ event: InputEvent, from source: InputSource, at time: UInt64, in field: Field
    ) -> [Action]? {
        let scrolls = if case .scroll = event { true } else { event == .leave }
        let contact = GestureContact(source: source, scrolls: scrolls)
        // The fingers on a touchpad continue elsewhere.
        let event = event == .leave ? .stopScroll : event
        var (actions, begins): ([Action], Bool) = ([], false)
        switch event {
        case .press:
            // A contact without a release ends now.
            actions = cancel(contenders[contact] ?? [], of: contact, at: time, in: field)
            begins = true
        case .scroll: begins = contenders[contact] == nil && event != .stopScroll
        case .move where contenders[contact] != nil, .release, .cancel: break
        default: return nil
        }
        let asked = begins ? Array(recognizers.indices) : contenders[contact] ?? []
        var possible: [Int] = []
        for (position, index) in asked.enumerated() {
            var steps: [Action] = []
            let answer = recognizers[index].handle(event, of: contact, at: time, in: field, &steps)
            if answer == .claimed {
                // The recognizers that know the contact, but not its end.
                let others = (event.endsContact ? [] : possible) + (begins ? [] : asked[(position + 1)...])
                actions += cancel(others, of: contact, at: time, in: field) + steps
                possible = [index]
                break
            }
            if answer == .possible { possible.append(index) }
            actions += steps
        }
        contenders[contact] = event.endsContact ? nil : possible
        return actions
    }

    /// Applies the time, and a change of the surface's content.
    public mutating func update(at time: UInt64, in field: Field) -> [Action] {
        var actions: [Action] = []
        for index in recognizers.indices {
            var steps: [Action] = []
            if recognizers[index].update(at: time, in: field, &steps) == .claimed {
                for (contact, asked) in contenders where asked.contains(index) {
                    actions += cancel(asked.filter { $0 != index }, of: contact, at: time, in: field)
                    contenders[contact] = [index]
                }
            }
            actions += steps
        }
        return actions
    }

    /// Cancels all contacts: the surface goes, or is hidden.
    public mutating func end(at time: UInt64, in field: Field) -> [Action] {
        defer { contenders = [:] }
        return contenders.flatMap { cancel($0.value, of: $0.key, at: time, in: field) }
    }

    private mutating func cancel(
        _ indices: [Int], of contact: GestureContact, at time: UInt64, in field: Field
    ) -> [Action] {
        var actions: [Action] = []
        for index in indices { _ = recognizers[index].handle(.cancel, of: contact, at: time, in: field, &actions) }
        return actions
    }
}

extension InputEvent {
    /// The end of a scroll.
    public static let stopScroll = InputEvent.scroll(dx: 0, dy: 0, isFinal: true)

    /// True for the last event of a contact.
    fileprivate var endsContact: Bool {
        switch self {
        case .release, .cancel, .scroll(_, _, isFinal: true): true
        default: false
        }
    }
}
