import Foundation
import TestSupport

/// The frames of panel and pages in transitions at 60 and 120 Hz, from their trace.
struct TransitionMeasurement {
    private let bench: Bench
    private var table: Table
    private let rounds: Int

    init(_ bench: Bench) {
        self.bench = bench
        rounds = bench.rounds(16, quick: 10)
        table = Table(
            "Frames of \(rounds) transitions, panel and pages together", "compositor", "output", "refresh told, ms",
            "frames",
            "interval p50 ms", "p99 ms", "missed", "committed late", "discarded", "spread p50 ms", "p99 ms", "most ms",
            "first frames, p99 ms",
            note:
                "Committed late: the missed frames that a program did not have ready an interval after the one before was shown. "
                + "Where presentations are not told, all of them. Spread: the difference of the presentation times that the programs predicted for one refresh. First frames "
                + "are apart: a headless output has no refreshes at rest that could be known. It waits for an interval after each "
                + "frame that it has drawn, so it reaches its rate with a small output only. sway before 1.10 tells no "
                + "presentation of a headless output; its intervals are those of the commits.")
    }

    mutating func run() throws {
        defer { table.show() }
        let newer = try newerSway()
        defer { newer?.stop() }
        let compositors = [(bench.sway, bench.swayVersion)] + (try newer.map { [($0, try SwayVersion(of: $0))] } ?? [])
        for (index, (rate, width, height)) in [(60, 1920, 1080), (120, 428, 926)].enumerated() {
            let logs = try compositors.map { try record(on: $0, rate: rate, width: width, height: height) }
            bench.verdicts.add(Bound.missedFrames[index], Double(logs.reduce(0) { $0 + $1.missed }))
            let spread = logs.map { $0.spread(areKnown: true) }.first { !$0.isEmpty }
            bench.verdicts.add(
                Bound.spread[index], spread?.p99, else: "the compositor tells no presentations; sway 1.10 does")
        }
    }

    private func newerSway() throws -> HeadlessSway? {
        guard let root = bench.newerRoot else { return nil }
        var options = HeadlessSway.Options()
        options.root = root
        return try HeadlessSway(options)
    }

    private mutating func record(
        on compositor: (sway: HeadlessSway, version: SwayVersion), rate: Int, width: Int, height: Int
    ) throws -> FrameLog {
        let sway = compositor.sway
        try sway.setMode(width: width, height: height, rate: rate)
        defer { try? sway.setMode(width: 1920, height: 1080) }
        let files = try TemporaryDirectory(in: TemporaryDirectory.memoryBase)
        let path = files.appending("trace")
        let daemon = try bench.ours.startDaemon(on: sway, programs: true, environment: ["TABSHELL_TRACE": path])
        try daemon.waitForPrograms()
        try waitUntilSettled("the programs", quiet: 1) { try daemon.processes.map { try $0.facts.cpu } }
        let client = try daemon.client()
        // Before it counts, each page is shown and draws all that it keeps, and sway 1.7 leaves eight requests unanswered.
        let warmUp = 6
        var start: UInt64 = 0
        for round in 0..<warmUp + rounds {
            if round == warmUp { start = Monotonic.now }
            let next = Deadline(seconds: 0.6)
            try daemon.select(round, by: client)
            poll(nil, 0, next.remaining)
        }
        try daemon.stop()
        let log = try FrameLog(path: path, since: start)
        let (spread, first, intervals) = (log.spread(areKnown: true), log.spread(areKnown: false), log.intervals)
        table.add(
            "\(compositor.version)", "\(width)×\(height) \(rate) Hz",
            log.refreshes.isEmpty ? "none" : log.refreshes.sorted().map(number).joined(separator: ", "), "\(log.count)",
            number(intervals.median), number(intervals.p99), "\(log.missed)", "\(log.late)", "\(log.discarded)",
            number(spread.median),
            number(spread.p99), number(spread.most), number(first.p99))
        return log
    }
}
