/// The outcome of a press by name.
public enum PressOutcome: Equatable, Sendable {
    case done
    case failed(String)
    /// It cannot be pressed yet, for a reason: it is moving.
    case moving(String)
}
