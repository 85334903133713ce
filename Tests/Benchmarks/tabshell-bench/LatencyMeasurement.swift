// SPDX-License-Identifier: MIT

import Foundation
import TestSupport

/// The time from a request to the panel's first commit, from its protocol log.
struct LatencyMeasurement {
    let bench: Bench
    /// The output's frame interval, ms.
    private let frame = 1000.0 / 60

    func run() throws {
        let daemon = try bench.ours.startDaemon(on: bench.sway, programs: false)
        let panel = try bench.ours.start("tabshell-panel", for: daemon, environment: ["WAYLAND_DEBUG": "1"])
        try panel.waitUntilQuiet(0.3)
        let client = try daemon.client()
        var sent: [UInt64] = []
        for round in 0..<bench.rounds(50, quick: 15) {
            sent.append(realtime())
            try daemon.select(round, by: client)
            // Longer than any frame takes.
            try panel.waitUntilQuiet(0.3)
        }
        let log = ProtocolLog(of: panel)
        panel.terminate()
        try daemon.stop()

        let times = sent.map(log.time(ofRealtime:))
        // Times after the last commit count for the last one.
        let windows = zip(times, times.dropFirst() + [UInt64.max]).map { $0..<$1 }
        showLatency(log, log.layerSurfaces.map(\.surface), windows)
    }

    private func showLatency(_ log: ProtocolLog, _ surfaces: [ProtocolLog.Object], _ windows: [Range<UInt64>]) {
        let latencies = Sample(
            windows.compactMap { window in
                surfaces.compactMap { log.commits(of: $0, in: window).first }.min().map {
                    Double($0 - window.lowerBound) / 1000
                }
            })
        var table = Table(
            "Input to the panel's first commit", "p50 ms", "p99 ms", "most ms", "frames (of the most)", "answered",
            note: "Input: a `select` request, from just before it is written. Time of the commit: libwayland's log.")
        let frames = (latencies.most / frame).rounded(.up)
        table.add(
            number(latencies.median), number(latencies.p99), number(latencies.most), number(frames),
            "\(latencies.count) of \(windows.count)")
        table.show()
        bench.verdicts.add(.firstCommit, (latencies.p99 / frame).rounded(.up))
    }
}
