/// The delays of restarts: exponential backoff while a program keeps exiting early.
public struct RestartPolicy: Equatable, Sendable {
    public enum Decision: Equatable, Sendable {
        /// Restart after a delay, ns.
        case restart(after: UInt64)
        /// Do not restart: the program would exit with the same status.
        case giveUp(ExitStatus)
    }

    /// The run time after which earlier failures no longer count, ns.
    public static let healthyRunTime: UInt64 = 10_000_000_000
    public static let minimumDelay: UInt64 = 100_000_000
    public static let maximumDelay: UInt64 = 10_000_000_000
    /// The number of early exits in a row because of an error of the compositor after which the next start would end alike.
    private static let maximumRefusals = 3

    /// The number of consecutive early exits.
    public private(set) var failures = 0
    /// The number of those that ended by an error of the compositor.
    public private(set) var refusals = 0

    public init() {}

    /// Decides about a program that has exited.
    ///
    /// - Parameters:
    ///   - code: its exit code, or -signal; nil if unknown.
    ///   - runTime: its running time, ns.
    public mutating func handleExit(code: Int32?, after runTime: UInt64) -> Decision {
        if let code, let status = ExitStatus(rawValue: code), !status.isRetryable {
            return .giveUp(status)
        }
        if runTime >= Self.healthyRunTime { (failures, refusals) = (0, 0) }
        refusals = code == ExitStatus.compositorRefused.rawValue ? refusals + 1 : 0
        if refusals >= Self.maximumRefusals { return .giveUp(.compositorRefused) }
        let delay = min(Self.minimumDelay << UInt64(min(failures, 10)), Self.maximumDelay)
        failures += 1
        return .restart(after: delay)
    }
}
