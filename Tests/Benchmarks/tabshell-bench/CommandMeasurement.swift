// SPDX-License-Identifier: MIT

import TestSupport

/// The duration of a command-line tool's run, from exec to exit.
struct CommandMeasurement {
    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    func run() throws {
        var table = Table(
            "A command, exec to exit", "command", "wall ms, median", "least", "CPU ms, median")
        var ours: Double?
        if bench.ours.missing("tabshelld", "tabctl").isEmpty {
            let daemon = try bench.ours.startDaemon(on: bench.sway, programs: false)
            ours = try measure("tabctl select TAB", in: &table) { round in
                try bench.sway.start(
                    bench.ours.path("tabctl"), ["select", TabshellPrograms.tabs[round % TabshellPrograms.tabs.count]],
                    environment: daemon.settings)
            }
            try daemon.stop()
        }
        _ = try measure("swaymsg workspace N", in: &table) { round in
            try bench.sway.start("swaymsg", ["--quiet", "workspace", "\(round % Workspaces.count + 1)"])
        }
        table.show()
        bench.verdicts.add("tabctl select (median)", ours, atMost: 5, unit: " ms")
    }

    private func measure(
        _ name: String, in table: inout Table, _ start: (Int) throws -> ChildProcess
    ) throws -> Double {
        var wall: [Double] = []
        var cpu: [Double] = []
        let warmUp = 3
        for round in 0..<bench.rounds(40, quick: 10) + warmUp {
            let child = try start(round)
            guard try child.waitForExit() == .code(0) else { throw SystemError("\(name): \(child.errorOutput)") }
            let end = Monotonic.now
            if round < warmUp { continue }
            wall.append(Double(end - child.started) / 1e6)
            cpu.append(Double(child.cpu ?? 0) / 1e6)
        }
        let sample = Sample(wall)
        table.add(name, figure(sample.median), figure(sample.least), figure(Sample(cpu).median))
        return sample.median
    }
}
