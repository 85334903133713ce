import TestSupport

/// The time from exec to the first buffer on a surface with a role.
struct StartMeasurement {
    let bench: Bench

    func run() throws {
        var table = Table(
            "Start: exec to the first buffer, ms", "process", "median", "least", "most", "rounds",
            note: "Seen on the wire by a proxy that passes everything on; after warm-up.")
        var figures: [String: Double] = [:]
        // The daemon shows Home first; the other pages start hidden.
        for program in ["tabshell-panel", "tabshell-home"] where bench.ours.missing("tabshelld", program).isEmpty {
            let daemon = try bench.ours.startDaemon(on: bench.sway, programs: false)
            let sample = try measure {
                try bench.ours.start(program, for: daemon, environment: $0.environment, pass: $1)
            }
            figures[program] = sample.median
            add(program, sample, to: &table)
            try daemon.stop()
        }
        for peer in bench.peers where peer.isInstalled {
            let sample = try measure { try peer.start(on: bench.sway, environment: $0.environment, pass: $1) }
            figures[peer.name] = sample.median
            add(peer.name, sample, to: &table)
        }
        table.show()
        bench.verdicts.add(.panelStart, figures["tabshell-panel"], floor: figures["yambar"], else: "yambar is missing")
        bench.verdicts.add(.homeStart, figures["tabshell-home"])
    }

    private func add(_ name: String, _ sample: Sample, to table: inout Table) {
        table.add(name, number(sample.median), number(sample.least), number(sample.most), "\(sample.count)")
    }

    private func measure(_ start: (WaylandProxy, Int32) throws -> ChildProcess) throws -> Sample {
        var times: [Double] = []
        let warmUp = 2
        for round in 0..<bench.rounds(13, quick: 5) + warmUp {
            let time = try timeOne(start)
            if round >= warmUp { times.append(time) }
            try waitUntil("the bar's zone to be free again") {
                try bench.sway.usableArea(of: "HEADLESS-1")?.height == bench.sway.outputs.first?.place.height
            }
        }
        return Sample(times)
    }

    /// The time, ms. The client and its connection are closed at the end.
    private func timeOne(_ start: (WaylandProxy, Int32) throws -> ChildProcess) throws -> Double {
        let spy = try WaylandProxy(bench.sway)
        let client = try start(spy, spy.clientEnd)
        return try Double(spy.firstBuffer(of: client) - client.started) / 1e6
    }
}
