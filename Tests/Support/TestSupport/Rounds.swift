/// The number of repetitions of tests in which each repetition is one more try to find the same fault.
public enum Rounds {
    private static let factor = Environment.value("TABSHELL_ROUNDS").flatMap(Int.init) ?? 1

    /// True at night.
    public static var areMore: Bool { factor > 1 }

    /// A number of repetitions, times `$TABSHELL_ROUNDS`: `make nightly` tries more often than `make test`.
    public static func count(_ usual: Int) -> Int { usual * factor }
}
