public enum Badge: Equatable, Sendable {
    /// At least 1; a count of 0 means no badge.
    case count(Int)
    case text(String)
    case dot
}
