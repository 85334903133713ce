/// The deadlines of a value without a clock: armed and disarmed like timers, in CLOCK_MONOTONIC, ns.
struct Deadlines<Name: Hashable & Sendable>: Equatable, Sendable {
    private var times: [Name: UInt64] = [:]
    /// The armed names in the order in which deadlines at one time pass: the one that was armed first.
    private var order: [Name] = []
    /// The earliest deadline; nil without any.
    private(set) var next: UInt64?

    /// The time of a deadline; nil while it is not armed.
    subscript(name: Name) -> UInt64? {
        get { times[name] }
        set {
            let earlier = times[name]
            guard newValue != earlier else { return }
            times[name] = newValue
            if earlier != nil { order.removeAll { $0 == name } }
            if newValue != nil { order.append(name) }
            if let newValue, newValue <= next ?? .max {
                next = newValue
            } else if earlier == next {
                next = times.values.min()
            }
        }
    }

    /// Disarms and returns the earliest deadline that has passed; nil without one.
    mutating func takeDue(at now: UInt64) -> Name? {
        guard let next, next <= now, let name = order.first(where: { times[$0] == next }) else { return nil }
        self[name] = nil
        return name
    }
}
