import Foundation
import TestSupport

/// The frames of all programs, from a trace (docs/develop/testing.md).
struct FrameLog {
    /// A frame that the compositor reported as shown. Times are CLOCK_MONOTONIC, ns.
    private struct Frame {
        let isMoving: Bool
        let predicted: UInt64
        let committed: UInt64
        /// Nil if the compositor does not tell.
        let presented: UInt64?

        var shown: UInt64 { presented ?? committed }
    }

    /// The rest after which another motion begins, ns. A leaving page lacks a last still frame, since it is hidden.
    static let rest: UInt64 = 300_000_000

    /// The number of frames that were shown.
    let count: Int
    /// The number of frames that were never shown.
    let discarded: Int
    /// The refresh intervals that the compositor tells, ms; 0 if it does not know one.
    let refreshes: Set<Double>
    /// The frames by surface, in their order.
    private let surfaces: [[Frame]]
    /// The times of the commits by the surfaces' namespaces, in their order.
    private let commits: [String: [UInt64]]

    /// - Parameter since: earlier frames are left out; CLOCK_MONOTONIC, ns.
    init(path: String, since: UInt64) throws {
        var surfaces: [String: [Frame]] = [:]
        var commits: [String: [UInt64]] = [:]
        var (discarded, refreshes): (Int, Set<Double>) = (0, [])
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count == 9, let predicted = UInt64(fields[5]), let committed = UInt64(fields[6]) else {
                throw SystemError("no line of a trace: \(line)")
            }
            guard committed >= since else { continue }
            commits["\(fields[2])", default: []].append(committed)
            if fields[7] == "discarded" {
                discarded += 1
                continue
            }
            if let refresh = Double(fields[8]) { refreshes.insert((refresh / 1e4).rounded() / 100) }
            surfaces[fields[...3].joined(separator: " "), default: []].append(
                Frame(
                    isMoving: fields[4] == "moving", predicted: predicted, committed: committed,
                    presented: UInt64(fields[7])))
        }
        self.surfaces = surfaces.values.map { $0.sorted { $0.shown < $1.shown } }
        count = self.surfaces.reduce(0) { $0 + $1.count }
        (self.discarded, self.refreshes) = (discarded, refreshes)
        self.commits = commits.mapValues { $0.sorted() }
    }

    /// The time of the first commit on the surfaces of a namespace within a range, shown or not.
    func firstCommit(of surface: String, in range: Range<UInt64>) -> UInt64? {
        commits[surface]?.first(where: range.contains)
    }

    /// The times from each frame of a motion to the next one, ms.
    var intervals: Sample {
        let pairs = surfaces.flatMap { zip($0, $0.dropFirst()) }
        let moving = pairs.filter { $0.isMoving && $1.shown - $0.shown < Self.rest }
        return Sample(moving.map { Double($1.shown - $0.shown) / 1e6 })
    }

    /// The number of missed frames: the extra medians in an interval of over 1.5 of them. A headless
    /// compositor has no refreshes of its own; it waits for an interval after each frame that it has drawn.
    var missed: Int {
        let all = intervals
        return all.values.reduce(0) { $1 > 1.5 * all.median ? $0 + Int(($1 / all.median).rounded()) - 1 : $0 }
    }

    /// The number of missed frames that a program had not committed an interval after the frame before was shown. The others were
    /// there in time, and the compositor showed them later.
    var late: Int {
        let median = intervals.median
        return surfaces.flatMap { zip($0, $0.dropFirst()) }.reduce(0) { sum, pair in
            let (frame, next) = pair
            let interval = Double(next.shown - frame.shown) / 1e6
            guard frame.isMoving, next.shown - frame.shown < Self.rest, interval > 1.5 * median,
                Double(next.committed) > Double(frame.shown) + median * 1e6
            else { return sum }
            return sum + Int((interval / median).rounded()) - 1
        }
    }

    /// The differences of the predictions for each refresh that showed frames of several surfaces, ms.
    ///
    /// - Parameter areKnown: true for the refreshes at which each of the surfaces knew an earlier refresh of the
    ///   same motion, false for the others. A real screen's refreshes continue at rest, and are known from the last motion.
    func spread(areKnown: Bool) -> Sample {
        var refreshes: [UInt64: (predictions: [UInt64], areKnown: Bool)] = [:]
        for frames in surfaces {
            var first: UInt64?
            var last: UInt64 = 0
            for frame in frames {
                guard let presented = frame.presented else { continue }
                if presented > last + Self.rest { first = nil }
                last = presented
                let isKnown = first.map { $0 < frame.committed } ?? false
                if first == nil { first = presented }
                refreshes[presented, default: ([], true)].predictions.append(frame.predicted)
                if !isKnown { refreshes[presented]?.areKnown = false }
            }
        }
        return Sample(
            refreshes.values.compactMap { refresh in
                guard refresh.areKnown == areKnown, refresh.predictions.count > 1,
                    let least = refresh.predictions.min(), let most = refresh.predictions.max()
                else { return nil }
                return Double(most - least) / 1e6
            })
    }
}
