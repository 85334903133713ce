/// The reason why a program did not start, or is not watched.
public enum ProcessStartError: Error, Equatable, CustomStringConvertible {
    case missing(MissingExecutable)
    case system(SystemError)
    /// It has started, but its exit will not be reported.
    case unwatched(SystemError)

    public var description: String {
        switch self {
        case .missing(let error): error.description
        case .system(let error), .unwatched(let error): error.description
        }
    }
}
