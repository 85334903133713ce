// SPDX-License-Identifier: MIT

import TestSupport

/// The intervals between the commits of an animating surface.
struct FramePace {
    let commits: Int
    /// The intervals, ms.
    let intervals: Sample
    let missed: Int
    let missedShare: Double

    /// A surface animates from one commit to the next if the first one requested a frame callback.
    init(_ log: ProtocolLog, surface: ProtocolLog.Object, windows: [Range<UInt64>]) {
        let requests = log.frameCallbacks(of: surface).map(\.requested)
        var gaps: [Double] = []
        var commits = 0
        for window in windows {
            let times = log.commits(of: surface, in: window)
            commits += times.count
            var previous = window.lowerBound
            for (time, next) in zip(times, times.dropFirst()) {
                let asked = requests.contains { $0 >= previous && $0 <= time }
                if asked { gaps.append(Double(next - time) / 1000) }
                previous = time
            }
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
