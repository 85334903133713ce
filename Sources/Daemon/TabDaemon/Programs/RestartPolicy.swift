// SPDX-License-Identifier: MIT
import CommandLineKit
import TabshellIPC

/// The delays of restarts: exponential backoff while a program keeps exiting early.
struct RestartPolicy: Equatable {
    enum Decision: Equatable {
        /// Restart after a delay, ns.
        case restart(after: UInt64)
        /// Do not restart, for this reason.
        case giveUp(String)
    }

    /// The run time after which earlier failures no longer count, ns.
    static let healthyRunTime: UInt64 = 10_000_000_000
    static let minimumDelay: UInt64 = 100_000_000
    static let maximumDelay: UInt64 = 10_000_000_000

    private(set) var failures = 0

    /// Decides about a program that has exited.
    ///
    /// - Parameters:
    ///   - code: its exit code, or -signal; nil if unknown.
    ///   - runTime: the time that it ran, ns.
    mutating func handleExit(code: Int32?, after runTime: UInt64) -> Decision {
        if let code, let status = ExitStatus(rawValue: code), !status.isRetryable {
            return .giveUp("it exited with code \(code) (\(status)); a restart would not help")
        }
        if runTime >= Self.healthyRunTime { failures = 0 }
        let delay = min(Self.minimumDelay << UInt64(min(failures, 10)), Self.maximumDelay)
        failures += 1
        return .restart(after: delay)
    }
}
