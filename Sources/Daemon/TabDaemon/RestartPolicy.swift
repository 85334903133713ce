// SPDX-License-Identifier: MIT
import CommandLineKit
import TabshellIPC

/// When a program that ended is started again: at once at first, then later and later while it keeps ending early.
struct RestartPolicy: Equatable {
    enum Decision: Equatable {
        /// Start it again after so many nanoseconds.
        case restart(after: UInt64)
        /// Leave it, for this reason.
        case giveUp(String)
    }

    /// A program that ran this long (ns) was well, and earlier failures are forgotten.
    static let healthyRun: UInt64 = 10_000_000_000
    static let firstDelay: UInt64 = 100_000_000
    static let longestDelay: UInt64 = 10_000_000_000

    private(set) var failures = 0

    /// Decides about a program that has ended.
    ///
    /// - Parameters:
    ///   - code: its exit code, or -signal; nil where nobody knows.
    ///   - duration: how long it ran, ns.
    mutating func ended(code: Int32?, after duration: UInt64) -> Decision {
        if let code, let status = ExitStatus(rawValue: code), !status.isRetryable {
            return .giveUp("it exited with code \(code) (\(status)); a restart would not help")
        }
        if duration >= Self.healthyRun { failures = 0 }
        let delay = min(Self.firstDelay << UInt64(min(failures, 10)), Self.longestDelay)
        failures += 1
        return .restart(after: delay)
    }
}
