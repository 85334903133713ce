// SPDX-License-Identifier: MIT
import Posix

/// The times of a process's first thread at the processor (proc(5), `schedstat`), ns. Both are 0 where the kernel does not
/// count them.
public struct SchedulerTimes: Equatable {
    /// The time that it has run.
    public var running: UInt64 = 0
    /// The time that it was ready to run, while others ran.
    public var waiting: UInt64 = 0

    public init(of pid: Int32) {
        self.init(schedstat: (try? FileSystem.read("/proc/\(pid)/schedstat", maximumSize: 256)) ?? [])
    }

    init(schedstat: [UInt8]) {
        let fields = String(decoding: schedstat, as: UTF8.self).split { $0 == " " || $0 == "\n" }.map { UInt64($0) }
        guard fields.count >= 2, let running = fields[0], let waiting = fields[1] else { return }
        (self.running, self.waiting) = (running, waiting)
    }
}
