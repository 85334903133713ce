// SPDX-License-Identifier: MIT

import TestSupport

/// The intervals between the commits of an animating surface.
struct FramePace {
    let commits: Int
    /// The intervals, ms.
    let intervals: Sample
    let missed: Int
    let missedShare: Double

    /// A surface animates from one commit to the next unless it rests between them, as ``FrameLog/rest`` tells: it requests a
    /// frame callback with each frame, moving or not.
    init(_ log: ProtocolLog, surface: ProtocolLog.Object, windows: [Range<UInt64>]) {
        var gaps: [Double] = []
        var commits = 0
        for window in windows {
            let times = log.commits(of: surface, in: window)
            commits += times.count
            let intervals = zip(times, times.dropFirst()).map { $1 - $0 }
            gaps += intervals.filter { $0 * 1000 < FrameLog.rest }.map { Double($0) / 1000 }
        }
        let sample = Sample(gaps)
        let median = sample.median
        let late = gaps.filter { $0 > 1.5 * median }
        self.commits = commits
        intervals = sample
        missed = late.reduce(0) { $0 + Int(($1 / median).rounded()) - 1 }
        missedShare = gaps.isEmpty ? .nan : Double(missed) / Double(gaps.count + missed)
    }
}
