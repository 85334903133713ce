import Foundation
import TestSupport

/// The time from a command to the first commits of the bar and of the page that comes, from the trace, with the panel alone and
/// beside pages that fade on the processor.
struct LatencyMeasurement {
    private let bench: Bench
    /// The output's frame interval, ms.
    private let frame = 1000.0 / 60
    private let rounds: Int
    private var table: Table

    init(_ bench: Bench) {
        self.bench = bench
        rounds = bench.rounds(25, quick: 15)
        table = Table(
            "A command to the first commits", "programs", "bar p50 ms", "p99 ms", "most ms", "frames (of the most)",
            "page p50 ms", "p99 ms", "answered",
            note: "A command: a `select` request, from just before it is written.")
    }

    mutating func run() throws {
        defer { table.show() }
        let alone = try measure(withPages: false)
        bench.verdicts.add(.firstCommit, (alone.p99 / frame).rounded(.up))
        let beside = try measure(withPages: true)
        bench.verdicts.add(.firstCommitBesidePages, beside.median)
    }

    /// Measures, and returns the times to the bar's first commit, ms.
    private mutating func measure(withPages: Bool) throws -> Sample {
        let files = try TemporaryDirectory(in: TemporaryDirectory.memoryBase)
        let path = files.appending("trace")
        let environment = ["TABSHELL_TRACE": path]
        let daemon = try bench.ours.startDaemon(on: bench.sway, programs: withPages, environment: environment)
        let panel = withPages ? nil : try bench.ours.start("tabshell-panel", for: daemon, environment: environment)
        if withPages { try daemon.waitForPrograms() }
        let started = panel.map { [ProcessFacts(pid: $0.pid)] } ?? []
        try waitUntilSettled("the programs", quiet: 1) {
            try (daemon.processes.map(\.facts) + started).map { try $0.cpu }
        }
        let client = try daemon.client()
        // Before it counts, each page is shown, and sway 1.7 leaves eight requests unanswered.
        let warmUp = 6
        var sent: [UInt64] = []
        for round in 0..<warmUp + rounds {
            let next = Deadline(seconds: 0.6)
            if round >= warmUp { sent.append(Monotonic.now) }
            try daemon.select(round, by: client)
            poll(nil, 0, next.remaining)
        }
        panel?.terminate()
        try daemon.stop()

        let log = try FrameLog(path: path, since: 0)
        let windows = zip(sent, sent.dropFirst() + [UInt64.max]).map { $0..<$1 }
        func times(_ window: Range<UInt64>, to surface: String) -> Double? {
            log.firstCommit(of: surface, in: window).map { Double($0 - window.lowerBound) / 1e6 }
        }
        let bar = Sample(windows.compactMap { times($0, to: "tabshell-bar") })
        let page = Sample(
            windows.enumerated().compactMap { index, window in
                let tabs = TabshellPrograms.tabs
                return times(window, to: "tabshell-page-\(tabs[(warmUp + index + 1) % tabs.count])")
            })
        table.add(
            withPages ? "the panel and three pages" : "the panel alone", number(bar.median), number(bar.p99),
            number(bar.most), number((bar.most / frame).rounded(.up)), number(page.median), number(page.p99),
            "\(bar.count) of \(windows.count)")
        return bar
    }
}
