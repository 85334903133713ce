import TestSupport

/// The commits of a client's surfaces, from its standard error under `WAYLAND_DEBUG=1`, as libwayland 1.21 and newer write it.
///
///     [1234567.890]  -> wl_surface@12.commit()                      1.21
///     [1234567.890] {Default Queue}  -> wl_surface#12.commit()      1.23
struct CommitLog {
    /// The times of the commits by the surface's id: `CLOCK_REALTIME`, µs, from the 32 bits in libwayland's log.
    private(set) var surfaces: [Substring: [UInt64]] = [:]
    private var last: UInt64 = 0

    /// Parses a program's log so far.
    init(of process: ChildProcess) {
        let commit = /.*\[ *(\d+)\.(\d{3})\].* -> wl_surface[@#](\d+)\.commit\(\)/
        for line in process.errorOutput.split(separator: "\n") where line.hasSuffix(".commit()") {
            guard let match = line.wholeMatch(of: commit), let stamp = UInt64("\(match.1)\(match.2)") else { continue }
            last = time(ofRealtime: stamp)
            surfaces[match.3, default: []].append(last)
        }
    }

    /// The number of all commits.
    var count: Int { surfaces.values.reduce(0) { $0 + $1.count } }

    /// The time on the log's clock, near its last entry.
    func time(ofRealtime microseconds: UInt64) -> UInt64 {
        let low = UInt32(truncatingIfNeeded: microseconds)
        if last == 0 { return UInt64(low) }
        return last &+ UInt64(bitPattern: Int64(Int32(bitPattern: low &- UInt32(truncatingIfNeeded: last))))
    }
}
