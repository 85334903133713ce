// SPDX-License-Identifier: MIT

import Foundation
import TestSupport

/// The panel's latency and frame pace, from its protocol log.
struct AnimationMeasurement {
    private let bench: Bench
    /// The output's frame interval, ms.
    private let frame = 1000.0 / 60

    init(_ bench: Bench) { self.bench = bench }

    func run() throws {
        guard bench.ours.missing("tabshelld", "tabshell-panel").isEmpty else {
            note(latency: nil, missed: nil)
            return
        }
        let daemon = try bench.ours.startDaemon(on: bench.sway, programs: false)
        let panel = try bench.ours.start("tabshell-panel", for: daemon, environment: ["WAYLAND_DEBUG": "1"])
        try settle(panel)
        let client = try daemon.client()
        try client.expect(event: "hello")
        var sent: [UInt64] = []
        for round in 0..<bench.rounds(100, quick: 15) {
            sent.append(realtime())
            try client.request(
                "select", id: round + 1, ["tab": TabshellPrograms.tabs[(round + 1) % TabshellPrograms.tabs.count]])
            try settle(panel)
        }
        let log = ProtocolLog(of: panel)
        panel.terminate()
        try daemon.stop()

        let times = sent.map(log.time(ofRealtime:))
        // Times after the last commit count for the last one.
        let windows = zip(times, times.dropFirst() + [UInt64.max]).map { $0..<$1 }
        let surfaces = log.layerSurfaces.map(\.surface)
        if bench.options.wants(.latency) { showLatency(log, surfaces, windows) }
        if bench.options.wants(.frames) { showFrames(log, surfaces, windows) }
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
            figure(latencies.median), figure(latencies.p99), figure(latencies.most), figure(frames),
            "\(latencies.count) of \(windows.count)")
        table.show()
        let p99Frames = (latencies.p99 / frame).rounded(.up)
        bench.verdicts.add("input to the first commit (p99), frames", p99Frames, atMost: 1)
    }

    private func showFrames(_ log: ProtocolLog, _ surfaces: [ProtocolLog.Object], _ windows: [Range<UInt64>]) {
        let moving = surfaces.max { log.commits(of: $0).count < log.commits(of: $1).count }
        guard let moving else {
            bench.verdicts.add("missed frames", nil, atMost: 1, unit: " %")
            return
        }
        let pace = FramePace(log, surface: moving, windows: windows)
        var table = Table(
            "Frames of \(windows.count) transitions at 60 Hz", "commits", "median interval ms", "p99 ms", "missed",
            "missed %",
            note: "Missed: how many more medians an interval took, when it took over 1.5 of them.")
        table.add(
            "\(pace.commits)", figure(pace.intervals.median), figure(pace.intervals.p99), "\(pace.missed)",
            figure(pace.missedShare * 100))
        table.show()
        bench.verdicts.add("missed frames", pace.missedShare * 100, atMost: 1, unit: " %")
    }

    private func note(latency: Double?, missed: Double?) {
        if bench.options.wants(.latency) {
            bench.verdicts.add("input to the first commit (p99), frames", latency, atMost: 1)
        }
        if bench.options.wants(.frames) { bench.verdicts.add("missed frames", missed, atMost: 1, unit: " %") }
    }

    /// The panel is at rest once its log has not grown for longer than any frame takes.
    private func settle(_ panel: ChildProcess) throws {
        try waitUntilSettled("the panel", quiet: 0.3) {
            guard panel.isRunning else { throw SystemError("tabshell-panel ended") }
            return try FileManager.default.attributesOfItem(atPath: panel.errorPath)[.size] as? Int
        }
    }
}
