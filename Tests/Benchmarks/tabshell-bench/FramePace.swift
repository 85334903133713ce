/// The intervals between the commits of an animating surface.
struct FramePace {
    let commits: Int
    let intervals: Sample
    let missed: Int

    /// A surface animates from one commit to the next unless it rests between them, as ``FrameLog/rest`` tells: it requests a
    /// frame callback with each frame, moving or not.
    ///
    /// - Parameter times: the commits', µs.
    init(_ times: [UInt64]) {
        commits = times.count
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 * 1000 < FrameLog.rest }
        intervals = Sample(gaps.map { Double($0) / 1000 })
        let median = intervals.median
        missed = intervals.values.reduce(0) { $1 > 1.5 * median ? $0 + Int(($1 / median).rounded()) - 1 : $0 }
    }
}
